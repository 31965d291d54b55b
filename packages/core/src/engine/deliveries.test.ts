import { expect, it } from 'vitest';
import { brand, type DispatchSetup, dispatchSetup } from '../../test/dispatch-setup.ts';
import type { AttemptOutcome } from '../domain/delivery/retry-policy.ts';
import { createEngine } from './create-engine.ts';
import type { BrandEngine } from './engine.ts';

function callerOf(setup: DispatchSetup, workspaces: readonly number[] = [1], brandName = brand): BrandEngine {
  const { storage, clock, parts } = setup;
  const engine = createEngine({ storage, clock, ids: parts.ids, plans: parts.plans, cipher: parts.cipher });
  return engine.as({ brand: brandName, person: 7, workspaces, permissions: ['edit_bots'] });
}

it('[DI16] a list has the deliveries of the caller’s workspaces, newest first', async () => {
  const setup = dispatchSetup();
  const [hook, chat] = [await setup.addHook(), await setup.addWebhook()];
  const first = await setup.add(hook);
  const second = await setup.add(chat);
  const foreign = await setup.add(hook, { workspace: 2 });
  const caller = callerOf(setup);
  const ids = async (request?: Parameters<typeof caller.deliveries.list>[0]) => {
    const { items, total } = await caller.deliveries.list(request);
    return [items.map(({ id }) => id), total];
  };
  expect(await ids()).toEqual([[second, first], 2]);
  expect(await ids({ limit: 1, offset: 1 })).toEqual([[first], 2]);
  expect(await ids({ target: chat })).toEqual([[second], 1]);
  expect(await ids({ state: 'dead' })).toEqual([[], 0]);
  expect((await callerOf(setup, [1, 2]).deliveries.list()).items.map(({ id }) => id)).toEqual([foreign, second, first]);
  expect((await callerOf(setup, [1], 'umbrella').deliveries.list()).total).toBe(0);
  expect(await caller.deliveries.get(first)).toEqual({
    id: first,
    target: hook,
    messageUuid: expect.any(String),
    customerNumber: 1,
    origin: 'https://crm.example.com',
    createdAt: setup.clock.now(),
    progress: { state: 'pending', attempts: [], dueAt: setup.clock.now() },
  });
});

it.for([
  [{ limit: 101 }, 'limit'],
  [{ offset: -1 }, 'offset'],
  [{ state: 'lost' }, 'state'],
  [{ target: { kind: 'mail', number: 1 } }, 'target.kind'],
] as const)('[DI16][PA6] a list refuses %o', async ([request, field]) => {
  const { deliveries } = callerOf(dispatchSetup());
  await expect(deliveries.list(request as never)).rejects.toMatchObject({ code: 'invalid_parameters', field });
});

it('[DI17] a delivery of another brand or workspace is not found', async () => {
  const setup = dispatchSetup();
  const id = await setup.add(await setup.addHook());
  const callers = [callerOf(setup, [2]), callerOf(setup, []), callerOf(setup, [1], 'umbrella')];
  for (const { deliveries } of callers) {
    await expect(deliveries.get(id)).rejects.toMatchObject({ code: 'delivery_not_found' });
    await expect(deliveries.replay(id)).rejects.toMatchObject({ code: 'delivery_not_found' });
  }
  for (const none of ['', 'x', '01910000-0000-7000-8000-000000000001', undefined as never]) {
    await expect(callerOf(setup).deliveries.get(none)).rejects.toMatchObject({ code: 'delivery_not_found' });
  }
});

it('[DI28] a replay waits for no ordered delivery, and none waits for it', async () => {
  const setup = dispatchSetup();
  setup.answer = () => ({ kind: 'failed', reason: 'timeout' });
  const dispatcher = setup.start();
  const target = await setup.addHook();
  const first = await setup.add(target, { ordered: true });
  await setup.pass(1_000);
  const [ofSecond, ofReplay] = [Promise.withResolvers<AttemptOutcome>(), Promise.withResolvers<AttemptOutcome>()];
  setup.answer = () => ofSecond.promise;
  await setup.add(target, { ordered: true });
  const third = await setup.add(target, { ordered: true });
  await setup.pass(1_000);
  setup.answer = ({ request }) => (request.id === third ? { kind: 'answered', status: 200 } : ofReplay.promise);
  const { deliveries } = callerOf(setup);
  expect(await deliveries.replay(first)).not.toHaveProperty('ordered');
  setup.parts.signal.notify();
  await setup.pass(1_000);
  expect(setup.sent).toHaveLength(3);
  ofSecond.resolve({ kind: 'answered', status: 200 });
  await setup.pass(1_000);
  expect(setup.sent.map(({ request }) => request.id).at(-1)).toBe(third);
  ofReplay.resolve({ kind: 'answered', status: 200 });
  await setup.runUntilIdle();
  await dispatcher.stop();
});

it('[DI18] a replay sends the same bytes again, as a new delivery', async () => {
  const setup = dispatchSetup();
  setup.answer = () => ({ kind: 'failed', reason: 'timeout' });
  const dispatcher = setup.start();
  const id = await setup.add(await setup.addHook());
  await setup.pass(1_000);
  setup.answer = () => ({ kind: 'answered', status: 200 });
  const { deliveries } = callerOf(setup);
  const before = await deliveries.get(id);
  const again = await deliveries.replay(id.toUpperCase());
  expect(again).toEqual({
    ...before,
    id: again.id,
    createdAt: setup.clock.now(),
    replayOf: id,
    progress: { state: 'pending', attempts: [], dueAt: setup.clock.now() },
  });
  expect(again.id > id).toBe(true);
  // It was added by another engine.
  setup.parts.signal.notify();
  await setup.runUntilIdle();
  const [first, second] = setup.sent.map(({ request }) => request);
  expect(second).toEqual({ ...first, id: again.id });
  expect(await deliveries.get(id)).toEqual(before);
  expect((await deliveries.get(again.id)).progress.state).toBe('delivered');
  await dispatcher.stop();
});

it.for<readonly [string, string, (setup: DispatchSetup, hook: number) => Promise<void>]>([
  [
    'the plan lost message hooks',
    'plan_required',
    async (setup) => {
      setup.plan = async () => 'starter';
    },
  ],
  [
    'the hook is off',
    'delivery_target_off',
    async ({ commit }, number) => {
      await commit({ kind: 'updateHook', number, change: { active: false } });
    },
  ],
  [
    'the hook is gone',
    'delivery_target_off',
    async ({ commit }, number) => {
      await commit({ kind: 'deleteHook', number });
    },
  ],
  [
    'the body was erased',
    'delivery_body_erased',
    ({ commitUnchecked }) => commitUnchecked({ kind: 'eraseCustomer', number: 1, at: 5 }),
  ],
])('[DI19] no replay when %s: %s', async ([, code, change]) => {
  const setup = dispatchSetup();
  const target = await setup.addHook();
  const id = await setup.add(target);
  await change(setup, target.number);
  const { deliveries } = callerOf(setup);
  await expect(deliveries.replay(id)).rejects.toMatchObject({ code });
  expect((await deliveries.list()).total).toBe(1);
});

it('[DI15] a sweep removes deliveries that finished long enough ago', async () => {
  const setup = dispatchSetup();
  const dispatcher = setup.start();
  const done = await setup.add(await setup.addHook());
  const later = await setup.add(await setup.addWebhook(), { dueAt: setup.clock.now() + 60 * 86_400_000 });
  await setup.runUntilIdle();
  await dispatcher.stop();
  const { storage, clock } = setup;
  const engine = createEngine({ storage, clock });
  setup.clock.advance(30 * 86_400_000);
  await engine.sweep();
  expect(await setup.progressOf(done)).toMatchObject({ state: 'delivered' });
  setup.clock.advance(1);
  await engine.sweep();
  expect([await setup.progressOf(done), (await setup.progressOf(later))?.state]).toEqual([undefined, 'pending']);

  const next = await setup.add({ kind: 'hook', number: 99 });
  await setup.commit({ kind: 'endPending', target: { kind: 'hook', number: 99 }, at: clock.now() });
  setup.clock.advance(1_001);
  await createEngine({ storage, clock, deliveryLifeMs: 1_000 }).sweep();
  expect(await setup.progressOf(next)).toBeUndefined();
});

it.for(['acme bots', '', 'acme\r\nx', 'ácme', 'a/b'])('[DI20] the brand %o is refused', (userAgentBrand) => {
  expect(() => createEngine({ storage: dispatchSetup().storage, userAgentBrand })).toThrow(TypeError);
});

it('[DI1] an engine without a sender starts nothing', async () => {
  const setup = dispatchSetup();
  const engine = createEngine({ storage: setup.storage, clock: setup.clock, timer: setup.clock });
  const workers = engine.startWorkers();
  await setup.add(await setup.addHook());
  await setup.pass(2_000);
  await workers.stop();
  expect(await setup.progressOf((await callerOf(setup).deliveries.list()).items[0]?.id ?? '')).toMatchObject({
    attempts: [],
  });
});

it('[DI2] an engine with a sender sends the deliveries that its own callers add', async () => {
  const setup = dispatchSetup();
  const { clock, parts } = setup;
  const engine = createEngine({
    ...parts,
    transports: {},
    timer: clock,
    storage: setup.storage,
    retry: { scale: 0.1 },
  });
  const workers = engine.startWorkers({ deliveries: { pollMs: 60_000 } });
  setup.answer = ({ attempt }) => ({ kind: 'answered', status: attempt === 1 ? 500 : 200 });
  const target = await setup.addHook();
  const id = await setup.add(target);
  await setup.pass(61_000);
  const caller = engine.as({ brand, person: 7, workspaces: [1], permissions: [] });
  await caller.deliveries.replay(id);
  await setup.runUntilIdle();
  expect(setup.sent.map(({ at, attempt }) => [at, attempt])).toEqual([
    [60_000, 1],
    [60_500, 2],
    [61_000, 1],
  ]);
  await workers.stop();
});

it('[CU37][DQ6] deleting a customer erases the bodies of its deliveries and ends the pending ones', async () => {
  const setup = dispatchSetup();
  const { number: channelNumber } = await setup.addWebhook();
  const customerNumber = await addCustomer(setup, channelNumber);
  const id = await setup.add(await setup.addHook(), { customerNumber });
  const caller = callerOf(setup);
  await caller.customers.delete(customerNumber);
  expect((await caller.deliveries.get(id)).progress).toMatchObject({ state: 'dead', reason: 'disabled' });
  expect(await setup.storage.reads(brand).load({ kind: 'deliveryBody', id })).toBeUndefined();
});

it('[BO43][DQ19] destroying a bot erases the bodies of its customers’ deliveries and ends the pending ones', async () => {
  const setup = dispatchSetup();
  const caller = callerOf(setup);
  const bot = await caller.bots.create({ name: 'Ada', channelFamily: 'native' });
  const [channel] = await setup.storage.reads(brand).load({ kind: 'channelsOfBot', botId: bot.id });
  const customerNumber = await addCustomer(setup, channel?.number ?? 0);
  const hook = await setup.addHook();
  const [id, other] = [await setup.add(hook, { customerNumber }), await setup.add(hook, { customerNumber: 99 })];
  await caller.bots.trash(bot.id);
  expect(await setup.storage.reads(brand).load({ kind: 'deliveryBody', id })).toBeDefined();
  await caller.bots.destroy(bot.id);
  expect((await caller.deliveries.get(id)).progress).toMatchObject({ state: 'dead', reason: 'disabled' });
  expect(await setup.storage.reads(brand).load({ kind: 'deliveryBody', id })).toBeUndefined();
  expect((await caller.deliveries.get(other)).progress.state).toBe('pending');
});

async function addCustomer(setup: DispatchSetup, channelNumber: number): Promise<number> {
  const number = await setup.storage.reads(brand).load({ kind: 'customerNumber' });
  await setup.commit({
    kind: 'insertCustomer',
    customer: {
      number,
      channelNumber,
      workspace: 1,
      purpose: 'live',
      name: 'Ada',
      email: '',
      phone: '',
      archived: false,
      blocked: false,
      optIn: true,
      registerDate: 1,
      unread: 0,
      lastSeq: 0,
      fields: {},
    },
  });
  return number;
}
