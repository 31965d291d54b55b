import { isEngineError } from '@botwright/core';
import type { Storage } from '@botwright/core/ports';
import { expect, it } from 'vitest';
import { commit, readsOf } from '../../../core/test/stored-records.ts';
import { brand, lineOf, startChat } from '../support/chat.ts';
import { echo } from '../support/diagrams.ts';

const text = (message: string) => ({ type: 'text', message }) as const;
const native = { family: 'native', ...echo } as const;

it('[CV43][CV44][CV45][CV46] a visitor talks to a bot on its web channel', async () => {
  const chat = await startChat();
  const bot = await chat.publish(native);
  const { conversations } = chat.caller;
  const conversation = { bot: bot.id, visitor: 'v1' };
  const opened = await conversations.start(conversation);
  expect(await conversations.messages(opened.customer)).toEqual([]);
  await conversations.runUntilIdle(opened.customer);
  expect((await conversations.messages(opened.customer)).map(lineOf)).toEqual(['bot: Your name?']);

  const said = await conversations.receive({ ...conversation, message: text('Ada') });
  expect(said).toEqual({ customer: opened.customer, after: 2 });
  await conversations.runUntilIdle(said.customer);
  expect((await conversations.messages(said.customer, said.after)).map(lineOf)).toEqual(['bot: Hello Ada!']);

  const again = await conversations.start({ ...conversation, node: 'again' });
  await conversations.runUntilIdle(again.customer);
  expect((await conversations.messages(again.customer, again.after)).map(lineOf)).toEqual(['bot: You said ']);
  expect((await chat.caller.customers.list({ limit: 9 })).items.map(({ number }) => number)).toEqual([opened.customer]);
});

it('[CV46] messages that come while they are listed do not push the first ones out', async () => {
  const chat = await startChat();
  const bot = await chat.publish(native);
  const conversation = { bot: bot.id, visitor: 'v1' };
  const { customer } = await chat.caller.conversations.receive({ ...conversation, message: text('first') });
  let more = 3;
  const { storage } = chat;
  const busy: Storage = {
    ...storage,
    async read(scope, requests) {
      const isList = requests.some((each) => each.do === 'list' && each.kind === 'message');
      if (isList) more -= 1;
      const message = text(`${more} left`);
      if (isList && more > 0) await chat.caller.conversations.receive({ ...conversation, message });
      return storage.read(scope, requests);
    },
  };
  const listed = await chat.another({ storage: busy }).conversations.messages(customer);
  expect(listed.map(lineOf)).toEqual(['customer: first', 'customer: 2 left', 'customer: 1 left']);
});

it('[CV14][CV15] a test conversation talks to what was deployed, and is reported nowhere', async () => {
  const chat = await startChat();
  const bot = await chat.publish(native);
  const channels = await readsOf(chat.storage, brand).load({ kind: 'channelsOfBot', botId: bot.id });
  for (const { number } of channels) {
    const hook = {
      number: await readsOf(chat.storage, brand).load({ kind: 'hookNumber' }),
      channelNumber: number,
      name: '',
      encryptedUrl: '',
      origin: 'https://example.org',
      encryptedToken: '',
      active: true,
      disabledByPlan: false,
      createdAt: 1,
      updatedAt: 1,
    };
    await commit(chat.storage, brand, { kind: 'insertHook', hook });
  }
  await chat.caller.drafts.editBlock(bot.id, 'welcome', { params: { text: 'Draft?', version: 3 } });
  const conversation = { bot: bot.id, visitor: 'v1', deployment: 'test' } as const;
  const { conversations } = chat.caller;
  const talk = async () => {
    const opened = await conversations.start(conversation);
    await conversations.runUntilIdle(opened.customer);
    return (await conversations.messages(opened.customer, opened.after)).map(lineOf);
  };
  expect(await talk()).toEqual(['bot: Your name?']);
  await chat.caller.drafts.deployTest(bot.id);
  expect(await talk()).toEqual(['bot: Draft?']);

  const query = { workspaces: [1], offset: 0, limit: 9 };
  const deliveries = () => readsOf(chat.storage, brand).load({ kind: 'deliveries', query });
  expect((await deliveries()).total).toBe(0);
  expect((await chat.caller.customers.list()).total).toBe(0);
  const live = await conversations.start({ ...conversation, deployment: 'live' });
  await conversations.runUntilIdle(live.customer);
  expect((await deliveries()).total).toBe(1);
});

it('[CV45] runUntilIdle waits for the worker that has the conversation', async () => {
  const chat = await startChat();
  const bot = await chat.publish(native);
  const { conversations } = chat.caller;
  const { customer } = await conversations.start({ bot: bot.id, visitor: 'v1' });
  const now = chat.clock.now();
  await chat.storage.conversationQueue.claim({ worker: 'w', now, leaseUntil: now + 9_000, work: 'step', limit: 1 });
  let isSettled = false;
  const idle = conversations.runUntilIdle(customer).then(() => {
    isSettled = true;
  });
  const wait = async () => {
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    chat.clock.advance(20);
  };
  await wait();
  expect(isSettled).toBe(false);
  await chat.storage.conversationQueue.release('w', [{ brand, customerNumber: customer }]);
  await wait();
  await idle;
  expect((await conversations.messages(customer)).map(lineOf)).toEqual(['bot: Your name?']);
});

it('[CV57] every input of a host is checked before any lookup', async () => {
  const chat = await startChat();
  const { conversations } = chat.caller;
  const visit = { bot: 'none', visitor: 'v1' };
  const attempts = [
    conversations.start(undefined as never),
    conversations.start({ ...visit, node: { a: 1n } } as never),
    conversations.start({ ...visit, deployment: 'zzz' } as never),
    conversations.receive({ ...visit, message: text('') }),
    conversations.messages(1, -1),
    conversations.resolve(1, 7 as never, { ok: true }),
    conversations.resolve(1, 'e', { ok: false } as never),
    conversations.start({ ...visit, colour: 'red' } as never),
  ];
  expect(await Promise.all(attempts.map(refusalOf))).toEqual([
    'invalid_parameters ',
    'invalid_parameters node',
    'invalid_parameters deployment',
    'invalid_parameters message.message',
    'invalid_parameters after',
    'invalid_parameters effectId',
    'invalid_parameters outcome.reason',
    'field_not_described colour',
  ]);
});

const refusalOf = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'done',
    (error: unknown) => (isEngineError(error) ? `${error.code} ${error.field ?? ''}` : String(error)),
  );

it('[CV43][CV48] what the caller may not see is not found', async () => {
  const chat = await startChat();
  const [bot, other] = [await chat.publish(native), await chat.publish(echo)];
  const { conversations } = chat.caller;
  const { customer } = await conversations.start({ bot: bot.id, visitor: 'v1' });
  const stranger = chat.engine.as({ brand, person: 8, workspaces: [2], permissions: [] }).conversations;
  await chat.caller.bots.trash(other.id);
  const attempts = [
    stranger.start({ bot: bot.id, visitor: 'v1' }),
    stranger.receive({ bot: bot.id, visitor: 'v1', message: text('hi') }),
    conversations.start({ bot: other.id, visitor: 'v1' }),
    stranger.messages(customer),
    stranger.runUntilIdle(customer),
    stranger.close(customer),
    stranger.resolve(customer, 'e', { ok: true }),
    conversations.close(customer + 1_000),
    conversations.start({ bot: bot.id, visitor: 'not so' }),
    conversations.resolve(customer, 'e', { ok: 'yes' } as never),
  ];
  expect(await Promise.all(attempts.map(refusalOf))).toEqual([
    ...Array(3).fill('bot_not_found '),
    ...Array(5).fill('customer_not_found '),
    'invalid_parameters visitor',
    'invalid_parameters outcome.ok',
  ]);
});
