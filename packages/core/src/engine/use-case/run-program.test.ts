import { describe, expect, it } from 'vitest';
import { memoryStorage } from '../../memory/memory-storage.ts';
import { recordKind } from '../../ports/record-kind.ts';
import type {
  CommitOutcome,
  ListAnswer,
  Program,
  RecordOperation,
  RecordStore,
  Stored,
} from '../../ports/record-store.ts';
import { recordKinds } from '../../records/record-kinds.ts';
import { createTurns, type Running, runProgram } from './run-program.ts';

interface Counter {
  readonly name: string;
  readonly count: number;
}

const counters = recordKind<Counter>()({
  name: 'counter',
  key: ['name'],
  fields: { name: 'text', count: 'integer' },
  lists: { all: { filters: {}, orders: { name: [{ field: 'name', direction: 'ascending' }] } } },
});
const scope = { brand: 'acme' };
const get = { do: 'get', kind: 'counter', key: ['a'], expect: true } as const;

/** Counts one further, each time under another version. */
function counting(): () => Program<{ readonly operations: readonly RecordOperation[]; readonly count: number }> {
  return function* () {
    const [stored] = (yield [get]) as [Stored<Counter> | undefined];
    const count = (stored?.record.count ?? 0) + 1;
    const record = { name: 'a', count };
    return { count, operations: [{ do: 'put', kind: 'counter', record, version: crypto.randomUUID() }] };
  };
}

function running(change: (right: RecordStore) => Partial<RecordStore> = () => ({})): Running & { waits: number[] } {
  const right = memoryStorage({ kinds: [counters] });
  const waits: number[] = [];
  const wait = async (conflicts: number) => {
    waits.push(conflicts);
  };
  return { records: { ...right, ...change(right) }, kinds: [counters], wait, waits };
}

function withoutLock(here: Running): Running {
  const { exclusive: _, ...records } = here.records;
  return { ...here, records };
}

async function countIn({ records }: Running): Promise<number> {
  const [stored] = (await records.read(scope, [get])) as [Stored<Counter> | undefined];
  return stored?.record.count ?? 0;
}

describe('runProgram', () => {
  it('[RS22] commits each of many programs that change one record once', async () => {
    const here = running();
    const counted = await Promise.all(Array.from({ length: 20 }, () => runProgram(here, scope, counting())));
    expect(counted.map(({ count }) => count).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, i) => i + 1),
    );
    expect(await countIn(here)).toBe(20);
    expect(here.waits).toEqual([]);
  });

  it('[RS22] runs programs one after the other that expect one record and write others, also without a lock', async () => {
    const here = withoutLock({ ...running(), oneByOne: createTurns() });
    await runProgram(here, scope, counting());
    const adding = (name: string) =>
      runProgram(here, scope, function* () {
        const others = {
          do: 'list',
          kind: 'counter',
          list: 'all',
          within: [],
          where: {},
          order: 'name',
          offset: 0,
        } as const;
        const [, { total }] = (yield [get, others]) as [unknown, { readonly total: number }];
        const record = { name, count: total };
        return { operations: [{ do: 'put', kind: 'counter', record, version: crypto.randomUUID() }] };
      });
    await Promise.all(['b', 'c', 'd', 'e'].map(adding));
    const [list] = (await here.records.read(scope, [
      { do: 'list', kind: 'counter', list: 'all', within: [], where: {}, order: 'name', offset: 0 },
    ])) as [ListAnswer<Counter>];
    expect(list.items.map(({ record }) => record.count).toSorted()).toEqual([1, 1, 2, 3, 4]);
  });

  it('[RS21] waits longer before each try where the store has no lock of its own, and gives up', async () => {
    const commit = async (): Promise<CommitOutcome> => ({ kind: 'conflict' });
    const here = running((right) => ({ commit, read: right.read }));
    await expect(runProgram(withoutLock(here), scope, counting())).rejects.toMatchObject({
      code: 'dependency_failed',
      cause: { message: 'Other writers were first 8 times.', isOfCall: true },
    });
    expect(here.waits).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('[RS2] finds out by the version whether a commit without an answer is stored', async () => {
    const cause = new Error('The connection was lost.');
    const lost = (stores: boolean) =>
      running((right) => ({
        async commit(place, batch): Promise<CommitOutcome> {
          if (stores) await right.commit(place, batch);
          return { kind: 'unknown', cause };
        },
      }));
    const [stored, unstored] = [lost(true), lost(false)];
    expect((await runProgram(withoutLock(stored), scope, counting())).count).toBe(1);
    expect(await countIn(stored)).toBe(1);
    await expect(runProgram(withoutLock(unstored), scope, counting())).rejects.toBe(cause);
    expect(await countIn(unstored)).toBe(0);
  });
});

describe('recordKinds', () => {
  it('[RS7] have each kind after its owner, with indexes and lists of fields that are declared', () => {
    const known = new Set<string>();
    for (const { name, owner, key, fields, unique, lists } of recordKinds) {
      const named = [
        ...key,
        ...(owner?.fields ?? []),
        ...Object.values(unique).flatMap((index) => index.fields),
        ...Object.values(lists).flatMap(({ only = {}, within = [], filters, orders }) => [
          ...Object.keys(only),
          ...within,
          ...Object.values(filters).map(({ field }) => field),
          ...Object.values(orders).flatMap((order) => order.map(({ field }) => field)),
        ]),
      ];
      expect(named.filter((field) => fields[field] === undefined)).toEqual([]);
      if (owner !== undefined) expect([...known]).toContain(owner.kind);
      known.add(name);
    }
    expect(known.size).toBe(recordKinds.length);
  });
});
