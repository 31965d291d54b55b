import { expect, it, vi } from 'vitest';
import { createLookUps } from './look-ups.ts';
import type { Resolver } from './resolver.ts';

interface Asked {
  readonly name: string;
  answer(addresses: readonly string[]): void;
  fail(): void;
}

function openResolver(): { readonly resolver: Resolver; readonly asked: Asked[]; names(): readonly string[] } {
  const asked: Asked[] = [];
  return {
    asked,
    names: () => asked.map(({ name }) => name),
    resolver: {
      resolve(name) {
        const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
        asked.push({ name, answer: resolve, fail: () => reject(new Error('ENOTFOUND')) });
        return promise;
      },
    },
  };
}

/** @returns The events of the waiter, in order. */
function waiter(): { readonly events: unknown[]; onBegin(): void; onEnd(addresses: readonly string[]): void } {
  const events: unknown[] = [];
  return { events, onBegin: () => void events.push('begun'), onEnd: (found) => void events.push(found) };
}

const nextTick = () => new Promise((resolve) => setImmediate(resolve));

it('[SN26] overlapping look-ups of a name by any groups are one; the next one is new', async () => {
  const { resolver, asked, names } = openResolver();
  const lookUps = createLookUps(resolver);
  const waiters = [waiter(), waiter(), waiter()];
  lookUps.find('a.example', 'acme', waiters[0] as never);
  lookUps.find('a.example', 'umbrella', waiters[1] as never);
  lookUps.find('b.example', 'acme', waiters[2] as never);
  expect(names()).toEqual(['a.example', 'b.example']);
  asked[0]?.answer(['1.1.1.1']);
  asked[1]?.fail();
  await nextTick();
  expect(waiters.map(({ events }) => events)).toEqual([
    ['begun', ['1.1.1.1']],
    ['begun', ['1.1.1.1']],
    ['begun', []],
  ]);
  lookUps.find('a.example', 'acme', waiter());
  expect(names()).toEqual(['a.example', 'b.example', 'a.example']);
});

it('[SN35] a group has as many under way as are free, and a group that comes later always finds a slot', async () => {
  const { resolver, asked, names } = openResolver();
  const lookUps = createLookUps(resolver, { atOnce: 8 });
  const first = Array.from({ length: 12 }, (_, index) => {
    const each = waiter();
    lookUps.find(`a${index}.example`, 'acme', each);
    return each;
  });
  expect(names()).toEqual([0, 1, 2, 3].map((index) => `a${index}.example`));
  expect(first.map(({ events }) => events.length)).toEqual([1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0]);

  for (let index = 0; index < 5; index += 1) lookUps.find(`b${index}.example`, 'umbrella', waiter());
  expect(names().slice(4)).toEqual(['b0.example', 'b1.example']);
  lookUps.find('c0.example', 'third', waiter());
  expect(names().slice(6)).toEqual(['c0.example']);
  lookUps.find('d0.example', 'fourth', waiter());
  expect(names().slice(7)).toEqual(['d0.example']);
  lookUps.find('e0.example', 'fifth', waiter());
  expect(names()).toHaveLength(8);

  // A free slot goes to the group with the fewest slots.
  asked[0]?.answer([]);
  await nextTick();
  expect(names().slice(8)).toEqual(['e0.example']);
  for (const each of asked.slice(1)) each.answer([]);
  await nextTick();
  expect(new Set(names().slice(9))).toEqual(
    new Set(['a4', 'a5', 'a6', 'b2', 'b3', 'b4'].map((name) => `${name}.example`)),
  );
});

it('[SN35] a name that two groups wait for is looked up when either of them gets a slot', () => {
  const { resolver, names } = openResolver();
  const lookUps = createLookUps(resolver, { atOnce: 4 });
  for (const name of ['a.example', 'b.example', 'c.example']) lookUps.find(name, 'acme', waiter());
  const [mine, theirs] = [waiter(), waiter()];
  lookUps.find('shared.example', 'acme', mine);
  expect([mine.events, names()]).toEqual([[], ['a.example', 'b.example']]);
  lookUps.find('shared.example', 'umbrella', theirs);
  expect([mine.events, theirs.events, names()[2]]).toEqual([['begun'], ['begun'], 'shared.example']);
});

it('[SN13] a withdrawn waiter is not called, and a name without waiters is not looked up', async () => {
  const { resolver, asked, names } = openResolver();
  const lookUps = createLookUps(resolver, { atOnce: 2 });
  const waiters = ['a', 'b', 'c'].map((name) => {
    const each = waiter();
    return { ...each, withdraw: lookUps.find(`${name}.example`, 'acme', each) };
  });
  for (const each of waiters.slice(0, 2)) each.withdraw();
  asked[0]?.answer(['1.1.1.1']);
  await nextTick();
  expect(waiters.map(({ events }) => events)).toEqual([['begun'], [], ['begun']]);
  expect(names()).toEqual(['a.example', 'c.example']);
});

it('[SN36] a look-up that is not answered ends after five seconds, and its slot is free', async () => {
  vi.useFakeTimers();
  try {
    const { resolver, asked, names } = openResolver();
    const lookUps = createLookUps(resolver, { atOnce: 1 });
    const [first, second] = [waiter(), waiter()];
    lookUps.find('a.example', 'acme', first);
    lookUps.find('b.example', 'acme', second);
    await vi.advanceTimersByTimeAsync(4_999);
    expect([first.events, second.events]).toEqual([['begun'], []]);
    await vi.advanceTimersByTimeAsync(1);
    expect([first.events, second.events, names()]).toEqual([['begun', []], ['begun'], ['a.example', 'b.example']]);
    asked[0]?.answer(['1.1.1.1']);
    asked[1]?.answer(['8.8.8.8']);
    await vi.advanceTimersByTimeAsync(0);
    expect([first.events, second.events]).toEqual([
      ['begun', []],
      ['begun', ['8.8.8.8']],
    ]);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

const bottomless = { [Symbol.iterator]: () => ({ next: () => ({ done: false, value: '1.1.1.1' }) }) };
const throwing = new Proxy([], {
  get() {
    throw new Error('It looks like a list.');
  },
});

it.for([
  ['nothing', undefined, []],
  ['null', null, []],
  ['a text', '1.1.1.1', []],
  ['an object', { length: 1, 0: '1.1.1.1' }, []],
  ['a list without end', bottomless, []],
  ['a list that throws', throwing, []],
  ['no address', [], []],
  ['ten thousand addresses', Array(10_000).fill('1.1.1.1'), []],
  ['257 addresses', Array(257).fill('1.1.1.1'), []],
  ['a list with holes', Array(2), ['', '']],
  ['other things', [7, null, { toString: (): string => '1.1.1.1' }, ['1.1.1.1'], '1'.repeat(65)], ['', '', '', '', '']],
  ['addresses among other things', ['1.1.1.1', 7], ['1.1.1.1', '']],
] as const)('[SN37] a resolver that answers %s', async ([, answer, addresses]) => {
  const found = waiter();
  createLookUps({ resolve: async () => answer as never }).find('hooks.example', '', found);
  await nextTick();
  expect(found.events).toEqual(['begun', addresses]);

  const known = waiter();
  const knowing = { resolve: async () => ['8.8.8.8'], known: () => answer as never };
  createLookUps(knowing).find('hooks.example', '', known);
  await nextTick();
  const isUnknown = answer === undefined || answer === throwing;
  expect(known.events).toEqual(['begun', isUnknown ? ['8.8.8.8'] : addresses]);
});

it('[SN37] a resolver that throws, rejects, or has no methods, finds no address', async () => {
  const fails = () => {
    throw new Error('Not today.');
  };
  for (const resolver of [{ resolve: fails, known: fails }, { resolve: () => Promise.reject() }, {}]) {
    const found = waiter();
    createLookUps(resolver as never).find('hooks.example', '', found);
    await nextTick();
    expect(found.events).toEqual(['begun', []]);
  }
});
