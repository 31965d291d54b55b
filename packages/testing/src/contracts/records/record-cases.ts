import { deepEqual, equal, notEqual } from 'node:assert/strict';
import type { ContractCase } from '../contract.ts';
import { ask, book, brand, commit, find, newVersion, otherBrand, put, recordOf, store } from './samples.ts';

/** One record: what is stored of it, how it is found, changed and removed. */
export const recordCases: readonly ContractCase[] = [
  {
    rule: 'RS1',
    title: 'a record is read as it was put, whatever its texts and numbers are',
    async run({ storage: records }) {
      const full = {
        ...book(Number.MAX_SAFE_INTEGER, { title: `O'Neil "%_\\" \u{1f600} é e\u0301 \ud7ff\ue000`, isLent: true }),
        library: 's',
        isbn: '',
        price: 0.1 + 0.2,
        tags: ['b', 'a', ''],
        text: 'line\r\n\tline \u{10ffff}',
      };
      await store(records, [
        put('library', { id: 's', room: '' }),
        put('book', full),
        put('book', book(-1, { price: 0 })),
      ]);
      deepEqual(await recordOf(records, 'book', [full.number]), full);
      deepEqual(await recordOf(records, 'book', [-1]), book(-1, { price: 0 }));
    },
  },
  {
    rule: 'RS1',
    title: 'members of a JSON field keep their order and their names',
    async run({ storage: records }) {
      const tags = JSON.parse('[{"z":1,"10":2,"a":{"__proto__":[null,true,1e300]}}]');
      await store(records, [put('book', { ...book(1), tags })]);
      equal(JSON.stringify((await find(records, 'book', [1]))?.record['tags']), JSON.stringify(tags));
    },
  },
  {
    rule: 'RS2',
    title: 'a put replaces a record whole, with its version',
    async run({ storage: records }) {
      await store(records, [put('book', book(1, { isbn: 'a', price: 5 }), 'first')]);
      await store(records, [put('book', book(1, { title: 'Next' }), 'second')]);
      const found = await find(records, 'book', [1]);
      deepEqual(await recordOf(records, 'book', [1]), book(1, { title: 'Next' }));
      equal(found?.version, 'second');
    },
  },
  {
    rule: 'RS3',
    title: 'no record is found under another key, or in another brand',
    async run({ storage: records }) {
      await store(records, [put('book', book(1, { title: 'acme' })), put('note', { book: 1, line: 2, text: 't' })]);
      await store(records, [put('book', book(1, { title: 'globex' }))], otherBrand);
      equal((await recordOf(records, 'book', [1])).title, 'acme');
      equal((await recordOf(records, 'book', [1], otherBrand)).title, 'globex');
      equal(await find(records, 'book', [2]), undefined);
      equal(await find(records, 'note', [2, 1]), undefined);
      equal(await find(records, 'note', [1, 2], otherBrand), undefined);
    },
  },
  {
    rule: 'RS4',
    title: 'a record of the store is the same from every brand',
    async run({ storage: records }) {
      await store(records, [put('setting', { name: 'a', value: '1' })], 'store');
      deepEqual(await recordOf(records, 'setting', ['a'], 'store'), { name: 'a', value: '1' });
      deepEqual(await recordOf(records, 'setting', ['a']), { name: 'a', value: '1' });
      await store(records, [put('setting', { name: 'a', value: '2' })], otherBrand);
      deepEqual(await recordOf(records, 'setting', ['a']), { name: 'a', value: '2' });
    },
  },
  {
    rule: 'RS5',
    title: 'a unique index finds a record, and no other one can have its values',
    async run({ storage: records }) {
      await store(records, [
        put('library', { id: 's', room: 'r' }),
        put('book', book(1, { isbn: 'x', library: 's', title: 't' })),
      ]);
      const byPlace = { do: 'find', kind: 'book', index: 'place', values: ['s', 't'] } as const;
      equal((await ask<{ record: { number: number } }>(records, byPlace)).record.number, 1);
      equal(await commit(records, [put('book', book(2, { isbn: 'x' }))]), 'conflict');
      equal(await commit(records, [put('book', book(2, { library: 's', title: 't' }))]), 'conflict');
      equal(await find(records, 'book', [2]), undefined);
      equal(await commit(records, [put('book', book(2, { title: 't' }))]), 'committed');
      equal(await commit(records, [put('book', book(3, { title: 't' }))]), 'committed');
    },
  },
  {
    rule: 'RS5',
    title: 'values of a unique index are free again, also within a batch',
    async run({ storage: records }) {
      await store(records, [put('book', book(1, { isbn: 'x' })), put('book', book(2, { isbn: 'y' }))]);
      await store(records, [put('book', book(1)), put('book', book(2, { isbn: 'x' }))]);
      await store(records, [put('book', book(2, { isbn: 'x', title: 'again' }))]);
      await store(records, [{ do: 'delete', kind: 'book', key: [2] }, put('book', book(3, { isbn: 'x' }))]);
      const found = await ask<{ record: { number: number } }>(records, {
        do: 'find',
        kind: 'book',
        index: 'isbn',
        values: ['x'],
      });
      equal(found.record.number, 3);
    },
  },
  {
    rule: 'RS6',
    title:
      'an index of the store is unique across brands, finds in every one from its scope, and no other from a brand',
    async run({ storage: records }) {
      await store(records, [put('book', book(1, { isbn: 'x' }))]);
      equal(await commit(records, [put('book', book(9, { isbn: 'x' }))], otherBrand), 'conflict');
      const byIsbn = { do: 'find', kind: 'book', index: 'isbn', values: ['x'] } as const;
      const found = await ask<{ record: { number: number }; brand: string }>(records, byIsbn, 'store');
      deepEqual([found.record.number, found.brand], [1, 'acme']);
      equal(await ask(records, byIsbn, otherBrand), undefined);
      await store(records, [put('library', { id: 's', room: 'r' })]);
      equal(await commit(records, [put('library', { id: 's', room: 'r' })], otherBrand), 'committed');
    },
  },
  {
    rule: 'RS7',
    title: 'a record without its owner is not stored',
    async run({ storage: records }) {
      equal(await commit(records, [put('note', { book: 1, line: 1, text: '' })]), 'conflict');
      await store(records, [put('book', book(1))], otherBrand);
      equal(await commit(records, [put('note', { book: 1, line: 1, text: '' })]), 'conflict');
      await store(records, [put('book', book(1)), put('note', { book: 1, line: 1, text: '' })]);
      await store(records, [{ do: 'delete', kind: 'book', key: [1] }]);
      equal(await commit(records, [put('note', { book: 1, line: 2, text: '' })]), 'conflict');
    },
  },
  {
    rule: 'RS8',
    title: 'a deleted record goes with all that it owns, and nothing else goes',
    async run({ storage: records }) {
      const all = [
        put('library', { id: 's', room: 'r' }),
        put('book', book(1, { library: 's' })),
        put('book', book(2)),
        put('note', { book: 1, line: 1, text: 'a' }),
        put('note', { book: 2, line: 1, text: 'b' }),
      ];
      await store(records, all);
      await store(records, all, otherBrand);
      await store(records, [{ do: 'delete', kind: 'library', key: ['s'] }]);
      const keys = [
        ['library', ['s']],
        ['book', [1]],
        ['note', [1, 1]],
        ['book', [2]],
        ['note', [2, 1]],
      ] as const;
      const left = async (scope: typeof brand) =>
        Promise.all(keys.map(async ([kind, key]) => (await find(records, kind, key, scope)) !== undefined));
      deepEqual(await left(brand), [false, false, false, true, true]);
      deepEqual(await left(otherBrand), [true, true, true, true, true]);
    },
  },
  {
    rule: 'RS9',
    title: 'to delete an absent record changes nothing',
    async run({ storage: records }) {
      await store(records, [put('book', book(1))]);
      await store(records, [
        { do: 'delete', kind: 'book', key: [2] },
        { do: 'delete', kind: 'library', key: ['none'] },
      ]);
      deepEqual(await recordOf(records, 'book', [1]), book(1));
    },
  },
  {
    rule: 'RS10',
    title: 'a touched record has another version and the same fields',
    async run({ storage: records }) {
      await store(records, [put('book', book(1, { text: 'long' }), 'one')]);
      await store(records, [{ do: 'touch', kind: 'book', key: [1], version: 'two' }]);
      equal((await find(records, 'book', [1]))?.version, 'two');
      deepEqual(await recordOf(records, 'book', [1]), book(1, { text: 'long' }));
      equal(await commit(records, [{ do: 'touch', kind: 'book', key: [9], version: newVersion() }]), 'conflict');
    },
  },
  {
    rule: 'RS11',
    title: 'a sequence gives each number once, in all brands and after a conflict',
    async run({ storage: records }) {
      const request = { do: 'number', sequence: 'book' } as const;
      const given = await Promise.all(
        Array.from({ length: 40 }, async (_, index) => ask<number>(records, request, index % 2 ? brand : otherBrand)),
      );
      equal(new Set(given).size, 40);
      const [both, again] = await records.read(brand, [request, request]);
      notEqual(both, again);
      equal(given.includes(again as number), false);
    },
  },
  {
    rule: 'RS11',
    title: 'a store that is opened again gives further numbers, and has all that was committed',
    needs: 'durable',
    async run(open) {
      const request = { do: 'number', sequence: 'book' } as const;
      const before = await ask<number>(open.storage, request);
      await store(open.storage, [put('book', book(before), 'kept')]);
      const records = (await open.reopen?.()) ?? open.storage;
      equal((await ask<number>(records, request)) > before, true);
      equal((await find(records, 'book', [before]))?.version, 'kept');
    },
  },
  {
    rule: 'RS12',
    title: 'a change of what was given or returned changes nothing that is stored',
    async run({ storage: records }) {
      const given = { ...book(1), tags: [['a']] };
      await store(records, [put('book', given)]);
      (given.tags[0] as string[]).push('b');
      const first = await find<{ tags: string[][] }>(records, 'book', [1]);
      try {
        first?.record.tags[0]?.push('c');
      } catch {
        // Frozen.
      }
      deepEqual((await recordOf(records, 'book', [1])).tags, [['a']]);
    },
  },
];
