import { expect, it } from 'vitest';
import { brand, dispatchWorld } from '../../../test/dispatch-world.ts';
import { createEngine } from '../create-engine.ts';
import type { BrandEngine } from '../engine.ts';

type World = ReturnType<typeof dispatchWorld>;

function callerOf(world: World, workspaces: readonly number[] = [1], brandName = brand): BrandEngine {
  const { storage, clock, parts } = world;
  const engine = createEngine({ storage, clock, ids: parts.ids, plans: parts.plans, secrets: parts.secrets });
  return engine.as({ brand: brandName, person: 7, workspaces, permissions: ['edit_bots'] });
}

it('[DI16] a list holds what is of the workspaces of the caller, newest first', async () => {
  const world = dispatchWorld();
  const [hook, chat] = [await world.addHook(), await world.addWebhook()];
  const first = await world.add(hook);
  const second = await world.add(chat);
  const foreign = await world.add(hook, { workspace: 2 });
  const caller = callerOf(world);
  const ids = async (request?: Parameters<typeof caller.deliveries.list>[0]) => {
    const { items, total } = await caller.deliveries.list(request);
    return [items.map(({ id }) => id), total];
  };
  expect(await ids()).toEqual([[second, first], 2]);
  expect(await ids({ limit: 1, offset: 1 })).toEqual([[first], 2]);
  expect(await ids({ target: chat })).toEqual([[second], 1]);
  expect(await ids({ state: 'dead' })).toEqual([[], 0]);
  expect((await callerOf(world, [1, 2]).deliveries.list()).items.map(({ id }) => id)).toEqual([foreign, second, first]);
  expect((await callerOf(world, [1], 'umbrella').deliveries.list()).total).toBe(0);
  expect(await caller.deliveries.get(first)).toEqual({
    id: first,
    target: hook,
    messageUuid: expect.any(String),
    customerNumber: 1,
    origin: 'https://crm.example.com',
    createdAt: world.clock.now(),
    progress: { state: 'pending', attempts: [], dueAt: world.clock.now() },
  });
});

it.for([
  [{ limit: 101 }, 'limit'],
  [{ offset: -1 }, 'offset'],
  [{ state: 'lost' }, 'state'],
  [{ target: { kind: 'mail', number: 1 } }, 'target.kind'],
] as const)('[DI16][PA6] a list refuses %o', async ([request, field]) => {
  const { deliveries } = callerOf(dispatchWorld());
  await expect(deliveries.list(request as never)).rejects.toMatchObject({ code: 'invalid_parameters', field });
});

it('[DI17] what is not of the caller is not found', async () => {
  const world = dispatchWorld();
  const id = await world.add(await world.addHook());
  const callers = [callerOf(world, [2]), callerOf(world, []), callerOf(world, [1], 'umbrella')];
  for (const { deliveries } of callers) {
    await expect(deliveries.get(id)).rejects.toMatchObject({ code: 'delivery_not_found' });
    await expect(deliveries.replay(id)).rejects.toMatchObject({ code: 'delivery_not_found' });
  }
  for (const none of ['', 'x', '01910000-0000-7000-8000-000000000001', undefined as never]) {
    await expect(callerOf(world).deliveries.get(none)).rejects.toMatchObject({ code: 'delivery_not_found' });
  }
});

it('[DI18] a replay sends the same bytes again, as a delivery of its own', async () => {
  const world = dispatchWorld();
  world.answer = () => ({ kind: 'failed', reason: 'timeout' });
  const dispatcher = world.start();
  const id = await world.add(await world.addHook());
  await world.pass(1_000);
  world.answer = () => ({ kind: 'answered', status: 200 });
  const { deliveries } = callerOf(world);
  const before = await deliveries.get(id);
  const again = await deliveries.replay(id.toUpperCase());
  expect(again).toEqual({
    ...before,
    id: again.id,
    createdAt: world.clock.now(),
    replayOf: id,
    progress: { state: 'pending', attempts: [], dueAt: world.clock.now() },
  });
  expect(again.id > id).toBe(true);
  await world.settle();
  const [first, second] = world.sent.map(({ request }) => request);
  expect(second).toEqual({ ...first, id: again.id });
  expect(await deliveries.get(id)).toEqual(before);
  expect((await deliveries.get(again.id)).progress.state).toBe('delivered');
  await dispatcher.stop();
});

it.for<readonly [string, string, (world: World, hook: number) => Promise<void>]>([
  [
    'the plan lost message hooks',
    'plan_required',
    async (world) => {
      world.plan = async () => 'starter';
    },
  ],
  [
    'the hook is off',
    'delivery_target_off',
    async ({ storage }, number) => {
      await storage.transaction(brand, (tx) => tx.hooks.update(number, { active: false }));
    },
  ],
  [
    'the hook is gone',
    'delivery_target_off',
    async ({ storage }, number) => {
      await storage.transaction(brand, (tx) => tx.hooks.delete(number));
    },
  ],
  [
    'the body was erased',
    'delivery_body_erased',
    ({ storage }) => storage.transaction(brand, (tx) => tx.deliveries.eraseOfCustomer(1, 5)),
  ],
])('[DI19] no replay when %s: %s', async ([, code, change]) => {
  const world = dispatchWorld();
  const target = await world.addHook();
  const id = await world.add(target);
  await change(world, target.number);
  const { deliveries } = callerOf(world);
  await expect(deliveries.replay(id)).rejects.toMatchObject({ code });
  expect((await deliveries.list()).total).toBe(1);
});

it('[DI15] a sweep prunes what finished long enough ago', async () => {
  const world = dispatchWorld();
  const dispatcher = world.start();
  const done = await world.add(await world.addHook());
  const later = await world.add(await world.addWebhook(), { dueAt: world.clock.now() + 60 * 86_400_000 });
  await world.settle();
  await dispatcher.stop();
  const { storage, clock } = world;
  const engine = createEngine({ storage, clock });
  world.clock.advance(30 * 86_400_000);
  await engine.sweep();
  expect(await world.progressOf(done)).toMatchObject({ state: 'delivered' });
  world.clock.advance(1);
  await engine.sweep();
  expect([await world.progressOf(done), (await world.progressOf(later))?.state]).toEqual([undefined, 'pending']);

  const next = await world.add({ kind: 'hook', number: 99 });
  await world.storage.transaction(brand, (tx) => tx.deliveries.endPending({ kind: 'hook', number: 99 }, clock.now()));
  world.clock.advance(1_001);
  await createEngine({ storage, clock, deliveryLifeMs: 1_000 }).sweep();
  expect(await world.progressOf(next)).toBeUndefined();
});

it.for(['acme bots', '', 'acme\r\nx', 'ácme', 'a/b'])('[DI20] the brand %o is refused', (userAgentBrand) => {
  expect(() => createEngine({ storage: dispatchWorld().storage, userAgentBrand })).toThrow(TypeError);
});

it('[DI1] an engine without a sender starts nothing', async () => {
  const world = dispatchWorld();
  const engine = createEngine({ storage: world.storage, clock: world.clock, alarm: world.clock });
  const workers = engine.startWorkers();
  await world.add(await world.addHook());
  await world.pass(2_000);
  await workers.stop();
  expect(await world.progressOf((await callerOf(world).deliveries.list()).items[0]?.id ?? '')).toMatchObject({
    attempts: [],
  });
});

it('[DI2] an engine with a sender works what its own callers add', async () => {
  const world = dispatchWorld();
  const { clock, parts } = world;
  const engine = createEngine({ ...parts, alarm: clock, storage: world.storage, retry: { scale: 0.1 } });
  const workers = engine.startWorkers({ deliveries: { pollMs: 60_000 } });
  world.answer = ({ attempt }) => ({ kind: 'answered', status: attempt === 1 ? 500 : 200 });
  const target = await world.addHook();
  const id = await world.add(target);
  await world.pass(61_000);
  const caller = engine.as({ brand, person: 7, workspaces: [1], permissions: [] });
  await caller.deliveries.replay(id);
  await world.settle();
  expect(world.sent.map(({ at, attempt }) => [at, attempt])).toEqual([
    [60_000, 1],
    [60_500, 2],
    [61_000, 1],
  ]);
  await workers.stop();
});

it('[CU37][DQ6] with a customer go the bodies of its deliveries, and what is pending ends', async () => {
  const world = dispatchWorld();
  const { number: channelNumber } = await world.addWebhook();
  const customerNumber = await addCustomer(world, channelNumber);
  const id = await world.add(await world.addHook(), { customerNumber });
  const caller = callerOf(world);
  await caller.customers.delete(customerNumber);
  expect((await caller.deliveries.get(id)).progress).toMatchObject({ state: 'dead', reason: 'disabled' });
  expect(await world.storage.reader(brand).deliveries.findBody(id)).toBeUndefined();
});

it('[BO43][DQ19] with a bot go the bodies of the deliveries of its customers, and what is pending ends', async () => {
  const world = dispatchWorld();
  const caller = callerOf(world);
  const bot = await caller.bots.create({ name: 'Ada', channelFamily: 'native' });
  const [channel] = await world.storage.reader(brand).channels.listByBot(bot.id);
  const customerNumber = await addCustomer(world, channel?.number ?? 0);
  const hook = await world.addHook();
  const [id, other] = [await world.add(hook, { customerNumber }), await world.add(hook, { customerNumber: 99 })];
  await caller.bots.trash(bot.id);
  expect(await world.storage.reader(brand).deliveries.findBody(id)).toBeDefined();
  await caller.bots.destroy(bot.id);
  expect((await caller.deliveries.get(id)).progress).toMatchObject({ state: 'dead', reason: 'disabled' });
  expect(await world.storage.reader(brand).deliveries.findBody(id)).toBeUndefined();
  expect((await caller.deliveries.get(other)).progress.state).toBe('pending');
});

async function addCustomer(world: World, channelNumber: number): Promise<number> {
  const customer = await world.storage.transaction(brand, (tx) =>
    tx.customers.insert({
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
    }),
  );
  if (customer === 'token_taken') throw new Error(customer);
  return customer.number;
}
