import { expect, it } from 'vitest';
import type { Timer } from '../ports/clock.ts';
import type { LeaseHolder } from '../ports/work-queue.ts';
import { deterministicIds } from '../testing/deterministic-ids.ts';
import { simulatedClock } from '../testing/simulated-clock.ts';
import {
  type HandleItem,
  type LeasedQueue,
  type LeaseWorkerOptions,
  leaseWorker,
  nothingToClaim,
} from './lease-worker.ts';
import { createWorkSignal } from './work-signal.ts';

/** Runs everything that does not wait for the clock. */
async function flush(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** A worker on a queue of names, of which a claim leases at most two, and a log of what the worker does. */
function openWorker(
  handle: HandleItem<string>,
  options: Partial<LeaseWorkerOptions<string>> = {},
  changes: Partial<LeasedQueue<string>> = {},
) {
  const clock = simulatedClock(1_000_000);
  const signal = createWorkSignal();
  const waiting: string[] = [];
  const log: string[] = [];
  const claims: (LeaseHolder & { readonly active: readonly string[] })[] = [];
  const note = (text: string) => void log.push(`${clock.now() - 1_000_000} ${text}`);
  const queue: LeasedQueue<string> = {
    async claim(request) {
      claims.push({ ...request, active: [...request.active] });
      return waiting.splice(0, Math.max(0, 2 - request.active.size));
    },
    nextClaimIn: () => 1_000,
    renew: async ({ leaseUntil }) => note(`renew until ${leaseUntil - 1_000_000}`),
    recover: async () => note('recover'),
    ...changes,
  };
  const worker = leaseWorker(queue, handle, {
    clock,
    timer: clock,
    ids: deterministicIds(),
    signal,
    leaseMs: 3_000,
    graceMs: 5_000,
    isAlone: false,
    onFault: (error, item) => note(`fault ${item ?? '-'}: ${(error as Error).message}`),
    ...options,
  });
  return {
    worker,
    signal,
    waiting,
    log,
    claims,
    note,
    async pass(ms: number): Promise<void> {
      for (let passed = 0; passed < ms; passed += 250) {
        await flush();
        clock.advance(Math.min(250, ms - passed));
      }
      await flush();
    },
  };
}

type OpenWorker = ReturnType<typeof openWorker>;

/** Items that the test ends one by one. */
function openItems() {
  const ends = new Map<string, () => void>();
  let note: OpenWorker['note'] = () => {};
  const handle: HandleItem<string> = async (item) => {
    note(`begin ${item}`);
    const { promise, resolve } = Promise.withResolvers<void>();
    ends.set(item, resolve);
    await promise;
    return async () => note(`end ${item}`);
  };
  return { handle, end: (item: string) => ends.get(item)?.(), noteTo: (to: OpenWorker['note']) => (note = to) };
}

it('[DI2][CV29] the worker claims when it is notified, when an item is done, and when the named time has passed', async () => {
  const items = openItems();
  const setup = openWorker(items.handle);
  items.noteTo(setup.note);
  setup.waiting.push('a', 'b', 'c');
  setup.signal.notify();
  await setup.pass(250);
  expect(setup.log).toEqual(['0 begin a', '0 begin b']);
  items.end('a');
  await flush();
  expect(setup.log.slice(2)).toEqual(['250 end a', '250 begin c']);
  items.end('b');
  items.end('c');
  await flush();
  setup.waiting.push('d');
  await setup.pass(1_000);
  expect(setup.log.slice(4)).toEqual(['250 end b', '250 end c', '1250 begin d']);
  items.end('d');
  await setup.worker.stop();
  expect(setup.claims.map(({ active }) => active).slice(0, 3)).toEqual([[], ['b'], []]);
  expect(new Set(setup.claims.map(({ worker }) => worker)).size).toBe(1);
});

/** A timer whose turns of the event loop end when the test says so. */
function openTurns(clock: Timer): { readonly timer: Timer; next(): Promise<void> } {
  let turn = Promise.withResolvers<void>();
  return {
    timer: { ...clock, nextTurn: () => turn.promise },
    async next() {
      turn.resolve();
      turn = Promise.withResolvers();
      await flush();
    },
  };
}

it('[DI25] a claim waits until three turns of the event loop bring no notification', async () => {
  const turns = openTurns(simulatedClock(1_000_000));
  const setup = openWorker(async () => undefined, { timer: turns.timer });
  for (const quiet of [false, true, true, false, true, true]) {
    if (!quiet) setup.signal.notify();
    await turns.next();
    expect(setup.claims).toEqual([]);
  }
  await turns.next();
  expect(setup.claims).toHaveLength(1);
  for (let turn = 0; turn < 5; turn += 1) await turns.next();
  expect(setup.claims).toHaveLength(1);
  await setup.worker.stop();
});

it('[DI25] a claim waits no longer than eight turns, and no longer than 10 ms', async () => {
  const clock = simulatedClock(1_000_000);
  const turns = openTurns(clock);
  const setup = openWorker(async () => undefined, { clock, timer: turns.timer });
  const next = async () => {
    setup.signal.notify();
    await turns.next();
  };
  for (let turn = 0; turn < 7; turn += 1) await next();
  expect(setup.claims).toHaveLength(0);
  await next();
  expect(setup.claims).toHaveLength(1);
  await next();
  await next();
  expect(setup.claims).toHaveLength(1);
  clock.advance(10);
  await next();
  expect(setup.claims).toHaveLength(2);
  const stopped = setup.worker.stop();
  await turns.next();
  await stopped;
});

it('[DI2] the worker does not claim for an item that leaves nothing to claim, and closes its queue when it stops', async () => {
  let closes = 0;
  const close = () => {
    closes += 1;
  };
  const setup = openWorker(async () => async () => nothingToClaim, {}, { close });
  setup.waiting.push('a');
  setup.signal.notify();
  await flush();
  const claims = setup.claims.length;
  setup.waiting.push('b');
  await flush();
  expect([setup.waiting, setup.claims.length, closes]).toEqual([['b'], claims, 0]);
  await setup.pass(1_000);
  expect(setup.waiting).toEqual([]);
  await setup.worker.stop();
  expect(closes).toBe(1);
});

it('[DI2] a wait that is set while an earlier one runs ends at its own moment, and a clock that stands still delays none', async () => {
  const waits = [400, 1_000, 100, 5_000];
  const setup = openWorker(async () => undefined, {}, { nextClaimIn: () => waits.shift() ?? 5_000 });
  await flush();
  for (let claim = 1; claim < 3; claim += 1) {
    setup.signal.notify();
    await flush();
  }
  expect([setup.claims.length, waits]).toEqual([3, [5_000]]);
  await setup.pass(250);
  expect(setup.claims.length).toBe(4);
  await setup.pass(4_750);
  expect(setup.claims.length).toBe(4);
  await setup.pass(250);
  expect(setup.claims.length).toBe(5);
  await setup.worker.stop();

  const timer = simulatedClock(1_000_000);
  const standing = openWorker(async () => undefined, { clock: { now: () => 1_000_000 }, timer });
  await flush();
  for (let tenth = 0; tenth < 30; tenth += 1) {
    standing.signal.notify();
    await flush();
    timer.advance(100);
  }
  await flush();
  const before = standing.claims.length;
  for (let second = 0; second < 2; second += 1) {
    timer.advance(1_000);
    await flush();
  }
  expect(standing.claims.length - before).toBeGreaterThanOrEqual(1);
  await standing.worker.stop();
});

it('[DI2][CV18] a clock that is set back by an hour delays neither claims nor the extension of leases', async () => {
  const timer = simulatedClock(9_000_000);
  let behindMs = 0;
  const items = openItems();
  const setup = openWorker(items.handle, { clock: { now: () => timer.now() - behindMs }, timer });
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 250) {
      await flush();
      timer.advance(250);
    }
    await flush();
  };
  setup.waiting.push('a');
  setup.signal.notify();
  await pass(500);
  behindMs = 3_600_000;
  const before = setup.claims.length;
  await pass(4_000);
  expect(setup.claims.length - before).toBeGreaterThanOrEqual(3);
  const ends = setup.log.filter((line) => line.includes('renew until')).map((line) => Number(line.split(' ').at(-1)));
  expect(ends.map((end) => end + 1_000_000 - (timer.now() - behindMs)).every((left) => left <= 3_000)).toBe(true);
  expect(ends.length).toBeGreaterThanOrEqual(3);
  items.end('a');
  await flush();
  await setup.worker.stop();
});

it('[DI3] the worker claims again at once when the queue says so', async () => {
  const begun: string[] = [];
  const setup = openWorker(
    async (item) => {
      begun.push(item);
      return undefined;
    },
    {},
    { nextClaimIn: (_, claimed) => (claimed.length > 0 ? 0 : 1_000) },
  );
  setup.waiting.push('a', 'b', 'c', 'd', 'e');
  setup.signal.notify();
  await flush();
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e']);
  await setup.worker.stop();
});

it('[DI10][CV18] the worker extends its leases three times per lease duration, while it has any', async () => {
  const items = openItems();
  const setup = openWorker(items.handle);
  await setup.pass(2_000);
  expect(setup.log).toEqual([]);
  setup.waiting.push('a');
  setup.signal.notify();
  await setup.pass(2_000);
  expect(setup.log).toEqual(['3000 renew until 6000', '4000 renew until 7000']);
  items.end('a');
  await setup.pass(2_000);
  expect(setup.log.slice(2)).toEqual([]);
  await setup.worker.stop();
});

it('[DI26][CV60] after a failed claim the worker has another name, and keeps leases of the former one while it has items of it', async () => {
  const items = openItems();
  let isBroken = false;
  const setup: OpenWorker = openWorker(
    items.handle,
    { leaseMs: 3_000 },
    {
      async claim({ worker }) {
        names.push(worker);
        const claimed = setup.waiting.splice(0);
        if (isBroken) throw new Error('The answer was lost.');
        return claimed;
      },
      renew: async ({ worker }) => setup.note(`renew ${names.indexOf(worker)}`),
    },
  );
  const names: string[] = [];
  items.noteTo(setup.note);
  setup.waiting.push('a');
  await setup.pass(500);
  isBroken = true;
  setup.waiting.push('lost');
  setup.signal.notify();
  await flush();
  isBroken = false;
  setup.waiting.push('b');
  await setup.pass(2_500);
  expect(setup.log).toEqual([
    '0 begin a',
    '500 fault -: The answer was lost.',
    '750 begin b',
    '1000 renew 0',
    '1500 renew 2',
    '2000 renew 0',
    '2500 renew 2',
    '3000 renew 0',
  ]);
  expect(names[1]).toBe(names[0]);
  setup.log.length = 0;
  items.end('a');
  await setup.pass(2_500);
  expect(setup.log.slice(1)).toEqual(['3500 renew 2', '4500 renew 2', '5500 renew 2']);
  items.end('b');
  await setup.worker.stop();
});

it('[DI26][CV60] when a part of a claim failed, what the other part leased keeps its lease', async () => {
  const items = openItems();
  const setup: OpenWorker = openWorker(
    items.handle,
    { leaseMs: 3_000 },
    {
      async claim({ worker, onFault }) {
        names.push(worker);
        if (names.length === 1) onFault(new Error('The answer was lost.'));
        return setup.waiting.splice(0);
      },
      renew: async ({ worker }) => setup.note(`renew ${names.indexOf(worker)}`),
    },
  );
  const names: string[] = [];
  setup.waiting.push('a');
  await setup.pass(1_000);
  expect(setup.log).toEqual(['0 fault -: The answer was lost.', '1000 renew 0']);
  items.end('a');
  await setup.pass(2_000);
  expect(setup.log.slice(2)).toEqual([]);
  expect(new Set(names).size).toBe(2);
  await setup.worker.stop();
});

it('[DI8] the worker tries to store a result until that succeeds, and reports each failure', async () => {
  let failures = 3;
  const setup: OpenWorker = openWorker(
    async () => async () => {
      failures -= 1;
      if (failures >= 0) throw new Error('full');
      setup.note('stored');
    },
    { leaseMs: 60_000 },
  );
  setup.waiting.push('a');
  setup.signal.notify();
  await setup.pass(2_000);
  expect(setup.log).toEqual(['0 fault a: full', '250 fault a: full', '750 fault a: full', '1750 stored']);
  await setup.worker.stop();
});

it('[DI12][CV27] a failed claim, renewal or item does not end the worker', async () => {
  let isBroken = true;
  const fail = (what: string) => Promise.reject(new Error(`no ${what}`));
  const setup = openWorker(
    () => fail('item'),
    { leaseMs: 600, isAlone: true },
    {
      claim: async () => (isBroken ? fail('claim') : setup.waiting.splice(0)),
      recover: () => fail('recover'),
    },
  );
  await setup.pass(750);
  isBroken = false;
  setup.waiting.push('a');
  await setup.pass(1_000);
  expect(setup.log).toEqual([
    '0 fault -: no recover',
    '0 fault -: no claim',
    '250 fault -: no claim',
    '750 fault -: no claim',
    '1750 fault a: no item',
  ]);
  await setup.worker.stop();
});

it('[DI13][CV28] a worker that is alone ends the leases of all others first', async () => {
  const setup: OpenWorker = openWorker(
    async (item) => {
      setup.note(item);
      return undefined;
    },
    { isAlone: true },
  );
  setup.waiting.push('a');
  await flush();
  expect(setup.log).toEqual(['0 recover', '0 a']);
  await setup.worker.stop();
});

it('[DI11][CV28] after stop the worker claims nothing more, waits, and then abandons items under way', async () => {
  const setup: OpenWorker = openWorker((item, { stopping, abandoning }) => {
    stopping.addEventListener('abort', () => setup.note(`${item} hears of the stop`));
    const { promise, resolve } = Promise.withResolvers<() => Promise<void>>();
    abandoning.addEventListener('abort', () => resolve(async () => setup.note(`release ${item}`)));
    return promise;
  });
  setup.waiting.push('a');
  setup.signal.notify();
  await flush();
  const stopped = setup.worker.stop().then(() => setup.note('stopped'));
  setup.waiting.push('b');
  await setup.pass(6_000);
  await stopped;
  const renewals = (text: string) => !text.includes('renew');
  expect(setup.log.filter(renewals)).toEqual(['0 a hears of the stop', '5000 release a', '5000 stopped']);
  expect(setup.waiting).toEqual(['b']);
});

it('[DI11] a stop with nothing under way is over at once', async () => {
  const setup = openWorker(async () => undefined);
  await flush();
  await setup.worker.stop();
  expect(setup.log).toEqual([]);
});

it('[DI11] when the time for stopping is over, storing a result is tried once more', async () => {
  let tries = 0;
  const setup = openWorker(async () => async () => {
    tries += 1;
    throw new Error('full');
  });
  setup.waiting.push('a');
  setup.signal.notify();
  await flush();
  const stopped = setup.worker.stop();
  await setup.pass(5_000);
  await stopped;
  const before = tries;
  await setup.pass(10_000);
  expect([setup.log.at(-1), tries]).toEqual(['5000 fault a: full', before]);
});

it('[CV73] an item that was leased for the worker is handled, and its lease extended, until it is done', async () => {
  const items = openItems();
  const setup = openWorker(items.handle);
  items.noteTo(setup.note);
  await setup.pass(250);
  const offer = setup.worker.offer();
  expect(offer?.holder.leaseUntil).toBe(1_000_000 + 250 + 3_000);
  offer?.accept('a');
  await setup.pass(1_000);
  expect(setup.log).toEqual(['250 begin a', '1000 renew until 4000']);
  items.end('a');
  await setup.worker.stop();
  expect(setup.worker.offer()).toBeUndefined();
});

it('[CV73] a worker that stops waits for its offers, and handles what they bring', async () => {
  const begun: string[] = [];
  const setup = openWorker(async (item, { stopping }) => {
    begun.push(`${item} ${stopping.aborted}`);
    return undefined;
  });
  const [accepted, declined] = [setup.worker.offer(), setup.worker.offer()];
  let hasStopped = false;
  const stopped = setup.worker.stop().then(() => {
    hasStopped = true;
  });
  await flush();
  declined?.decline(false);
  await flush();
  expect(hasStopped).toBe(false);
  accepted?.accept('a');
  await stopped;
  expect(begun).toEqual(['a true']);
});

it('[CV73][CV60] a worker that may have a lease without knowing has another name, and keeps what it has of the former', async () => {
  const items = openItems();
  const setup: OpenWorker = openWorker(items.handle, {}, { renew: async ({ worker }) => setup.note(worker) });
  const first = setup.worker.offer();
  const lost = setup.worker.offer();
  const former = first?.holder.worker;
  lost?.decline(true);
  const next = setup.worker.offer();
  expect(next?.holder.worker).not.toBe(former);
  first?.accept('a');
  next?.accept('b');
  await setup.pass(1_000);
  expect(setup.log).toEqual([`1000 ${former}`, `1000 ${next?.holder.worker}`]);
  items.end('a');
  await setup.pass(1_000);
  expect(setup.log.slice(2)).toEqual([`2000 ${next?.holder.worker}`]);
  items.end('b');
  await setup.worker.stop();
});

it('[CV73] an item that was leased for the worker begins some turns of the event loop after it was queued', async () => {
  const turns = openTurns(simulatedClock(1_000_000));
  const begun: string[] = [];
  const handle: HandleItem<string> = async (item) => {
    begun.push(item);
    return undefined;
  };
  const setup = openWorker(handle, { timer: turns.timer });
  setup.worker.offer()?.accept('a');
  await turns.next();
  await turns.next();
  expect(begun).toEqual([]);
  await turns.next();
  await flush();
  expect(begun).toEqual(['a']);
  const stopped = setup.worker.stop();
  await turns.next();
  await stopped;
});
