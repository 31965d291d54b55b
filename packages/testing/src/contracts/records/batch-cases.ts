import { deepEqual, equal, rejects } from 'node:assert/strict';
import type { Condition, Program, RecordStore, Request, Stored } from '@botwright/core/ports';
import type { ContractCase } from '../contract.ts';
import type { Book } from './sample-kinds.ts';
import { book, brand, commit, find, newVersion, otherBrand, put, recordOf, store } from './samples.ts';

const one: Request = { do: 'get', kind: 'book', key: [1], expect: true };

function* lend(): Program<{ readonly operations: readonly ReturnType<typeof put>[]; readonly price: number }> {
  const [found] = (yield [one]) as [Stored<Book>];
  const price = (found.record.price ?? 0) + 1;
  return { price, operations: [put('book', { ...found.record, price })] };
}

async function conflictWith(records: RecordStore, condition: Condition): Promise<string> {
  const batch = { conditions: [condition], operations: [put('book', book(7))] };
  return (await records.commit(brand, batch)).kind;
}

/** Batches: all or nothing, and who is first. */
export const batchCases: readonly ContractCase[] = [
  {
    rule: 'RS20',
    title: 'a batch that conflicts stores nothing of it',
    async run({ storage: records }) {
      await store(records, [put('book', book(1, { isbn: 'x', title: 'before' }))]);
      const outcome = await commit(records, [
        put('book', book(1, { title: 'after' })),
        put('library', { id: 's', room: 'r' }),
        { do: 'delete', kind: 'book', key: [1] },
        put('note', { book: 9, line: 1, text: 'no owner' }),
      ]);
      equal(outcome, 'conflict');
      equal((await recordOf(records, 'book', [1])).title, 'before');
      equal(await find(records, 'library', ['s']), undefined);
      equal(await commit(records, [put('book', book(2, { isbn: 'x' }))]), 'conflict');
    },
  },
  {
    rule: 'RS21',
    title: 'a batch is committed when each condition holds, and conflicts when one does not',
    async run({ storage: records }) {
      await store(records, [put('book', book(1), 'here')]);
      const key = [1];
      equal(await conflictWith(records, { kind: 'book', key, version: 'other' }), 'conflict');
      equal(await conflictWith(records, { kind: 'book', key, version: undefined }), 'conflict');
      equal(await conflictWith(records, { kind: 'book', key: [2], version: 'here' }), 'conflict');
      equal(await find(records, 'book', [7]), undefined);
      const conditions = [
        { kind: 'book', key, version: 'here' },
        { kind: 'book', key: [2], version: undefined },
      ];
      const operations = [put('book', book(7))];
      deepEqual(await records.commit(brand, { conditions, operations }), { kind: 'committed' });
      const one = { kind: 'book', key, version: 'gone' };
      equal((await records.commit(brand, { conditions: [...conditions, one], operations })).kind, 'conflict');
      equal((await records.commit(otherBrand, { conditions, operations })).kind, 'conflict');
    },
  },
  {
    rule: 'RS22',
    title: 'of many batches with a condition on one version, one is committed',
    async run({ storage: records }) {
      await store(records, [put('book', book(1), 'here')]);
      const outcomes = await Promise.all(
        Array.from({ length: 16 }, async (_, index) => {
          const operations = [
            put('book', book(1, { price: index })),
            put('library', { id: `${index}`, room: `${index}` }),
          ];
          return (
            await records.commit(brand, { conditions: [{ kind: 'book', key: [1], version: 'here' }], operations })
          ).kind;
        }),
      );
      equal(outcomes.filter((outcome) => outcome === 'committed').length, 1);
      const { price } = await recordOf(records, 'book', [1]);
      equal(outcomes[price], 'committed');
      for (const [index] of outcomes.entries()) {
        equal((await find(records, 'library', [`${index}`])) !== undefined, index === price);
      }
    },
  },
  {
    rule: 'RS22',
    title: 'of many batches that put a record with equal values of a unique index, one is committed',
    async run({ storage: records }) {
      const outcomes = await Promise.all(
        Array.from({ length: 16 }, (_, index) =>
          commit(records, [put('book', book(index, { isbn: 'x' }))], index % 2 ? brand : otherBrand),
        ),
      );
      equal(outcomes.filter((outcome) => outcome === 'committed').length, 1);
      equal(outcomes.filter((outcome) => outcome === 'conflict').length, 15);
    },
  },
  {
    rule: 'RS23',
    title: 'the requests of a read are answered in their order, from one moment',
    async run({ storage: records }) {
      await store(records, [put('book', book(1, { price: 0 })), put('book', book(2, { price: 0 }))]);
      const writes = async () => {
        for (let price = 1; price <= 20; price += 1) {
          await store(records, [put('book', book(1, { price })), put('book', book(2, { price }))]);
        }
      };
      const reads = async () => {
        for (let time = 0; time < 20; time += 1) {
          const requests = [2, 1, 1].map((number): Request => ({ do: 'get', kind: 'book', key: [number] }));
          const answers = (await records.read(brand, requests)) as Stored<Book>[];
          deepEqual(
            answers.map(({ record }) => record.number),
            [2, 1, 1],
          );
          equal(new Set(answers.map(({ record }) => record.price)).size, 1);
        }
      };
      await Promise.all([writes(), reads(), reads()]);
    },
  },
  {
    rule: 'RS24',
    title: 'programs that run under the lock of the store follow one another',
    needs: 'exclusive',
    async run({ storage: records }) {
      await store(records, [put('book', book(1, { price: 0 }))]);
      const ran = await Promise.all(Array.from({ length: 16 }, () => records.exclusive?.(brand, lend)));
      const committed = ran.flatMap((each) => (each?.committed.kind === 'committed' ? [each.decision.price] : []));
      equal((await recordOf(records, 'book', [1])).price, committed.length);
      deepEqual(
        committed.toSorted((a, b) => a - b),
        Array.from(committed, (_, index) => index + 1),
      );
      equal(committed.length > 0, true);
    },
  },
  {
    rule: 'RS24',
    title: 'a program that throws stores nothing, and one without requests can commit',
    needs: 'exclusive',
    async run({ storage: records }) {
      const fails = function* (): ReturnType<typeof lend> {
        yield [one];
        throw new Error('refused');
      };
      await rejects(async () => records.exclusive?.(brand, fails), /refused/);
      const puts = function* (): ReturnType<typeof lend> {
        yield [];
        return { price: 0, operations: [put('book', book(3), newVersion())] };
      };
      equal((await records.exclusive?.(brand, puts))?.committed.kind, 'committed');
      deepEqual(await recordOf(records, 'book', [3]), book(3));
    },
  },
];
