import { expect, it, onTestFinished } from 'vitest';
import { engineFixture, principalOf } from '../../../test/engine-fixture.ts';
import { memoryStorage } from '../../memory/index.ts';
import type { QueuedWork, Storage } from '../../ports/storage.ts';
import { simulatedClock } from '../../testing/simulated-clock.ts';
import { createEngine } from '../create-engine.ts';
import type { Engine } from '../engine.ts';
import type { EngineOptions } from '../engine-options.ts';

const day = 24 * 60 * 60 * 1_000;

/** Processes on one store. */
function processes(options: Partial<EngineOptions> = {}) {
  const clock = simulatedClock();
  const storage = memoryStorage();
  function open(own: Partial<EngineOptions> = {}): Engine {
    const engine = createEngine({ storage, clock, timer: clock, keepEvents: { forMs: day }, ...options, ...own });
    onTestFinished(() => engine.close().catch(() => undefined));
    return engine;
  }
  return { clock, storage, open };
}

async function turns(count = 40): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

const author = (engine: Engine, brand = 'acme') => engine.as(principalOf({ brand }));

async function create(engine: Engine, ...names: readonly string[]): Promise<void> {
  for (const name of names) await author(engine).bots.create({ name, channelFamily: 'native' });
}

type Seen = { readonly type: string; readonly position: number };

const numbersOf = (seen: readonly Seen[]) => seen.map(({ position }) => position);

it('[EV13][EV14] a subscriber of scope all gets the events of every process, and continues after a position', async () => {
  const { open, clock } = processes();
  const [one, other] = [open(), open()];
  const seen: Seen[] = [];
  const subscription = one.events.subscribe((event) => void seen.push(event), { scope: 'all' });
  await subscription.ready;
  await create(other, 'A', 'B');
  await turns();
  expect(seen).toEqual([]);
  clock.advance(500);
  await turns();
  const head = { at: expect.any(Number), brand: 'acme', by: { kind: 'person', person: 7 }, workspace: 1 };
  const created = { ...head, type: 'bot.created', botId: expect.any(String) };
  expect(seen).toEqual([
    { ...created, position: 1 },
    { ...created, position: 2 },
  ]);
  await create(one, 'C');
  await turns();
  expect(numbersOf(seen)).toEqual([1, 2, 3]);
  await subscription.end();
  await create(one, 'D');
  const again: Seen[] = [];
  const resumed = other.events.subscribe((event) => void again.push(event), { scope: 'all', after: 2 });
  await resumed.ready;
  await turns();
  expect([numbersOf(seen), numbersOf(again)]).toEqual([
    [1, 2, 3],
    [3, 4],
  ]);
});

it('[EV14] it gets the types and the brand that it asked for, and its errors keep no event from it', async () => {
  const { open } = processes();
  const engine = open();
  const [seen, faults]: [unknown[], unknown[]] = [[], []];
  const subscription = engine.events.subscribe(
    (event) => {
      seen.push([event.type, 'brand' in event && event.brand]);
      throw new Error('no room');
    },
    {
      scope: 'all',
      types: ['bot.renamed'],
      brand: 'acme',
      onFault: (error, event) => faults.push([error, event?.type]),
    },
  );
  await subscription.ready;
  for (const brand of ['other', 'acme']) {
    const { id } = await author(engine, brand).bots.create({ name: 'Sales', channelFamily: 'native' });
    for (const name of ['A', 'B']) await author(engine, brand).bots.update(id, { name });
  }
  await turns();
  expect(seen).toEqual([
    ['bot.renamed', 'acme'],
    ['bot.renamed', 'acme'],
  ]);
  expect(faults).toEqual([1, 2].map(() => [new Error('no room'), 'bot.renamed']));
});

it('[EV12] the events of a change that is not stored are not kept', async () => {
  const bare = memoryStorage();
  let outcome: 'committed' | 'conflict' = 'committed';
  const storage: Storage = {
    ...bare,
    async exclusive(scope, program) {
      if (outcome === 'committed') return bare.exclusive(scope, program);
      const { decision } = await memoryStorage({ contents: bare.dump() }).exclusive(scope, program);
      return { decision, committed: { kind: 'conflict' } };
    },
  };
  const { open } = processes({ storage });
  const engine = open();
  const seen: Seen[] = [];
  const subscription = engine.events.subscribe((event) => void seen.push(event), { name: 'all' });
  await subscription.ready;
  outcome = 'conflict';
  await expect(create(engine, 'Lost')).rejects.toThrow();
  outcome = 'committed';
  await engine.brands.put({ name: 'acme', plan: 'business', workspaces: [1] });
  const { id, token } = await engine.tokens.create('acme', { person: 7 });
  await expect(engine.tokens.create('acme', { person: 7, token })).rejects.toThrow();
  await engine.tokens.revoke('acme', { id });
  await engine.tokens.revoke('acme', { id });
  await create(engine, 'Stored');
  await turns();
  expect(seen.map(({ type }) => type)).toEqual(['brand.changed', 'token.created', 'token.revoked', 'bot.created']);
});

/** A process on the store, which can be killed: from then on its calls reach nothing. */
function killable(storage: Storage): Storage & { kill(): void } {
  let isDead = false;
  const alive = async (): Promise<void> => {
    if (isDead) throw new Error('The process was killed.');
  };
  return {
    ...storage,
    read: (scope, requests) => alive().then(() => storage.read(scope, requests)),
    commit: (scope, batch) => alive().then(() => storage.commit(scope, batch)),
    exclusive: (scope, program) => alive().then(() => (storage as Required<Storage>).exclusive(scope, program)),
    close: async () => undefined,
    kill() {
      isDead = true;
    },
  };
}

it('[EV15] a named subscriber begins with the events from its first subscription on, and continues after a restart', async () => {
  const { open, storage } = processes();
  const first = open({ storage: killable(storage) });
  await create(first, 'before');
  const [seen, oldest]: [Seen[], Seen[]] = [[], []];
  const subscribe = (engine: Engine) => engine.events.subscribe((event) => void seen.push(event), { name: 'billing' });
  await subscribe(first).ready;
  await create(first, 'A');
  await turns();
  await first.close();
  const next = open();
  await create(next, 'meanwhile');
  await subscribe(next).ready;
  await next.events.subscribe((event) => void oldest.push(event), { name: 'search', from: 'oldest' }).ready;
  await turns();
  expect([numbersOf(seen), numbersOf(oldest)]).toEqual([
    [2, 3],
    [1, 2, 3],
  ]);
});

it('[EV16] an event whose handling was not noted before a crash comes again, and another process takes over', async () => {
  const { open, storage, clock } = processes();
  const dying = killable(storage);
  const [one, other] = [open({ storage: dying }), open()];
  const [seen, taken]: [Seen[], Seen[]] = [[], []];
  const subscription = one.events.subscribe((event) => void seen.push(event), { name: 'billing' });
  await subscription.ready;
  await create(one, 'A');
  await turns();
  await one.events.subscribe(() => dying.kill(), { scope: 'all' }).ready;
  const waiting = other.events.subscribe((event) => void taken.push(event), { name: 'billing' });
  await waiting.ready;
  await create(other, 'B', 'C');
  clock.advance(500);
  await turns();
  expect([numbersOf(seen), numbersOf(taken)]).toEqual([[1, 2, 3], []]);
  for (let passed = 0; passed < 40_000; passed += 5_000) {
    clock.advance(5_000);
    await turns();
  }
  expect(numbersOf(taken)).toEqual([2, 3]);
});

it('[EV17] over all processes one at a time calls the listener of a name, and the next one begins when it ends', async () => {
  const { open, clock } = processes();
  const engines = [open(), open()] as const;
  const seen: [string, number][] = [];
  const subscribe = (engine: Engine, process: string) =>
    engine.events.subscribe(({ position }) => void seen.push([process, position]), { name: 'billing' });
  const one = subscribe(engines[0], 'one');
  await one.ready;
  const other = subscribe(engines[1], 'other');
  await other.ready;
  await create(engines[1], 'A');
  for (let passed = 0; passed < 120; passed += 10) {
    clock.advance(10_000);
    await turns();
  }
  await create(engines[0], 'B');
  await turns();
  await one.end();
  await create(engines[0], 'C');
  for (let each = 0; each < 3; each += 1) {
    clock.advance(5_000);
    await turns();
  }
  expect(seen).toEqual([
    ['one', 1],
    ['one', 2],
    ['other', 3],
  ]);
});

it('[EV16] a listener that rejects gets the event again after growing pauses, and no later one before', async () => {
  const { open, clock } = processes();
  const engine = open();
  const [seen, faults]: [[number, number][], unknown[]] = [[], []];
  const startedAt = clock.now();
  const subscription = engine.events.subscribe(
    async ({ position }) => {
      seen.push([position, clock.now() - startedAt]);
      if (seen.length < 4) throw new Error(`no room ${seen.length}`);
    },
    { name: 'billing', onFault: (error, event) => faults.push([String(error), event?.position]) },
  );
  await subscription.ready;
  await create(engine, 'A', 'B');
  for (let each = 0; each < 40; each += 1) {
    await turns(10);
    clock.advance(50);
  }
  expect(seen).toEqual([
    [1, 0],
    [1, 250],
    [1, 750],
    [1, 1_750],
    [2, 1_750],
  ]);
  expect(faults).toEqual([1, 2, 3].map((nth) => [`Error: no room ${nth}`, 1]));
  await subscription.end();
});

it('[EV18][EV19] sweep removes events after their time, and a subscriber learns how many it has missed', async () => {
  const { open, clock } = processes();
  const engine = open();
  const named = () => engine.events.subscribe((event) => void seen.push(event), { name: 'billing' });
  const [seen, followed]: [Seen[], Seen[]] = [[], []];
  const first = named();
  await first.ready;
  await first.end();
  await create(engine, 'A', 'B');
  clock.advance(day + 1);
  await create(engine, 'C');
  await engine.sweep();
  await named().ready;
  await engine.events.subscribe((event) => void followed.push(event), { scope: 'all', after: 1 }).ready;
  await turns();
  const last = expect.objectContaining({ type: 'bot.created', position: 3 });
  const lost = { type: 'events.lost', at: clock.now() };
  expect(seen).toEqual([{ ...lost, count: 2, position: 2 }, last]);
  expect(followed).toEqual([{ ...lost, count: 1, position: 2 }, last]);
  clock.advance(2 * day);
  await engine.sweep();
  const late: Seen[] = [];
  await engine.events.subscribe((event) => void late.push(event), { scope: 'all', after: 0 }).ready;
  await turns();
  expect(late).toEqual([{ type: 'events.lost', at: clock.now(), count: 3, position: 3 }]);
});

it('[EV13] many events keep their order, for subscribers that lag and that keep up', async () => {
  const { open } = processes();
  const engine = open();
  const [seen, late]: [number[], number[]] = [[], []];
  const subscription = engine.events.subscribe(({ position }) => void seen.push(position), { scope: 'all' });
  await subscription.ready;
  const { id } = await author(engine).bots.create({ name: 'Sales', channelFamily: 'native' });
  for (let each = 1; each < 450; each += 1) await author(engine).bots.update(id, { name: `Sales ${each}` });
  await engine.events.subscribe(({ position }) => void late.push(position), { name: 'late', from: 'oldest' }).ready;
  await turns(200);
  const all = Array.from({ length: 450 }, (_, index) => index + 1);
  expect([seen, late]).toEqual([all, all]);
});

it('[EV21] where the store notifies of events, those of another process come at once', async () => {
  const { open, storage } = processes();
  const listeners = new Set<(work: QueuedWork) => void>();
  const notifying: Storage = {
    ...storage,
    onQueuedWork(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const [one, other] = [open({ storage: notifying }), open()];
  const seen: Seen[] = [];
  const subscriptions = [{ scope: 'all' }, { name: 'billing' }].map((options) =>
    one.events.subscribe((event) => void seen.push(event), options as { readonly name: string }),
  );
  for (const each of subscriptions) await each.ready;
  expect(listeners.size).toBe(1);
  await create(other, 'A');
  const notify = (events: boolean) => {
    for (const listener of listeners) listener({ deliveries: true, conversations: true, events });
  };
  notify(false);
  await turns();
  expect(seen).toEqual([]);
  notify(true);
  await turns();
  expect(numbersOf(seen)).toEqual([1, 1]);
  for (const each of subscriptions) await each.end();
  expect(listeners.size).toBe(0);
});

it.each([false, true])(
  '[EV21] without events subscribers look once in pollMs together, store notifies: %s',
  async (notifies) => {
    const { open, storage, clock } = processes();
    let looks = 0;
    const counted: Storage = {
      ...storage,
      read(scope, requests) {
        looks += requests.filter((each) => each.do === 'get' && each.kind === 'event_log').length;
        return storage.read(scope, requests);
      },
      ...(notifies && { onQueuedWork: () => () => undefined }),
    };
    const engine = open({ storage: counted });
    const subscriptions = Array.from({ length: 10 }, () => engine.events.subscribe(() => 0, { scope: 'all' }));
    for (const each of subscriptions) await each.ready;
    await turns();
    looks = 0;
    for (let half = 0; half < 120; half += 1) {
      clock.advance(500);
      await turns(5);
    }
    expect(looks).toBe(120);
  },
);

it('[EV12] an engine that keeps no events refuses these subscribers, and stores nothing', async () => {
  const { engine, storage } = engineFixture();
  await create(engine, 'A');
  const listed = { do: 'scan', list: 'raised', order: 'number', within: [], where: {}, look: 1 } as const;
  expect(await storage.read('store', [{ ...listed, kind: 'raised_event' }])).toEqual([{ keys: [] }]);
  for (const options of [{ name: 'billing' }, { scope: 'all' }] as const) {
    expect(() => engine.events.subscribe(() => 0, options)).toThrow(
      new TypeError('The engine keeps no events: give it the option `keepEvents`.'),
    );
  }
  for (const keepEvents of [
    { forMs: 0 },
    { forMs: 1.5 },
    { forMs: day, pollMs: 0 },
    { forMs: day, by: ['nobody'] },
    { forMs: day, by: 'person' },
  ]) {
    expect(() => engineFixture({ keepEvents } as never)).toThrow(TypeError);
  }
});

it('[EV12][EV19] an engine keeps the events of the actors that it names, and without any it removes those of others', async () => {
  const { open, clock, storage } = processes();
  const [ofHost, none] = [
    open({ keepEvents: { forMs: day, by: ['host'] } }),
    open({ keepEvents: { forMs: day, by: [] } }),
  ];
  for (const engine of [ofHost, none]) {
    await engine.brands.put({ name: 'acme', plan: 'business', workspaces: [1] });
    await create(engine, 'A');
  }
  const seen: Seen[] = [];
  const subscription = open().events.subscribe((event) => void seen.push(event), { scope: 'all', after: 0 });
  await turns();
  expect(seen).toMatchObject([{ type: 'brand.changed', position: 1 }]);
  clock.advance(day + 1);
  await none.sweep();
  const kept = {
    do: 'scan',
    kind: 'kept_event',
    list: 'kept',
    order: 'position',
    within: [],
    where: {},
    look: 1,
  } as const;
  expect(await storage.read('store', [kept])).toEqual([{ keys: [] }]);
  await subscription.end();
});

it.each([
  { name: '' },
  { name: 'a'.repeat(101) },
  { name: 'a\u0000' },
  { name: 7 },
  { name: 'billing', after: 1 },
  { name: 'billing', scope: 'process' },
  { name: 'billing', from: 'new' },
  { scope: 'every' },
  { scope: 'all', after: -1 },
  { scope: 'all', after: '1' },
  { scope: 'all', brand: 1 },
])('[EV14][EV15] invalid options are refused: %j', (options) => {
  const { open } = processes();
  expect(() => open().events.subscribe(() => 0, options as never)).toThrow(TypeError);
  expect(() => open().events.subscribe('log' as never, { scope: 'all' })).toThrow(TypeError);
});
