import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { memoryStorage } from '@botwright/core/memory';
import type { AnyKind, Storage } from '@botwright/core/ports';
import { expect, it } from 'vitest';
import { storageContract } from './storage-contract.ts';

const forgetful = () => ({ storage: { ...memoryStorage(), capabilities: { durable: true, text: true } } });

it('a failure names the rule and the promise, and has the actual value', async () => {
  const broken = storageContract({ open: forgetful }).find(({ rule }) => rule === 'ST9');
  const failure = await broken?.run().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  const { message, cause } = failure as Error;
  expect(message).toMatch(/^The store breaks the rule ST9: "a store says that it is durable if .*" does not hold\.\n./);
  expect(cause).toMatchObject({ actual: true, expected: false });
});

it('rules of durable stores are tested where a store can be opened again', () => {
  const open = () => ({ storage: memoryStorage() });
  const durable = storageContract({ open, reopen: () => memoryStorage() });
  expect(durable.length).toBeGreaterThan(storageContract({ open }).length);
});

it('a skipped rule is listed with its reason, and must exist', () => {
  const skipping = (rule: string) =>
    storageContract({ open: forgetful, skip: [{ rule, reason: 'It forgets.' }] }).filter(({ skip }) => skip);
  expect(skipping('ST9').map(({ rule, skip }) => [rule, skip])).toEqual([['ST9', 'It forgets.']]);
  expect(() => skipping('ST999')).toThrow('no test of the rule ST999');
});

it('a store is closed and removed after each test, whether or not it passed', async () => {
  for (const rule of ['CQ1', 'ST9']) {
    const done: string[] = [];
    const tests = storageContract({
      open() {
        const { storage } = forgetful();
        return { storage: { ...storage, close: async () => void done.push('closed') } };
      },
      remove: () => void done.push('removed'),
    });
    await tests
      .find((each) => each.rule === rule)
      ?.run()
      .catch(() => undefined);
    expect(done).toEqual(['closed', 'removed']);
  }
});

function notYet(): never {
  throw new Error('not yet');
}

/** An object of which every method does this. */
const every = (act: () => unknown) => new Proxy({}, { get: (_, name) => (name === 'then' ? undefined : act) });

function unfinished(act: () => unknown, change: object = {}): Storage {
  const part = every(act);
  const parts = { capabilities: { text: true }, conversationQueue: part, rateLimiter: part, deliveryQueue: part };
  return { ...parts, read: act, commit: act, exclusive: act, close: act, ...change } as object as Storage;
}

const rejects = async (): Promise<never> => notYet();
const accepted = { kind: 'committed' };
const { close: _, ...unclosable } = memoryStorage();

it.for<readonly [string, () => Storage]>([
  ['of which every method throws', () => unfinished(notYet)],
  ['of which every method rejects', () => unfinished(rejects)],
  ['that accepts each batch', () => unfinished(rejects, { commit: async () => accepted })],
  ['that closes only', () => unfinished(rejects, { close: async () => undefined })],
  ['that has no reads', () => ({ ...memoryStorage(), read: rejects, close: rejects })],
])('each test fails with a store %s, and leaves no rejection behind', async ([, open]) => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => void unhandled.push(reason);
  process.on('unhandledRejection', note);
  const passed: string[] = [];
  for (const { title, run } of storageContract({ open: () => ({ storage: open() }), reopen: open })) {
    await run().then(
      () => passed.push(title),
      () => undefined,
    );
  }
  await setImmediate();
  process.off('unhandledRejection', note);
  expect([passed, unhandled]).toEqual([[], []]);
});

it.for([
  [{}, 'open() must return { storage }, which lacks capabilities, conversationQueue'],
  [undefined, 'open() must return { storage }, which lacks capabilities'],
  [unclosable, 'open() must return { storage }, which lacks close.'],
] as const)('a value that is no store (%#) is named as such', async ([storage, message]) => {
  const [first] = storageContract({ open: () => ({ storage: storage as Storage }) });
  await expect(first?.run()).rejects.toThrow(message);
  await expect(first?.run()).rejects.toThrow(TypeError);
});

it('the first failure of a test is reported, also when the store cannot be closed', async () => {
  const storage = { ...forgetful().storage, close: rejects };
  const test = storageContract({ open: () => ({ storage }) }).find(({ rule }) => rule === 'ST9');
  await expect(test?.run()).rejects.toThrow('The store breaks the rule ST9');
});

const never = () => new Promise<never>(() => undefined);

it.for<readonly [string, () => Storage]>([
  ['commit', () => ({ ...memoryStorage(), commit: never })],
  ['read', () => ({ ...memoryStorage(), read: never })],
  ['close', () => ({ ...memoryStorage(), close: never })],
  ['open', never as never],
])('a store whose %s is never answered fails within the limit', async ([, open]) => {
  const tests = storageContract({ open: async () => ({ storage: await open() }), limitMs: 50 });
  const test = tests.find(({ rule }) => rule === 'CQ20');
  await expect(test?.run()).rejects.toThrow('did not end within 0.05 seconds: a call was never answered.');
});

it('a scan that never ends fails', async () => {
  const open = (kinds: readonly AnyKind[]) => {
    const storage = memoryStorage({ kinds });
    const read: Storage['read'] = async (scope, requests) =>
      requests.every((each) => each.do === 'scan')
        ? requests.map(() => ({ keys: [], next: [1] }))
        : storage.read(scope, requests);
    return { storage: { ...storage, read } };
  };
  const failures: string[] = [];
  for (const test of storageContract({ open })) {
    if (test.title.includes('scan')) await test.run().catch((error: Error) => failures.push(error.message));
  }
  expect(failures.length).toBeGreaterThan(0);
});

it.for([
  [['text'], 'The storage has text: correct the option "lacks".'],
  [['exclusive'], 'The storage has exclusive: correct the option "lacks".'],
] as const)('tests of what a store has are not left out: %s', async ([lacks, message]) => {
  const [first] = storageContract({ open: (kinds) => ({ storage: memoryStorage({ kinds }) }), lacks });
  await expect(first?.run()).rejects.toThrow(message);
});

it('a store without splices and programs passes when it says so', async () => {
  const open = (kinds: readonly AnyKind[]) => {
    const { exclusive: _exclusive, ...storage } = memoryStorage({ kinds });
    return { storage: { ...storage, capabilities: { durable: false } } };
  };
  const tests = storageContract({ open, lacks: ['text', 'exclusive'] });
  expect(tests.length).toBeLessThan(storageContract({ open }).length);
  for (const { run } of tests) await run();
  await expect(storageContract({ open })[0]?.run()).rejects.toThrow('The storage lacks text');
});

it('a store that answers at once and calls its listeners by a timer passes, and one that never calls fails', async () => {
  const openPair = (calls: boolean) => {
    const storage = memoryStorage();
    const listeners = new Set<(work: { deliveries: boolean; conversations: boolean }) => void>();
    const tell = () => {
      for (const listener of listeners) listener({ deliveries: true, conversations: true });
    };
    const shared: Storage = {
      ...storage,
      async commit(scope, batch) {
        const outcome = await storage.commit(scope, batch);
        if (calls) void wait(5).then(() => tell());
        return outcome;
      },
      onQueuedWork(listener) {
        listeners.add(listener as never);
        return () => void listeners.delete(listener as never);
      },
    };
    return shared;
  };
  const run = (calls: boolean) => {
    const tests = storageContract({
      open: () => ({ storage: openPair(calls) }),
      openBeside: ({ storage }) => ({ ...storage, close: async () => undefined }),
      limitMs: 3_000,
    });
    return tests.find(({ rule }) => rule === 'ST102')?.run();
  };
  await run(true);
  await expect(run(false)).rejects.toThrow('did not end within 3 seconds');
});
