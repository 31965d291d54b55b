import type { Customer } from '@botwright/core';
import type { InboxItem } from '@botwright/core/ports';
import { expect, it } from 'vitest';
import { commit, readsOf } from '../../../core/test/stored-records.ts';
import { brand, type Chat, startChat } from '../support/chat.ts';
import { echo } from '../support/diagrams.ts';

type CustomerChange = { readonly [K in 'agentId' | 'botId']?: Customer[K] | undefined };

const customerOf = async (chat: Chat, number: number) =>
  readsOf(chat.storage, brand).load({ kind: 'customer', number: number });

it('[CV31] a takeover leaves the customer unassigned', async () => {
  const chat = await startChat();
  await chat.publish({ blocks: { start: ['human_takeover', { text: 'One moment' }] } });
  const number = await chat.say('hi');
  await chat.work();
  await chat.say('hello?');
  await chat.work();
  expect(await chat.transcript()).toEqual(['customer: hi', 'bot: One moment', 'sys: (unassign)', 'customer: hello?']);
  const customer = await customerOf(chat, number);
  expect([customer?.botId, customer?.agentId]).toEqual([undefined, undefined]);
});

it('[CV32] closing is an event, and the bot keeps the customer', async () => {
  const chat = await startChat();
  const bot = await chat.publish({ blocks: { start: ['close_chat', { text: 'Bye' }] } });
  const number = await chat.say('hi');
  await chat.work();
  await chat.say('again');
  await chat.work();
  const bye = ['bot: Bye', 'sys: (close)'];
  expect(await chat.transcript()).toEqual(['customer: hi', ...bye, 'customer: again', ...bye]);
  expect((await customerOf(chat, number))?.botId).toBe(bot.id);
});

it('[CV33] a rating and a comment are Fields, and the next rating replaces both', async () => {
  const chat = await startChat();
  const bot = await chat.publish({ blocks: { start: ['close_chat', { text: 'Bye' }] } });
  await chat.caller.feedback.put(bot.id, { enabled: true });
  const number = await chat.say('hi');
  const fields = async (...words: readonly string[]) => {
    for (const word of words) {
      await chat.work();
      await chat.say(word);
    }
    await chat.work();
    return (await customerOf(chat, number))?.fields;
  };
  const text = (value: string) => ({ type: 'string', value });
  expect(await fields('No', 'slow')).toEqual({ feedback_rating: text('negative'), feedback_comment: text('slow') });
  expect(await fields('hi again', 'Yes')).toEqual({ feedback_rating: text('positive') });
});

it('[CV34] a jump goes on in the other bot, which keeps the customer', async () => {
  const chat = await startChat();
  const other = await chat.publish({ name: 'Other', ...echo });
  chat.clock.advance(1);
  await chat.publish({ name: 'First', blocks: { start: ['bot_link', { bot: other.number, node: 'ask' }] } });
  const number = await chat.say('hi');
  await chat.work();
  expect((await customerOf(chat, number))?.botId).toBe(other.id);
  await chat.say('yes');
  await chat.work();
  expect(await chat.transcript()).toEqual(['customer: hi', 'bot: Hello !', 'customer: yes', 'bot: You said yes']);
});

it('[CV35] a jump to a bot in the trash fails', async () => {
  const chat = await startChat();
  const other = await chat.publish(echo);
  chat.clock.advance(1);
  await chat.publish({ blocks: { start: ['bot_link', { bot: other.number }] } });
  await chat.caller.bots.trash(other.id);
  await chat.say('hi');
  await chat.work();
  expect(await chat.transcript()).toEqual(['customer: hi', 'sys: (error jump_failed)']);
});

/** Assigns a customer, as agents do. */
async function give(chat: Chat, number: number, to: CustomerChange, item: InboxItem): Promise<void> {
  await commit(
    chat.storage,
    brand,
    { kind: 'updateCustomer', number, change: { agentId: undefined, botId: undefined, ...to } },
    { kind: 'enqueue', customer: number, item, at: chat.clock.now() },
  );
}

it.for<readonly [string, InboxItem, string]>([
  ['nothing more', { kind: 'assigned' }, 'bot: Your name?'],
  ['a block', { kind: 'assigned', node: 'again' }, 'bot: You said '],
  ['that a person took over', { kind: 'taken_over' }, 'bot: Your name?'],
])(
  '[CV36] a customer who was assigned anew begins with the next message; said before: %s',
  async ([, item, answer]) => {
    const chat = await startChat();
    const bot = await chat.publish(echo);
    const number = await chat.say('hi');
    await chat.work();
    await give(chat, number, {}, { kind: 'taken_over' });
    await chat.work();
    await give(chat, number, { botId: bot.id }, item);
    await chat.work();
    await chat.say('back');
    await chat.work();
    expect((await chat.transcript()).slice(2)).toEqual(['customer: back', answer]);
    await chat.say('on');
    await chat.work();
    expect((await chat.transcript()).at(-1)).toBe(
      answer.startsWith('bot: Your') ? 'bot: Hello on!' : 'bot: You said on',
    );
  },
);

it('[CV36] a customer who was assigned to another bot begins there', async () => {
  const chat = await startChat();
  const other = await chat.publish({ name: 'Other', ...echo });
  chat.clock.advance(1);
  await chat.publish(echo);
  const number = await chat.say('hi');
  await chat.work();
  await give(chat, number, { botId: other.id }, { kind: 'assigned' });
  await chat.say('you?');
  await chat.work();
  expect((await chat.caller.conversations.messages(number)).at(-1)?.sender.name).toBe('Other');
  expect((await chat.transcript()).at(-1)).toBe('bot: Your name?');
});

it('[CV37] the bot keeps silent when an agent is assigned, and begins when it is launched again', async () => {
  const chat = await startChat();
  const bot = await chat.publish(echo);
  const number = await chat.say('hi');
  await chat.work();
  await give(chat, number, { agentId: 9 }, { kind: 'taken_over' });
  await chat.say('hello?');
  await chat.work();
  await give(chat, number, { botId: bot.id }, { kind: 'start' });
  await chat.work();
  expect((await chat.transcript()).slice(2)).toEqual(['customer: hello?', 'bot: Your name?']);
});

it('[CV38] input for a customer without a bot is dropped', async () => {
  const chat = await startChat();
  await chat.publish(echo);
  const number = await chat.say('hi');
  await chat.work();
  await give(chat, number, {}, { kind: 'start' });
  await give(chat, number, {}, { kind: 'result', effect: 'e', outcome: { ok: true } });
  await chat.work();
  expect((await chat.transcript()).slice(2)).toEqual([]);
});

it('[CV47] closing gives the bot the event', async () => {
  const chat = await startChat();
  await chat.publish(echo);
  const number = await chat.say('hi');
  await chat.work();
  await chat.caller.conversations.close(number);
  await chat.say('anew');
  await chat.work();
  expect((await chat.transcript()).slice(2)).toEqual(['customer: anew', 'sys: (close)', 'bot: Your name?']);
});
