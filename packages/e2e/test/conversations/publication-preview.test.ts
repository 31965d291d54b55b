import { isEngineError } from '@botwright/core';
import { expect, it } from 'vitest';
import { type Chat, type PublishedBot, startChat } from '../support/chat.ts';
import { diagramOf } from '../support/diagrams.ts';
import { openStore, storeNames } from '../support/stores.ts';

const ask = ['ask_question', { text: 'Your name?' }] as const;

/** Asks a question in the greeting, then another one. */
const twoQuestions = { blocks: { start: ask, next: ask }, connections: ['start.$success--next'] } as const;

/** The number of conversations that a publication of these blocks would begin again. */
async function waitingIf(chat: Chat, bot: PublishedBot, blocks: Parameters<typeof diagramOf>[0]): Promise<number> {
  await chat.caller.drafts.replace(bot.id, diagramOf(blocks, [], bot.family));
  const { waiting } = await chat.caller.versions.preview(bot.id);
  expect(waiting.isExact).toBe(true);
  return waiting.total;
}

it.for(storeNames)('[VE30][VE31] conversations at removed and retyped blocks are counted, on %s', async (name) => {
  const chat = await startChat({ storage: (await openStore(name)).storage });
  const bot = await chat.publish(twoQuestions);
  for (const [token, answers] of [
    ['ada', 1],
    ['eve', 1],
    ['bob', 2],
  ] as const) {
    for (let answer = 0; answer < answers; answer += 1) {
      await chat.say('hi', token);
      await chat.work();
    }
  }
  const typed = ['ask_name', { text: 'Your name?' }] as const;
  expect(await waitingIf(chat, bot, { start: ['ask_question', { text: 'New?' }], next: ask, more: ask })).toBe(0);
  expect(await waitingIf(chat, bot, { start: ask })).toBe(1);
  expect(await waitingIf(chat, bot, { start: typed, next: ask })).toBe(2);
  expect(await waitingIf(chat, bot, { start: typed })).toBe(3);

  // A conversation that goes on is counted where it waits then; one that has begun again is at its new block.
  await chat.say('Ada');
  await chat.work();
  expect(await waitingIf(chat, bot, { start: ask })).toBe(2);
  await chat.republish(bot, { blocks: { start: ask } });
  expect(await waitingIf(chat, bot, { start: typed })).toBe(1);
});

it('[VE30] conversations that wait for an outcome are counted, and closed ones and ones with a person are not', async () => {
  const chat = await startChat({ effects: { carryOut: async () => 'later' } });
  const bot = await chat.publish({
    blocks: { start: ['webhook', { url: 'https://example.org', destination: 'answer' }] },
  });
  const ada = await chat.say('hi');
  await chat.work();
  expect((await chat.caller.conversations.status(ada)).status).toBe('working');
  expect(await waitingIf(chat, bot, { start: ask })).toBe(1);
  await chat.caller.conversations.close(ada);
  await chat.work();

  await chat.republish(bot, twoQuestions);
  const [eve] = [await chat.say('hi', 'eve'), await chat.work()];
  expect(await waitingIf(chat, bot, { other: ask })).toBe(1);
  await chat.caller.customers.assign(eve);
  await chat.work();
  expect(await waitingIf(chat, bot, { other: ask })).toBe(0);
});

it('[VE32] a test conversation is not counted, and one that jumped counts for the bot that it is at', async () => {
  const chat = await startChat();
  const other = await chat.publish({ name: 'Other', family: 'native', ...twoQuestions });
  await chat.caller.drafts.deployTest(other.id);
  const { conversations } = chat.caller;
  const opened = await conversations.start({ bot: other.id, visitor: 'v1', deployment: 'test' });
  await conversations.runUntilIdle(opened.customer);
  expect(await waitingIf(chat, other, { other: ask })).toBe(0);

  chat.clock.advance(1);
  const first = await chat.publish({
    name: 'First',
    blocks: { start: ['bot_link', { bot: other.number }], next: ask },
  });
  await chat.say('hi');
  await chat.work();
  expect(await waitingIf(chat, other, { other: ask })).toBe(1);
  expect(await waitingIf(chat, first, { other: ask })).toBe(0);
});

it('[VE34] the preview is of the draft or of a restored version, and of a bot that is not live it is 0', async () => {
  const chat = await startChat();
  const bot = await chat.publish({ blocks: { start: ['ask_name', { text: 'Your name?' }] } });
  const { items } = await chat.caller.versions.list(bot.id);
  const [first = ''] = items.map(({ id }) => id);
  await chat.republish(bot, twoQuestions);
  await chat.say('hi');
  await chat.work();
  const { versions } = chat.caller;
  expect(await versions.preview(bot.id, first)).toEqual({ waiting: { total: 1, isExact: true } });
  expect(await versions.preview(bot.id)).toEqual({ waiting: { total: 0, isExact: true } });
  const { id } = await chat.caller.bots.create({ name: 'New', channelFamily: 'native' });
  expect(await versions.preview(id)).toEqual({ waiting: { total: 0, isExact: true } });
  const refused: unknown = await versions.preview(id, first).catch((error: unknown) => error);
  expect(isEngineError(refused) && refused.code).toBe('version_not_found');
});
