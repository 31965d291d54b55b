import { deepEqual, equal } from 'node:assert/strict';
import type { RecordStore, ScanAnswer, ScanRequest, Stored } from '@botwright/core/ports';
import { type ContractCase, casesOf } from '../contract.ts';
import {
  ask,
  book,
  brand,
  listBooks,
  otherBrand,
  put,
  putBook,
  putLibrary,
  putNote,
  remove,
  store,
} from './samples.ts';

/** Six books on two libraries, and one of another brand. */
async function fill(records: RecordStore): Promise<void> {
  await store(records, [
    putLibrary('s', '1'),
    putLibrary('t', '2'),
    putBook(1, { library: 's', title: 'b', price: 3 }),
    putBook(2, { library: 't', title: 'a%c', price: 1, isLent: true }),
    putBook(3, { title: 'axc', isLent: true }),
    putBook(4, { library: 's', title: '\ue000', price: 1 }),
    putBook(5, { title: '\u{1f600}' }),
    putBook(6, { library: 't', title: 'b', price: 2.5 }),
  ]);
  await store(records, [putBook(7, { title: 'a%c', price: 1 })], otherBrand);
}

const scanned = (records: RecordStore, more: Partial<ScanRequest>) =>
  ask<ScanAnswer>(records, {
    do: 'scan',
    kind: 'book',
    list: 'books',
    within: [],
    where: {},
    order: 'number',
    look: 2,
    ...more,
  });

const filtered = [
  { where: {}, numbers: [1, 2, 3, 4, 5, 6] },
  { where: { library: 's' }, numbers: [1, 4] },
  { where: { library: null }, numbers: [3, 5] },
  { where: { library: 'none' }, numbers: [] },
  { where: { libraries: ['t', 'none'] }, numbers: [2, 6] },
  { where: { libraries: [] }, numbers: [] },
  { where: { isLent: true }, numbers: [2, 3] },
  { where: { isLent: false, library: 't' }, numbers: [6] },
  { where: { priced: true }, numbers: [1, 2, 4, 6] },
  { where: { priced: false }, numbers: [3, 5] },
  { where: { above: 1 }, numbers: [1, 6] },
  { where: { upTo: 2.5 }, numbers: [2, 4, 6] },
  { where: { above: 1, upTo: 2.5 }, numbers: [6] },
  { where: { title: '%' }, numbers: [2] },
  { where: { title: '_' }, numbers: [] },
  { where: { title: 'A' }, numbers: [] },
  { where: { title: '\u{1f600}' }, numbers: [5] },
  { where: { title: '' }, numbers: [1, 2, 3, 4, 5, 6] },
].map(
  ({ where, numbers }): ContractCase => ({
    rule: 'RS30',
    title: `a list has the records of the brand that match ${JSON.stringify(where)}`,
    async run({ storage: records }) {
      await fill(records);
      deepEqual(await listBooks(records, { where: where as never }), { numbers, total: numbers.length });
    },
  }),
);

const ordered = [
  { order: 'number', numbers: [1, 2, 3, 4, 5, 6] },
  { order: 'title', numbers: [2, 3, 6, 1, 4, 5] },
  { order: 'dearest', numbers: [1, 6, 2, 4, 3, 5] },
  { order: 'cheapest', numbers: [2, 4, 6, 1, 3, 5] },
].map(
  ({ order, numbers }): ContractCase => ({
    rule: 'RS31',
    title: `a list is in the order of its fields, texts by code point, absent ones last: ${order}`,
    async run({ storage: records }) {
      await fill(records);
      deepEqual((await listBooks(records, { order })).numbers, numbers);
    },
  }),
);

const others = casesOf({
  async '[RS30] a text contains a value of any length, character by character'({ storage: records }) {
    const titles = [
      '50% off',
      'a_b',
      "O'Neil",
      'say "so"',
      'back\\slash',
      '5*',
      'e\u0301',
      'é',
      'Straße',
      '\u{1f916}lo',
      'x?[y]',
      '',
    ];
    await store(
      records,
      titles.map((title, number) => putBook(number, { title })),
    );
    for (const text of [
      '%',
      '_',
      "'",
      '"',
      '\\',
      '*',
      '\u0301',
      'é',
      'ß',
      '\u{1f916}',
      '?[',
      'lo',
      '0% o',
      'straße',
      'SS',
      'say "so"',
    ]) {
      const numbers = titles.flatMap((title, number) => (title.includes(text) ? [number] : []));
      deepEqual(await listBooks(records, { where: { title: text } }), { numbers, total: numbers.length }, text);
      const { keys } = await scanned(records, { where: { title: text }, look: 99 });
      deepEqual(
        keys.map(([number]) => number),
        numbers,
        text,
      );
    }
  },
  async '[RS31] texts are in the order of their code points, so that U+10000 comes after U+FFEE'({ storage: records }) {
    const sorted = ['', ' a', '10', '9', 'Z', 'a', 'a b', 'aa', 'a\u0301', 'b', 'z', 'ß', 'é', '\uac00'];
    const all = [...sorted, '\ud7a3', '\ue000', '\uffee', '\u{10000}', '\u{10000}a', '\u{1f916}', '\u{10ffff}'];
    await store(
      records,
      all.map((title, index) => putBook((index * 5) % all.length, { title })),
    );
    deepEqual(
      (await listBooks(records, { order: 'title' })).numbers,
      all.map((_, index) => (index * 5) % all.length),
    );
  },
  async '[RS32] a list has the part that is asked for, and the total of all that match'({ storage: records }) {
    await fill(records);
    deepEqual(await listBooks(records, { offset: 2, limit: 2 }), { numbers: [3, 4], total: 6 });
    deepEqual(await listBooks(records, { offset: 5, limit: 5 }), { numbers: [6], total: 6 });
    deepEqual(await listBooks(records, { offset: 6, limit: 1 }), { numbers: [], total: 6 });
    deepEqual(await listBooks(records, { limit: 0 }), { numbers: [], total: 6 });
    deepEqual(await listBooks(records, { offset: 1, where: { isLent: true } }), { numbers: [3], total: 2 });
  },
  async '[RS33] a list follows each change of its records'({ storage: records }) {
    await fill(records);
    const lent = () => listBooks(records, { list: 'lent' });
    deepEqual(await lent(), { numbers: [2, 3], total: 2 });
    await store(records, [putBook(2), putBook(6, { isLent: true, price: 9 }), remove('book', 3)]);
    deepEqual(await lent(), { numbers: [6], total: 1 });
    deepEqual((await listBooks(records, { order: 'dearest' })).numbers, [6, 1, 4, 2, 5]);
    await store(records, [remove('library', 's')]);
    deepEqual(await listBooks(records, {}), { numbers: [2, 5, 6], total: 3 });
  },
  async '[RS34] a list within the values of fields has their records alone'({ storage: records }) {
    const lines = [1, 2, 3].flatMap((line) => [1, 2].map((of) => putNote(of, line, `${of}.${line}`)));
    await store(records, [putBook(1), putBook(2), ...lines]);
    const of = (within: number, scope = brand) =>
      ask<{ items: Stored<{ text: string }>[]; total: number }>(
        records,
        {
          do: 'list',
          kind: 'note',
          list: 'ofBook',
          within: [within],
          where: {},
          order: 'newest',
          offset: 0,
          limit: 2,
        },
        scope,
      );
    const { items, total } = await of(2);
    deepEqual([items.map(({ record }) => record.text), total], [['2.3', '2.2'], 3]);
    equal((await of(9)).total, 0);
    equal((await of(2, otherBrand)).total, 0);
  },
  async '[RS35] a list ends before the record that exceeds its bytes, with one at least'({ storage: records }) {
    await store(
      records,
      [1, 2, 3].map((number) => put('book', { ...book(number), tags: ['x'.repeat(100)] })),
    );
    const upTo = (most: number) => listBooks(records, { bytes: { field: 'tags', most } });
    deepEqual(await upTo(250), { numbers: [1, 2], total: 3 });
    deepEqual(await upTo(10), { numbers: [1], total: 3 });
    deepEqual(await upTo(1_000), { numbers: [1, 2, 3], total: 3 });
  },
  async '[RS36] a list of the store has the records of all brands, with their brand'({ storage: records }) {
    await fill(records);
    const { items } = await ask<{ items: Stored<{ number: number }>[] }>(
      records,
      {
        do: 'list',
        kind: 'book',
        list: 'everywhere',
        within: [],
        where: { upTo: 2 },
        order: 'cheapest',
        offset: 0,
        limit: 9,
      },
      'store',
    );
    deepEqual(
      items.map(({ brand: name, record }) => [name, record.number]),
      [
        ['acme', 2],
        ['acme', 4],
        ['globex', 7],
      ],
    );
  },
  async '[RS37] a count ends at its bound'({ storage: records }) {
    await fill(records);
    const count = (upTo: number, where = {}) =>
      ask<number>(records, { do: 'count', kind: 'book', list: 'books', within: [], where, upTo });
    deepEqual([await count(9), await count(6), await count(4), await count(9, { isLent: true })], [6, 6, 4, 2]);
  },
  async '[RS38] a scan goes on where it ended, also when the record there was deleted'({ storage: records }) {
    await fill(records);
    const found: unknown[] = [];
    let after: ScanRequest['after'];
    for (let step = 0; step < 9; step += 1) {
      const { keys, next } = await scanned(records, { where: { priced: true }, ...(after && { after }) });
      found.push(...keys.map(([number]) => number));
      if (step === 0) await store(records, [remove('book', 2)]);
      if (next === undefined) break;
      after = next;
    }
    deepEqual(found, [1, 2, 4, 6]);
  },
});

/** Lists: filters, orders, parts and counts. */
export const listCases = [...filtered, ...ordered, ...others];
