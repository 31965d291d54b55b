import { isEngineError } from '@botwright/core';
import { memoryStorage } from '@botwright/core/memory';
import type { Storage } from '@botwright/core/ports';
import { expect, it } from 'vitest';
import { type BotSketch, type Chat, startChat } from '../support/chat.ts';
import { openStore, storeNames } from '../support/stores.ts';

const day = 24 * 60 * 60 * 1_000;

/** Asks three questions, each at a block that no version of another name has, except the first. */
function version(name: string): BotSketch {
  const ask = (which: string) => ['ask_question', { text: `${name} ${which}?` }] as const;
  const [second, third] = [`second_${name}`, `third_${name}`] as const;
  return {
    blocks: { start: ask('first'), [second]: ask('second'), [third]: ask('third') },
    connections: [`start.$success--${second}`, `${second}.$success--${third}`],
  };
}

/** Sends a text as a customer. @returns The last line of the bot. */
async function answer(chat: Chat, token: string): Promise<string | undefined> {
  await chat.say('hi', token);
  await chat.work();
  return (await chat.transcript(token)).findLast((line) => line.startsWith('bot: '));
}

/** Begins conversations, up to the second question. */
async function begin(chat: Chat, ...tokens: readonly string[]): Promise<void> {
  for (const token of tokens) {
    await answer(chat, token);
    expect(await answer(chat, token)).toContain('second?');
  }
}

async function waiting({ caller }: Chat, bot: string, policy: 'move' | 'finish'): Promise<number> {
  return (await caller.versions.preview(bot, undefined, { policy })).waiting.total;
}

it.for(storeNames)('[VE36][VE40] conversations finish on their version, on %s', async (name) => {
  const chat = await startChat({ storage: (await openStore(name)).storage });
  const bot = await chat.publish(version('A'));
  await begin(chat, 'ada', 'eve');
  await chat.caller.drafts.replace(bot.id, { nodes: {}, connections: {} });
  expect([await waiting(chat, bot.id, 'finish'), await waiting(chat, bot.id, 'move')]).toEqual([0, 2]);
  await chat.republish(bot, version('B'), { policy: 'finish', days: 3 });
  const { items } = await chat.caller.versions.list(bot.id);
  expect(items.map(({ finishDays }) => finishDays)).toEqual([3, undefined]);

  expect(await answer(chat, 'bob')).toBe('bot: B first?');
  chat.clock.advance(3 * day - 1);
  expect(await answer(chat, 'ada')).toBe('bot: A third?');
  expect(await answer(chat, 'ada')).toBe('bot: A third?');
  expect(await answer(chat, 'ada')).toBe('bot: B first?');
  await chat.caller.drafts.replace(bot.id, { nodes: {}, connections: {} });
  expect([await waiting(chat, bot.id, 'finish'), await waiting(chat, bot.id, 'move')]).toEqual([0, 3]);

  const events: string[] = [];
  chat.engine.events.subscribe(({ type }) => events.push(type));
  chat.clock.advance(1);
  expect(await answer(chat, 'eve')).toBe('bot: B first?');
  expect(events).toContain('conversation.restarted');
});

it('[VE36] a conversation that waits for an outcome finishes on its version, and one that jumped is on the live one', async () => {
  const effects: string[] = [];
  const chat = await startChat({
    effects: {
      async carryOut({ id }) {
        effects.push(id);
        return 'later';
      },
    },
  });
  const other = await chat.publish({ name: 'Other', ...version('X') });
  const calls = (to: string): BotSketch => ({
    blocks: {
      start: ['webhook', { url: 'https://example.org', destination: 'answer' }],
      said: ['ask_question', { text: to }],
    },
    connections: ['start.$success--said', 'start.$failed--said'],
  });
  chat.clock.advance(1);
  const bot = await chat.publish(calls('A'));
  const ada = await chat.say('hi');
  await chat.work();
  await chat.republish(bot, calls('B'), { policy: 'finish' });
  const [effect = ''] = effects;
  await chat.caller.conversations.resolve(ada, effect, { ok: false, reason: 'unreachable' });
  await chat.work();
  expect((await chat.transcript()).findLast((line) => line.startsWith('bot: '))).toBe('bot: A');

  await chat.republish(bot, { blocks: { start: ['bot_link', { bot: other.number }] } });
  expect(await answer(chat, 'eve')).toBe('bot: X first?');
  await chat.republish(other, version('Y'), { policy: 'finish' });
  expect(await answer(chat, 'eve')).toBe('bot: X second?');
});

it('[VE37] a later publication with move moves all, and one with finish changes no days', async () => {
  const chat = await startChat();
  const bot = await chat.publish(version('A'));
  await begin(chat, 'ada', 'eve');
  await chat.republish(bot, version('B'), { policy: 'finish', days: 2 });
  await begin(chat, 'bob');
  chat.clock.advance(day);
  await chat.republish(bot, version('C'), { policy: 'finish', days: 2 });
  expect(await answer(chat, 'ada')).toBe('bot: A third?');
  chat.clock.advance(day);
  expect(await answer(chat, 'ada')).toBe('bot: C first?');
  expect(await answer(chat, 'bob')).toBe('bot: B third?');
  const { items } = await chat.caller.versions.list(bot.id);
  await chat.caller.versions.restore(bot.id, items[2]?.id ?? '', { policy: 'move' });
  expect(await answer(chat, 'bob')).toBe('bot: A first?');
  expect(await answer(chat, 'eve')).toBe('bot: A third?');
});

it('[VE37] a restoration with finish leaves conversations on the version that it replaces', async () => {
  const chat = await startChat();
  const bot = await chat.publish(version('A'));
  await chat.republish(bot, version('B'));
  await begin(chat, 'ada');
  const { items } = await chat.caller.versions.list(bot.id);
  await chat.caller.versions.restore(bot.id, items[1]?.id ?? '', { policy: 'finish', days: 1 });
  expect(await answer(chat, 'ada')).toBe('bot: B third?');
  expect(await answer(chat, 'eve')).toBe('bot: A first?');
});

it('[VE39] conversations of a deleted version continue on the next, and days pass in the trash', async () => {
  const chat = await startChat();
  const bot = await chat.publish(version('A'));
  await begin(chat, 'ada', 'eve');
  await chat.republish(bot, version('B'), { policy: 'finish', days: 1 });
  const { items } = await chat.caller.versions.list(bot.id);
  await chat.caller.bots.trash(bot.id);
  await chat.caller.bots.update(bot.id, { state: 'active' });
  expect(await answer(chat, 'ada')).toBe('bot: A third?');
  await chat.caller.versions.delete(bot.id, items[1]?.id ?? '');
  expect(await answer(chat, 'ada')).toBe('bot: B first?');
  expect(await answer(chat, 'eve')).toBe('bot: B first?');
});

it.each([
  [{ days: 3 }, 'days'],
  [{ policy: 'move', days: 3 }, 'days'],
  [{ policy: 'finish', days: 0 }, 'days'],
  [{ policy: 'finish', days: 31 }, 'days'],
  [{ policy: 'finish', days: 1.5 }, 'days'],
  [{ policy: 'wait' }, 'policy'],
])('[VE35] a publication with %j is refused', async (options, field) => {
  const { caller } = await startChat();
  const { id } = await caller.bots.create({ name: 'New', channelFamily: 'native' });
  const given = options as { readonly policy?: 'finish' };
  for (const work of [
    () => caller.versions.publish(id, given),
    () => caller.versions.restore(id, id, given),
    () => caller.versions.preview(id, undefined, given),
  ]) {
    const error: unknown = await work().catch((thrown: unknown) => thrown);
    if (!isEngineError(error)) throw error;
    expect([error.code, error.field]).toEqual(['invalid_parameters', field]);
  }
});

it('[VE36] a step on an earlier version reads as often as one on the live version', async () => {
  let reads = 0;
  const storage = memoryStorage();
  const counting: Storage = {
    ...storage,
    read(...given) {
      reads += 1;
      return storage.read(...given);
    },
  };
  const chat = await startChat({ storage: counting });
  const bot = await chat.publish(version('A'));
  const readsOfAnswer = async (token: string) => {
    await chat.say('hi', token);
    const before = reads;
    await chat.work();
    return reads - before;
  };
  for (const token of ['ada', 'eve', 'bob', 'ada', 'eve', 'bob']) await readsOfAnswer(token);
  const onLive = await readsOfAnswer('ada');
  await chat.republish(bot, version('B'), { policy: 'finish' });
  expect(await readsOfAnswer('eve')).toBe(onLive);
});
