import { deepEqual, equal, notDeepEqual, rejects } from 'node:assert/strict';
import type {
  BatchOperation,
  CommitOutcome,
  Condition,
  ListAnswer,
  Program,
  RecordStore,
  Request,
  Stored,
} from '@botwright/core/ports';
import { casesNeeding, casesOf } from '../contract.ts';
import type { Book } from './sample-kinds.ts';
import {
  allBooks,
  atOnce,
  book,
  brand,
  commit,
  find,
  listBooks,
  newVersion,
  notesOf,
  otherBrand,
  put,
  putBook,
  putLibrary,
  putNote,
  recordOf,
  remove,
  review,
  reviewsOf,
  store,
  trimNotes,
} from './samples.ts';

const one: Request = { do: 'get', kind: 'book', key: [1], expect: true };

function* lend(): Program<{ readonly operations: readonly ReturnType<typeof put>[]; readonly price: number }> {
  const [found] = (yield [one]) as [Stored<Book>];
  const price = (found.record.price ?? 0) + 1;
  return { price, operations: [put('book', { ...found.record, price })] };
}

async function conflictWith(records: RecordStore, condition: Condition): Promise<string> {
  const batch = { conditions: [condition], operations: [putBook(7)] };
  return (await records.commit(brand, batch)).kind;
}

const always = casesOf({
  async '[RS20] a batch that conflicts stores nothing of it'({ storage: records }) {
    await store(records, [putBook(1, { isbn: 'x', title: 'before' })]);
    const outcome = await commit(records, [
      putBook(1, { title: 'after' }),
      putLibrary('s', 'r'),
      remove('book', 1),
      putNote(9, 1, 'no owner'),
    ]);
    equal(outcome, 'conflict');
    equal((await recordOf(records, 'book', [1])).title, 'before');
    equal(await find(records, 'library', ['s']), undefined);
    equal(await commit(records, [putBook(2, { isbn: 'x' })]), 'conflict');
  },
  async '[RS20] a batch that conflicts undoes each kind of operation, with what was deleted below and the totals of lists'({
    storage: records,
  }) {
    const before = [
      putLibrary('s', 'r'),
      putBook(1, { library: 's', isbn: 'x', price: 1 }),
      putBook(2, { library: 's', isLent: true }),
      putNote(1, 1, 'a'),
    ];
    await store(records, before);
    const look = async () => structuredClone(await records.read(brand, lookEverywhere));
    const seen = await look();
    const attempts: readonly (readonly BatchOperation[])[] = [
      [putBook(3, { isbn: 'y' }), putNote(3, 1, 'b')],
      [putBook(1, { title: 'After', isLent: true })],
      [{ do: 'touch', kind: 'book', key: [1], version: newVersion() }],
      [remove('note', 1, 1)],
      [remove('library', 's'), putLibrary('s', 'other')],
    ];
    for (const operations of attempts) {
      const ending = putBook(99, { isbn: 'taken' });
      await store(records, [putBook(50, { isbn: 'taken' })], otherBrand);
      equal(await commit(records, [...operations, ending]), 'conflict');
      equal(await commit(records, [...operations, putNote(99, 1, '')]), 'conflict');
      const conditions = [{ kind: 'book', key: [1], version: 'none' }];
      equal((await records.commit(brand, { conditions, operations })).kind, 'conflict');
      deepEqual(await look(), seen);
    }
    // The values of a unique index that a conflict would have taken or freed are as before.
    equal(await commit(records, [putBook(4, { isbn: 'y' })]), 'committed');
    equal(await commit(records, [putBook(5, { isbn: 'x' })]), 'conflict');
  },
  async '[RS21] a batch is committed when each condition holds, and conflicts when one does not'({ storage: records }) {
    await store(records, [putBook(1, {}, 'here')]);
    const key = [1];
    equal(await conflictWith(records, { kind: 'book', key, version: 'other' }), 'conflict');
    equal(await conflictWith(records, { kind: 'book', key, version: undefined }), 'conflict');
    equal(await conflictWith(records, { kind: 'book', key: [2], version: 'here' }), 'conflict');
    equal(await find(records, 'book', [7]), undefined);
    const conditions = [
      { kind: 'book', key, version: 'here' },
      { kind: 'book', key: [2], version: undefined },
    ];
    const operations = [putBook(7)];
    deepEqual(await records.commit(brand, { conditions, operations }), { kind: 'committed' });
    const one = { kind: 'book', key, version: 'gone' };
    equal((await records.commit(brand, { conditions: [...conditions, one], operations })).kind, 'conflict');
    equal((await records.commit(otherBrand, { conditions, operations })).kind, 'conflict');
  },
  async '[RS21] conditions hold of what was committed before, whatever the batch itself writes'({ storage: records }) {
    await store(records, [putBook(1, {}, 'one'), put('setting', { name: 'a', value: '1' }, 'set')]);
    const key = [1];
    const conditions = [
      { kind: 'book', key, version: 'one' },
      { kind: 'book', key: [2], version: undefined },
      { kind: 'setting', key: ['a'], version: 'set' },
    ];
    const operations = [
      { do: 'delete', kind: 'book', key },
      putBook(1, { title: 'Again' }, 'two'),
      putBook(2, {}, 'new'),
    ] as const;
    deepEqual(await records.commit(brand, { conditions, operations }), { kind: 'committed' });
    equal(await conflictWith(records, { kind: 'book', key, version: 'one' }), 'conflict');
    equal(await conflictWith(records, { kind: 'book', key: [2], version: undefined }), 'conflict');
    await store(records, [put('setting', { name: 'a', value: '2' }, 'again')], 'store');
    equal(await conflictWith(records, { kind: 'setting', key: ['a'], version: 'set' }), 'conflict');
    equal(await conflictWith(records, { kind: 'setting', key: ['a'], version: 'again' }), 'committed');
    await store(records, [{ do: 'delete', kind: 'book', key }]);
    equal(await conflictWith(records, { kind: 'book', key, version: 'two' }), 'conflict');
    equal(await conflictWith(records, { kind: 'book', key, version: undefined }), 'committed');
  },
  async '[RS22] of many batches with a condition on one version, one is committed'({ storage: records }) {
    await store(records, [putBook(1, {}, 'here')]);
    const outcomes = await atOnce(16, async (index) => {
      const operations = [putBook(1, { price: index }), putLibrary(`${index}`, `${index}`)];
      return (await records.commit(brand, { conditions: [{ kind: 'book', key: [1], version: 'here' }], operations }))
        .kind;
    });
    equal(outcomes.filter((outcome) => outcome === 'committed').length, 1);
    const { price } = await recordOf(records, 'book', [1]);
    equal(outcomes[price], 'committed');
    for (const [index] of outcomes.entries()) {
      equal((await find(records, 'library', [`${index}`])) !== undefined, index === price);
    }
  },
  async '[RS22] of many batches that put a record with equal values of a unique index, one is committed'({
    storage: records,
  }) {
    const outcomes = await atOnce(16, (index) =>
      commit(records, [putBook(index, { isbn: 'x' })], index % 2 ? brand : otherBrand),
    );
    equal(outcomes.filter((outcome) => outcome === 'committed').length, 1);
    equal(outcomes.filter((outcome) => outcome === 'conflict').length, 15);
  },
  async '[RS22] of many batches that write two records in either order, with conditions on both, one is committed'({
    storage: records,
  }) {
    for (let round = 0; round < 3; round += 1) {
      const versions = [`first ${round}`, `second ${round}`];
      await store(records, [putBook(1, {}, versions[0]), putBook(2, {}, versions[1])]);
      const outcomes = await atOnce(12, async (index) => {
        const numbers = index % 2 ? [1, 2] : [2, 1];
        const conditions = numbers.map((number) => ({
          kind: 'book',
          key: [number],
          version: versions[number - 1],
        }));
        const operations = numbers.map((number) => putBook(number, { price: index }));
        return (await records.commit(brand, { conditions, operations })).kind;
      });
      equal(outcomes.filter((outcome) => outcome === 'committed').length, 1);
      equal(outcomes.filter((outcome) => outcome === 'conflict').length, 11);
      const winner = outcomes.indexOf('committed');
      for (const number of [1, 2]) equal((await recordOf(records, 'book', [number])).price, winner);
    }
  },
  async '[RS22] batches at the same time that have nothing in common are all committed'({ storage: records }) {
    const outcomes = await atOnce(24, (index) =>
      commit(
        records,
        [
          putBook(index, { isbn: `${index}` }),
          putNote(index, 1, `${index}`),
          ...(index % 3 === 0 ? [putNote(99, 1, '')] : []),
        ],
        index % 2 ? brand : otherBrand,
      ),
    );
    for (const [index, outcome] of outcomes.entries()) {
      equal(outcome, index % 3 === 0 ? 'conflict' : 'committed');
      const found = await find(records, 'note', [index, 1], index % 2 ? brand : otherBrand);
      equal(found !== undefined, index % 3 !== 0);
    }
  },
  async '[RS23] the requests of a read are answered in their order, from one moment'({ storage: records }) {
    await store(records, [putBook(1, { price: 0 }), putBook(2, { price: 0 })]);
    const writes = async () => {
      for (let price = 1; price <= 20; price += 1) {
        await store(records, [putBook(1, { price }), putBook(2, { price })]);
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
  async '[RS23] while a record that each batch touches has one version, all that is read with it is the same'({
    storage: records,
  }) {
    await store(records, [putLibrary('settings', ''), putBook(1)]);
    const requests: readonly Request[] = [{ do: 'get', kind: 'library', key: ['settings'] }, one, allBooks];
    const seen = new Map<string, unknown>();
    const look = async () => {
      const [settings, ...rest] = structuredClone(await records.read(brand, requests)) as [Stored, ...unknown[]];
      const before = seen.get(settings.version);
      if (before !== undefined) deepEqual(rest, before);
      seen.set(settings.version, rest);
    };
    const write = async (index: number) => {
      const touch = { do: 'touch', kind: 'library', key: ['settings'], version: newVersion() } as const;
      const conflicting = index % 4 === 1 ? [putNote(99, 1, '')] : [];
      await commit(records, [touch, putBook(1, { price: index }), putBook(index), ...conflicting]);
    };
    await atOnce(24, (index) => (index % 2 ? write(index + 1) : look()));
    await look();
    await write(50);
    await look();
    equal(seen.size > 1, true);
  },
});

const text = casesNeeding('text', {
  async '[RS20] a batch that conflicts undoes splices, copies and trims'({ storage: records }) {
    const note = putNote(1, 1, 'a');
    await store(records, [putBook(1, { text: 'text', reviews: [review('r')] }), note]);
    const look = async () => structuredClone(await records.read(brand, lookEverywhere));
    const seen = await look();
    const at = { kind: 'book', key: [1], field: 'text' } as const;
    const attempts: readonly (readonly BatchOperation[])[] = [
      [
        { do: 'splice', at, splices: [[0, 4, 'other']], bytes: 5 },
        { do: 'splice', at: reviewsOf(1), splices: [[0, 1, []]] },
      ],
      [{ do: 'copy', from: at, kind: 'note', record: { book: 1, line: 2 }, version: newVersion() }],
      [trimNotes(0, 0)],
    ];
    for (const operations of attempts) {
      equal(await commit(records, [...operations, putNote(99, 1, '')]), 'conflict');
      deepEqual(await look(), seen);
      const before = structuredClone(seen);
      await store(records, [...operations]);
      notDeepEqual(await look(), before);
      await store(records, [
        remove('book', 1),
        putBook(1, { text: 'text', reviews: [review('r')] }, versionsOf(seen)[0]),
        { ...note, version: versionsOf(seen)[1] ?? '' } as typeof note,
      ]);
      deepEqual(await look(), seen);
    }
  },
});

const exclusive = casesNeeding('exclusive', {
  async '[RS24] programs that run under the lock of the store follow one another'({ storage: records }) {
    await store(records, [putBook(1, { price: 0 })]);
    const ran = await atOnce(16, async () => records.exclusive?.(brand, lend));
    const committed = ran.flatMap((each) => (each?.committed.kind === 'committed' ? [each.decision.price] : []));
    equal((await recordOf(records, 'book', [1])).price, committed.length);
    deepEqual(
      committed.toSorted((a, b) => a - b),
      Array.from(committed, (_, index) => index + 1),
    );
    equal(committed.length > 0, true);
  },
  async '[RS24] a program that throws stores nothing, and one without requests can commit'({ storage: records }) {
    const fails = function* (): ReturnType<typeof lend> {
      yield [one];
      throw new Error('refused');
    };
    await rejects(async () => records.exclusive?.(brand, fails), /refused/);
    const puts = function* (): ReturnType<typeof lend> {
      yield [];
      return { price: 0, operations: [putBook(3, {}, newVersion())] };
    };
    equal((await records.exclusive?.(brand, puts))?.committed.kind, 'committed');
    deepEqual(await recordOf(records, 'book', [3]), book(3));
  },
  async '[RS24] a program that is run again after a conflict sees what was committed, beside batches with conditions'({
    storage: records,
  }) {
    await store(records, [putBook(1, { price: 0 })]);
    const byProgram = () => untilCommitted(async () => (await records.exclusive?.(brand, lend))?.committed);
    const byCondition = () =>
      untilCommitted(async () => {
        const [found] = (await records.read(brand, [one])) as [Stored<Book>];
        const conditions = [{ kind: 'book', key: [1], version: found.version }];
        const operations = [put('book', { ...found.record, price: (found.record.price ?? 0) + 1 })];
        return records.commit(brand, { conditions, operations });
      });
    await atOnce(16, (index) => (index % 2 ? byProgram() : byCondition()));
    equal((await recordOf(records, 'book', [1])).price, 16);
  },
  async '[RS24] of programs that put a record which is absent, one puts it, and the others find it'({
    storage: records,
  }) {
    const add = function* (title: string): Program<{ readonly operations: readonly BatchOperation[] }> {
      const byPlace = { do: 'find', kind: 'book', index: 'isbn', values: ['x'], expect: true } as const;
      const [found] = (yield [byPlace]) as [Stored<Book> | undefined];
      if (found !== undefined) {
        return { operations: [put('book', { ...found.record, price: (found.record.price ?? 0) + 1 })] };
      }
      const [number] = (yield [{ do: 'number', sequence: 'book' }]) as [number];
      return { operations: [putBook(number, { isbn: 'x', title, price: 1 })] };
    };
    await atOnce(12, (index) =>
      untilCommitted(async () => (await records.exclusive?.(brand, () => add(`${index}`)))?.committed),
    );
    const { numbers, total } = await listBooks(records);
    equal(total, 1);
    equal((await recordOf(records, 'book', [numbers[0] ?? 0])).price, 12);
  },
  async '[RS24] of programs that expect a key to be absent and put it, each sees the record of the one before'({
    storage: records,
  }) {
    const count = function* (): Program<{ readonly operations: readonly BatchOperation[] }> {
      const [found] = (yield [one]) as [Stored<Book> | undefined];
      return { operations: [putBook(1, { price: (found?.record.price ?? 0) + 1 })] };
    };
    await atOnce(12, () => untilCommitted(async () => (await records.exclusive?.(brand, count))?.committed));
    equal((await recordOf(records, 'book', [1])).price, 12);
  },
  async '[RS24] each answer of a program shows what was committed, also of records that an earlier one has read'({
    storage: records,
  }) {
    await store(records, [putBook(1, { price: 1 }), putLibrary('s', 'r')]);
    const seen: unknown[] = [];
    const reads = function* (): Program<{ readonly operations: readonly BatchOperation[]; readonly said: string }> {
      const [first] = (yield [one]) as [Stored<Book>];
      const [again, room] = (yield [one, { do: 'get', kind: 'library', key: ['s'] }]) as [Stored<Book>, Stored];
      seen.push(first.version === again.version, room.record['room']);
      const [total] = (yield [{ do: 'count', kind: 'book', list: 'books', within: [], where: {}, upTo: 9 }]) as [
        number,
      ];
      return { operations: [putBook(total + 1)], said: 'decided' };
    };
    const ran = await records.exclusive?.(brand, reads);
    deepEqual([seen, ran?.decision.said, ran?.committed], [[true, 'r'], 'decided', { kind: 'committed' }]);
    deepEqual((await listBooks(records)).numbers, [1, 2]);
    const refused = await records.exclusive?.(brand, function* (): ReturnType<typeof lend> {
      yield [one];
      return { price: 0, operations: [putBook(5), putNote(9, 1, '')] };
    });
    equal(refused?.committed.kind, 'conflict');
    equal(await find(records, 'book', [5]), undefined);
  },
  async '[RS24] programs that lock two records in either order all end, and none sees half of another'({
    storage: records,
  }) {
    await store(records, [putBook(1, { price: 0 }), putBook(2, { price: 0 })]);
    const both = function* (numbers: readonly number[]): ReturnType<typeof lend> {
      const found: Stored<Book>[] = [];
      for (const number of numbers) {
        found.push(((yield [{ do: 'get', kind: 'book', key: [number], expect: true }]) as [Stored<Book>])[0]);
      }
      const [first, second] = found.map(({ record }) => record.price ?? 0);
      equal(first, second);
      const price = (first ?? 0) + 1;
      return { price, operations: found.map(({ record }) => put('book', { ...record, price })) };
    };
    await atOnce(4, (index) => {
      const numbers = index % 2 ? [1, 2] : [2, 1];
      return untilCommitted(async () => (await records.exclusive?.(brand, () => both(numbers)))?.committed);
    });
    for (const number of [1, 2]) equal((await recordOf(records, 'book', [number])).price, 4);
  },
});

/** Batches: all or nothing, and who is first. */
export const batchCases = [...always, ...text, ...exclusive];

/** Tries again after each conflict, as the engine does. */
async function untilCommitted(attempt: () => Promise<CommitOutcome | undefined>): Promise<void> {
  for (let times = 0; times < 500; times += 1) if ((await attempt())?.kind === 'committed') return;
  throw new Error('The store answers nothing but conflicts.');
}

const lookEverywhere: readonly Request[] = [
  allBooks,
  notesOf(1),
  { do: 'list', kind: 'book', list: 'lent', within: [], where: {}, order: 'number', offset: 0 },
  { do: 'count', kind: 'book', list: 'books', within: [], where: { library: 's' }, upTo: 99 },
  { do: 'get', kind: 'library', key: ['s'] },
  { do: 'find', kind: 'book', index: 'isbn', values: ['y'] },
];

/** The versions of the first book and of its first note. */
function versionsOf([books, notes]: readonly unknown[]): readonly string[] {
  return [books, notes].map((list) => (list as ListAnswer).items[0]?.version ?? '');
}
