import type { Customer, InboxItem } from '@botwright/core';
import { expect, it } from 'vitest';
import { echo } from './diagrams.ts';
import { brand, openWorld, type World } from './world.ts';

type CustomerChange = { readonly [K in 'agentId' | 'botId']?: Customer[K] | undefined };

const customerOf = async (world: World, number: number) => world.storage.reader(brand).customers.find(number);

it('[CV31] a takeover leaves the customer with nobody', async () => {
  const world = await openWorld();
  await world.publish({ blocks: { start: ['human_takeover', { text: 'One moment' }] } });
  const number = await world.say('hi');
  await world.work();
  await world.say('hello?');
  await world.work();
  expect(await world.told()).toEqual(['customer: hi', 'bot: One moment', 'sys: (unassign)', 'customer: hello?']);
  const customer = await customerOf(world, number);
  expect([customer?.botId, customer?.agentId]).toEqual([undefined, undefined]);
});

it('[CV32] closing is an event, and the bot keeps the customer', async () => {
  const world = await openWorld();
  const bot = await world.publish({ blocks: { start: ['close_chat', { text: 'Bye' }] } });
  const number = await world.say('hi');
  await world.work();
  await world.say('again');
  await world.work();
  const bye = ['bot: Bye', 'sys: (close)'];
  expect(await world.told()).toEqual(['customer: hi', ...bye, 'customer: again', ...bye]);
  expect((await customerOf(world, number))?.botId).toBe(bot.id);
});

it('[CV33] a rating and a comment are Fields, and the next rating replaces both', async () => {
  const world = await openWorld();
  const bot = await world.publish({ blocks: { start: ['close_chat', { text: 'Bye' }] } });
  await world.caller.feedback.put(bot.id, { enabled: true });
  const number = await world.say('hi');
  const fields = async (...words: readonly string[]) => {
    for (const word of words) {
      await world.work();
      await world.say(word);
    }
    await world.work();
    return (await customerOf(world, number))?.fields;
  };
  const text = (value: string) => ({ type: 'string', value });
  expect(await fields('No', 'slow')).toEqual({ feedback_rating: text('negative'), feedback_comment: text('slow') });
  expect(await fields('hi again', 'Yes')).toEqual({ feedback_rating: text('positive') });
});

it('[CV34] a jump goes on in the other bot, which keeps the customer', async () => {
  const world = await openWorld();
  const other = await world.publish({ name: 'Other', ...echo });
  world.clock.advance(1);
  await world.publish({ name: 'First', blocks: { start: ['bot_link', { bot: other.number, node: 'ask' }] } });
  const number = await world.say('hi');
  await world.work();
  expect((await customerOf(world, number))?.botId).toBe(other.id);
  await world.say('yes');
  await world.work();
  expect(await world.told()).toEqual(['customer: hi', 'bot: Hello !', 'customer: yes', 'bot: You said yes']);
});

it('[CV35] a jump to a bot in the trash fails', async () => {
  const world = await openWorld();
  const other = await world.publish(echo);
  world.clock.advance(1);
  await world.publish({ blocks: { start: ['bot_link', { bot: other.number }] } });
  await world.caller.bots.trash(other.id);
  await world.say('hi');
  await world.work();
  expect(await world.told()).toEqual(['customer: hi', 'sys: (error jump_failed)']);
});

/** Gives a customer to somebody else, as agents do. */
async function give(world: World, number: number, to: CustomerChange, item: InboxItem): Promise<void> {
  await world.storage.transaction(brand, async (tx) => {
    await tx.customers.claim(number);
    await tx.customers.update(number, { agentId: undefined, botId: undefined, ...to });
    await tx.conversations.push(number, item, world.clock.now());
  });
}

it.for<readonly [string, InboxItem, string]>([
  ['nothing more', { kind: 'assigned' }, 'bot: Your name?'],
  ['a block', { kind: 'assigned', node: 'again' }, 'bot: You said '],
  ['that a person took over', { kind: 'taken_over' }, 'bot: Your name?'],
])('[CV36] a customer who was assigned anew begins with the next message; said was %s', async ([, item, answer]) => {
  const world = await openWorld();
  const bot = await world.publish(echo);
  const number = await world.say('hi');
  await world.work();
  await give(world, number, {}, { kind: 'taken_over' });
  await world.work();
  await give(world, number, { botId: bot.id }, item);
  await world.work();
  await world.say('back');
  await world.work();
  expect((await world.told()).slice(2)).toEqual(['customer: back', answer]);
  await world.say('on');
  await world.work();
  expect((await world.told()).at(-1)).toBe(answer.startsWith('bot: Your') ? 'bot: Hello on!' : 'bot: You said on');
});

it('[CV36] a customer who was given to another bot begins there', async () => {
  const world = await openWorld();
  const other = await world.publish({ name: 'Other', ...echo });
  world.clock.advance(1);
  await world.publish(echo);
  const number = await world.say('hi');
  await world.work();
  await give(world, number, { botId: other.id }, { kind: 'assigned' });
  await world.say('you?');
  await world.work();
  expect((await world.caller.conversations.messages(number)).at(-1)?.sender.name).toBe('Other');
  expect((await world.told()).at(-1)).toBe('bot: Your name?');
});

it('[CV37] the bot keeps silent when an agent is assigned, and begins when it is launched again', async () => {
  const world = await openWorld();
  const bot = await world.publish(echo);
  const number = await world.say('hi');
  await world.work();
  await give(world, number, { agentId: 9 }, { kind: 'taken_over' });
  await world.say('hello?');
  await world.work();
  await give(world, number, { botId: bot.id }, { kind: 'start' });
  await world.work();
  expect((await world.told()).slice(2)).toEqual(['customer: hello?', 'bot: Your name?']);
});

it('[CV38] nothing comes of what is pushed for a customer without a bot', async () => {
  const world = await openWorld();
  await world.publish(echo);
  const number = await world.say('hi');
  await world.work();
  await give(world, number, {}, { kind: 'start' });
  await give(world, number, {}, { kind: 'result', effect: 'e', outcome: { ok: true } });
  await world.work();
  expect((await world.told()).slice(2)).toEqual([]);
});

it('[CV47] closing tells the bot', async () => {
  const world = await openWorld();
  await world.publish(echo);
  const number = await world.say('hi');
  await world.work();
  await world.caller.conversations.close(number);
  await world.say('anew');
  await world.work();
  expect((await world.told()).slice(2)).toEqual(['customer: anew', 'sys: (close)', 'bot: Your name?']);
});
