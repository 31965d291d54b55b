import { isEngineError } from '@botwright/core';
import { expect, it } from 'vitest';
import { echo } from './diagrams.ts';
import { brand, line, openWorld } from './world.ts';

const text = (message: string) => ({ type: 'text', message }) as const;
const native = { family: 'native', ...echo } as const;

it('[CV43][CV44][CV45][CV46] a visitor talks to a bot on its web channel', async () => {
  const world = await openWorld();
  const bot = await world.publish(native);
  const { conversations } = world.caller;
  const visit = { bot: bot.id, visitor: 'v1' };
  const opened = await conversations.start(visit);
  expect(await conversations.messages(opened.customer)).toEqual([]);
  await conversations.settle(opened.customer);
  expect((await conversations.messages(opened.customer)).map(line)).toEqual(['bot: Your name?']);

  const said = await conversations.receive({ ...visit, message: text('Ada') });
  expect(said).toEqual({ customer: opened.customer, after: 2 });
  await conversations.settle(said.customer);
  expect((await conversations.messages(said.customer, said.after)).map(line)).toEqual(['bot: Hello Ada!']);

  const again = await conversations.start({ ...visit, node: 'again' });
  await conversations.settle(again.customer);
  expect((await conversations.messages(again.customer, again.after)).map(line)).toEqual(['bot: You said ']);
  expect((await world.caller.customers.list({ limit: 9 })).items.map(({ number }) => number)).toEqual([
    opened.customer,
  ]);
});

it('[CV14][CV15] a test conversation talks to what was deployed, and is heard of nowhere', async () => {
  const world = await openWorld();
  const bot = await world.publish(native);
  const channels = await world.storage.reader(brand).channels.listByBot(bot.id);
  for (const { number } of channels) {
    await world.storage.transaction(brand, (tx) =>
      tx.hooks.insert({
        channelNumber: number,
        name: '',
        sealedUrl: '',
        origin: 'https://example.org',
        sealedToken: '',
        active: true,
        disabledByPlan: false,
        createdAt: 1,
        updatedAt: 1,
      }),
    );
  }
  await world.caller.drafts.editBlock(bot.id, 'welcome', { params: { text: 'Draft?', version: 3 } });
  const visit = { bot: bot.id, visitor: 'v1', deployment: 'test' } as const;
  const { conversations } = world.caller;
  const talk = async () => {
    const opened = await conversations.start(visit);
    await conversations.settle(opened.customer);
    return (await conversations.messages(opened.customer, opened.after)).map(line);
  };
  expect(await talk()).toEqual(['bot: Your name?']);
  await world.caller.drafts.deployTest(bot.id);
  expect(await talk()).toEqual(['bot: Draft?']);

  const deliveries = () => world.storage.reader(brand).deliveries.list({ workspaces: [1], offset: 0, limit: 9 });
  expect((await deliveries()).total).toBe(0);
  expect((await world.caller.customers.list()).total).toBe(0);
  const live = await conversations.start({ ...visit, deployment: 'live' });
  await conversations.settle(live.customer);
  expect((await deliveries()).total).toBe(1);
});

it('[CV45] settling waits for the worker that has the conversation', async () => {
  const world = await openWorld();
  const bot = await world.publish(native);
  const { conversations } = world.caller;
  const { customer } = await conversations.start({ bot: bot.id, visitor: 'v1' });
  const now = world.clock.now();
  await world.storage.conversationQueue.claim({ worker: 'w', now, leaseUntil: now + 9_000, work: 'step', limit: 1 });
  let isSettled = false;
  const settled = conversations.settle(customer).then(() => {
    isSettled = true;
  });
  const wait = async () => {
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    world.clock.advance(20);
  };
  await wait();
  expect(isSettled).toBe(false);
  await world.storage.conversationQueue.release(brand, customer, 'w');
  await wait();
  await settled;
  expect((await conversations.messages(customer)).map(line)).toEqual(['bot: Your name?']);
});

it('[CV43][CV48] what the caller cannot see is not there', async () => {
  const world = await openWorld();
  const [bot, other] = [await world.publish(native), await world.publish(echo)];
  const { conversations } = world.caller;
  const { customer } = await conversations.start({ bot: bot.id, visitor: 'v1' });
  const stranger = world.engine.as({ brand, person: 8, workspaces: [2], permissions: [] }).conversations;
  await world.caller.bots.trash(other.id);
  const attempts = [
    stranger.start({ bot: bot.id, visitor: 'v1' }),
    stranger.receive({ bot: bot.id, visitor: 'v1', message: text('hi') }),
    conversations.start({ bot: other.id, visitor: 'v1' }),
    stranger.messages(customer),
    stranger.settle(customer),
    stranger.close(customer),
    stranger.resolve(customer, 'e', { ok: true }),
    conversations.close(customer + 1_000),
    conversations.start({ bot: bot.id, visitor: 'not so' }),
    conversations.resolve(customer, 'e', { ok: 'yes' } as never),
  ];
  const codes = await Promise.all(
    attempts.map((attempt) =>
      attempt.then(
        () => 'done',
        (error: unknown) => (isEngineError(error) ? error.code : String(error)),
      ),
    ),
  );
  expect(codes).toEqual([
    ...Array(3).fill('bot_not_found'),
    ...Array(5).fill('customer_not_found'),
    ...Array(2).fill('invalid_parameters'),
  ]);
});
