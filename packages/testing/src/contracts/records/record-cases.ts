import { deepEqual, equal, notDeepEqual, notEqual, rejects } from 'node:assert/strict';
import type { DecidedRecords, Program, Request, Scope } from '@botwright/core/ports';
import { type ContractCase, casesNeeding, casesOf } from '../contract.ts';
import type { Book } from './sample-kinds.ts';
import {
  allBooks,
  ask,
  atOnce,
  book,
  brand,
  commit,
  find,
  listBooks,
  newVersion,
  otherBrand,
  put,
  putBook,
  putLibrary,
  putNote,
  recordOf,
  remove,
  review,
  store,
} from './samples.ts';

const inOtherBrands = (['delete', 'touch', 'put', 'delete its owner'] as const).map(
  (act): ContractCase => ({
    rule: 'RS3',
    title: `no other brand's record with the same key changes: ${act}`,
    async run({ storage: records }) {
      const all = [
        putLibrary('s', 'r', 'one'),
        putBook(1, { library: 's', price: 1, text: 'long' }, 'one'),
        putNote(1, 1, 'a', 'one'),
      ];
      await store(records, all);
      await store(records, all, otherBrand);
      const look = (scope: typeof brand) =>
        records.read(scope, [
          { do: 'get', kind: 'book', key: [1] },
          { do: 'get', kind: 'note', key: [1, 1] },
          allBooks,
          { do: 'count', kind: 'book', list: 'books', within: [], where: { library: 's' }, upTo: 9 },
        ]);
      const before = structuredClone(await look(brand));
      const operations = {
        delete: remove('book', 1),
        touch: { do: 'touch', kind: 'book', key: [1], version: 'two' },
        put: putBook(1, { title: 'Other' }, 'two'),
        'delete its owner': remove('library', 's'),
      } as const;
      await store(records, [operations[act]], otherBrand);
      deepEqual(structuredClone(await look(brand)), before);
      notDeepEqual(structuredClone(await look(otherBrand)), before);
    },
  }),
);

const always = casesOf({
  async '[RS1] a record is read as it was put, whatever its texts and numbers are'({ storage: records }) {
    const full = {
      ...book(Number.MAX_SAFE_INTEGER, { title: `O'Neil "%_\\" \u{1f600} é e\u0301 \ud7ff\ue000`, isLent: true }),
      library: 's',
      isbn: '',
      price: 0.1 + 0.2,
      tags: ['b', 'a', ''],
      text: 'line\r\n\tline \u{10ffff}',
    };
    await store(records, [putLibrary('s', ''), put('book', full), putBook(-1, { price: 0 })]);
    deepEqual(await recordOf(records, 'book', [full.number]), full);
    deepEqual(await recordOf(records, 'book', [-1]), book(-1, { price: 0 }));
  },
  async '[RS1] members of a JSON field keep their order and their names'({ storage: records }) {
    const tags = JSON.parse('[{"z":1,"10":2,"a":{"__proto__":[null,true,1e300]}}]');
    await store(records, [put('book', { ...book(1), tags })]);
    equal(JSON.stringify((await find(records, 'book', [1]))?.record['tags']), JSON.stringify(tags));
  },
  async '[RS1] a record is read as it was put, however large its documents, lists and texts are'({ storage: records }) {
    const long = 'é\u{1f916}"\\\n'.repeat(200_000);
    const reviews = Array.from({ length: 5_000 }, (_, index) => review(`${index} ${'ü'.repeat(50)}`));
    const tags = Array.from({ length: 20_000 }, (_, index) => `tag ${index}`);
    const full = book(1, { title: 'x'.repeat(10_000), text: long, reviews, tags });
    await store(records, [put('book', full)]);
    const found: Book = await recordOf(records, 'book', [1]);
    // A difference of such values would take minutes to print.
    for (const field of Object.keys(full) as (keyof Book)[]) {
      equal(JSON.stringify(found[field]) === JSON.stringify(full[field]), true, field);
    }
  },
  async '[RS1] numbers keep every bit'({ storage: records }) {
    const prices = [5e-324, 1.7976931348623157e308, 1 / 3, -1e-7, 2 ** 53, 1e21];
    await store(
      records,
      prices.map((price, number) => putBook(number, { price })),
    );
    for (const [number, price] of prices.entries()) {
      equal((await recordOf(records, 'book', [number])).price, price);
    }
  },
  async '[RS2] a put in place of a record keeps all that the record owns'({ storage: records }) {
    const note = { book: 1, line: 1, text: 'a' };
    await store(records, [putLibrary('s', 'r'), putBook(1, { library: 's' }), put('note', note)]);
    await store(records, [putLibrary('s', 'other'), putBook(1, { library: 's', price: 2 })]);
    deepEqual(await recordOf(records, 'note', [1, 1]), note);
    await store(records, [putBook(1, { price: 3 }), remove('library', 's')]);
    deepEqual(
      [await recordOf(records, 'book', [1]), await recordOf(records, 'note', [1, 1])],
      [book(1, { price: 3 }), note],
    );
  },
  async '[RS2] the operations of a batch take effect in their order'({ storage: records }) {
    await store(records, [putBook(1), putNote(1, 1, 'old')]);
    await store(records, [
      remove('book', 1),
      putBook(1, { title: 'New' }, 'first'),
      putBook(1, { title: 'Last' }, 'second'),
      { do: 'touch', kind: 'book', key: [1], version: 'third' },
      putBook(2),
      remove('book', 2),
    ]);
    const found = await find(records, 'book', [1]);
    deepEqual([(await recordOf(records, 'book', [1])).title, found?.version], ['Last', 'third']);
    equal(await find(records, 'note', [1, 1]), undefined);
    equal(await find(records, 'book', [2]), undefined);
  },
  async '[RS2] a put replaces a record whole, with its version'({ storage: records }) {
    await store(records, [putBook(1, { isbn: 'a', price: 5 }, 'first')]);
    await store(records, [putBook(1, { title: 'Next' }, 'second')]);
    const found = await find(records, 'book', [1]);
    deepEqual(await recordOf(records, 'book', [1]), book(1, { title: 'Next' }));
    equal(found?.version, 'second');
  },
  async '[RS3] no record is found under another key, or in another brand'({ storage: records }) {
    await store(records, [putBook(1, { title: 'acme' }), putNote(1, 2, 't')]);
    await store(records, [putBook(1, { title: 'globex' })], otherBrand);
    equal((await recordOf(records, 'book', [1])).title, 'acme');
    equal((await recordOf(records, 'book', [1], otherBrand)).title, 'globex');
    equal(await find(records, 'book', [2]), undefined);
    equal(await find(records, 'note', [2, 1]), undefined);
    equal(await find(records, 'note', [1, 2], otherBrand), undefined);
  },
  async '[RS3] keys, indexes and brands are compared by their exact texts'({ storage: records }) {
    const texts = ['s', 'S', 's ', ' s', '', 'é', 'e\u0301', "'", '%', '\\', '\u{1f916}'];
    await store(
      records,
      texts.flatMap((id, number) => [put('library', { id, room: id }), putBook(number, { isbn: id, title: id })]),
    );
    for (const [number, id] of texts.entries()) {
      deepEqual(await recordOf(records, 'library', [id]), { id, room: id });
      const found = await ask<{ record: object }>(records, { do: 'find', kind: 'book', index: 'isbn', values: [id] });
      equal((found.record as { number: number }).number, number);
      const other = { brand: `acme${id}` };
      if (id === '') continue;
      equal(await find(records, 'library', ['s'], other), undefined);
      await store(records, [putLibrary('s', id)], other);
    }
    equal((await recordOf(records, 'library', ['s'])).room, 's');
    equal((await recordOf(records, 'library', ['s'], { brand: 'acme%' })).room, '%');
  },
  async '[RS4] a record of the store is the same from every brand'({ storage: records }) {
    await store(records, [put('setting', { name: 'a', value: '1' })], 'store');
    deepEqual(await recordOf(records, 'setting', ['a'], 'store'), { name: 'a', value: '1' });
    deepEqual(await recordOf(records, 'setting', ['a']), { name: 'a', value: '1' });
    await store(records, [put('setting', { name: 'a', value: '2' })], otherBrand);
    deepEqual(await recordOf(records, 'setting', ['a']), { name: 'a', value: '2' });
  },
  async '[RS5] a unique index finds a record, and no other one can have its values'({ storage: records }) {
    await store(records, [putLibrary('s', 'r'), putBook(1, { isbn: 'x', library: 's', title: 't' })]);
    const byPlace = { do: 'find', kind: 'book', index: 'place', values: ['s', 't'] } as const;
    equal((await ask<{ record: { number: number } }>(records, byPlace)).record.number, 1);
    equal(await commit(records, [putBook(2, { isbn: 'x' })]), 'conflict');
    equal(await commit(records, [putBook(2, { library: 's', title: 't' })]), 'conflict');
    equal(await find(records, 'book', [2]), undefined);
    equal(await commit(records, [putBook(2, { title: 't' })]), 'committed');
    equal(await commit(records, [putBook(3, { title: 't' })]), 'committed');
  },
  async '[RS5] values of a unique index are free again, also within a batch'({ storage: records }) {
    await store(records, [putBook(1, { isbn: 'x' }), putBook(2, { isbn: 'y' })]);
    await store(records, [putBook(1), putBook(2, { isbn: 'x' })]);
    await store(records, [putBook(2, { isbn: 'x', title: 'again' })]);
    await store(records, [remove('book', 2), putBook(3, { isbn: 'x' })]);
    const found = await ask<{ record: { number: number } }>(records, {
      do: 'find',
      kind: 'book',
      index: 'isbn',
      values: ['x'],
    });
    equal(found.record.number, 3);
  },
  async '[RS6] an index of the store is unique across brands, finds in every one from its scope, and no other from a brand'({
    storage: records,
  }) {
    await store(records, [putBook(1, { isbn: 'x' })]);
    equal(await commit(records, [putBook(9, { isbn: 'x' })], otherBrand), 'conflict');
    const byIsbn = { do: 'find', kind: 'book', index: 'isbn', values: ['x'] } as const;
    const found = await ask<{ record: { number: number }; brand: string }>(records, byIsbn, 'store');
    deepEqual([found.record.number, found.brand], [1, 'acme']);
    equal(await ask(records, byIsbn, otherBrand), undefined);
    await store(records, [putLibrary('s', 'r')]);
    equal(await commit(records, [putLibrary('s', 'r')], otherBrand), 'committed');
  },
  async '[RS7] a record without its owner is not stored'({ storage: records }) {
    equal(await commit(records, [putNote(1, 1, '')]), 'conflict');
    await store(records, [putBook(1)], otherBrand);
    equal(await commit(records, [putNote(1, 1, '')]), 'conflict');
    await store(records, [putBook(1), putNote(1, 1, '')]);
    await store(records, [remove('book', 1)]);
    equal(await commit(records, [putNote(1, 2, '')]), 'conflict');
  },
  async '[RS7] while an owner is deleted, nothing is stored that it owns'({ storage: records }) {
    const numbers = [1, 2, 3, 4, 5, 6, 7, 8];
    await store(
      records,
      numbers.map((number) => putBook(number)),
    );
    const outcomes = await Promise.all(
      numbers.flatMap((number) => [
        commit(records, [remove('book', number)]),
        commit(records, [putNote(number, 1, '')]),
      ]),
    );
    for (const [index, number] of numbers.entries()) {
      equal(outcomes[2 * index], 'committed');
      equal(await find(records, 'book', [number]), undefined);
      equal(await find(records, 'note', [number, 1]), undefined);
    }
  },
  async '[RS8] a deleted record goes with all that it owns, and nothing else goes'({ storage: records }) {
    const all = [
      putLibrary('s', 'r'),
      putBook(1, { library: 's' }),
      putBook(2),
      putNote(1, 1, 'a'),
      putNote(2, 1, 'b'),
    ];
    await store(records, all);
    await store(records, all, otherBrand);
    await store(records, [remove('library', 's')]);
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
  async '[RS9] to delete an absent record changes nothing'({ storage: records }) {
    await store(records, [putBook(1)]);
    await store(records, [remove('book', 2), remove('library', 'none')]);
    deepEqual(await recordOf(records, 'book', [1]), book(1));
  },
  async '[RS10] a touched record has another version and the same fields'({ storage: records }) {
    await store(records, [putBook(1, { text: 'long' }, 'one')]);
    await store(records, [{ do: 'touch', kind: 'book', key: [1], version: 'two' }]);
    equal((await find(records, 'book', [1]))?.version, 'two');
    deepEqual(await recordOf(records, 'book', [1]), book(1, { text: 'long' }));
    equal(await commit(records, [{ do: 'touch', kind: 'book', key: [9], version: newVersion() }]), 'conflict');
  },
  async '[RS10] many batches that touch one record without a condition are all committed'({ storage: records }) {
    await store(records, [putLibrary('all', '', 'first')]);
    const outcomes = await atOnce(12, (index) =>
      commit(records, [putBook(index), { do: 'touch', kind: 'library', key: ['all'], version: `touched ${index}` }]),
    );
    deepEqual(new Set(outcomes), new Set(['committed']));
    equal((await listBooks(records)).total, 12);
    notEqual((await find(records, 'library', ['all']))?.version, 'first');
  },
  async '[RS11] each sequence begins with 1, and goes on after a conflict and a deletion'({ storage: records }) {
    const next = (sequence: string, scope: Scope = brand) => ask<number>(records, { do: 'number', sequence }, scope);
    deepEqual([await next('book'), await next('hook'), await next('library')], [1, 1, 1]);
    const taken = new Set([1]);
    for (const isConflict of [true, false, true, false]) {
      const number = await next('book', isConflict ? otherBrand : brand);
      equal(taken.has(number), false);
      taken.add(number);
      const operations = [putBook(number, { isbn: isConflict ? 'x' : `${number}` })];
      if (taken.size === 2) await store(records, [putBook(99, { isbn: 'x' })], otherBrand);
      equal(await commit(records, operations), isConflict ? 'conflict' : 'committed');
      await store(records, [remove('book', number)]);
    }
  },
  async '[RS11] a sequence gives each number once, in all brands and after a conflict'({ storage: records }) {
    const request = { do: 'number', sequence: 'book' } as const;
    const given = await atOnce(40, async (index) => ask<number>(records, request, index % 2 ? brand : otherBrand));
    equal(new Set(given).size, 40);
    const [both, again] = await records.read(brand, [request, request]);
    notEqual(both, again);
    equal(given.includes(again as number), false);
  },
  async '[RS55] numbers of a sequence rise, in all brands and after a conflict'({ storage: records }) {
    await store(records, [putBook(99, { isbn: 'x' })]);
    for (let last = 0, round = 0; round < 6; round += 1) {
      const scope = round % 2 ? brand : otherBrand;
      const given = await atOnce(4, () => ask<number>(records, { do: 'number', sequence: 'book' }, scope));
      equal(Math.min(...given) > last, true);
      last = Math.max(...given);
      await commit(records, [putBook(last, { isbn: 'x' })]);
    }
  },
  async '[RS12] a change of what was given or returned changes nothing that is stored'({ storage: records }) {
    const full = book(1, { tags: ['a'], reviews: [review('b')], text: 'c' });
    const given = structuredClone(full);
    await store(records, [put('book', given)]);
    overwriteAll(given);
    const requests: readonly Request[] = [
      { do: 'get', kind: 'book', key: [1] },
      allBooks,
      { do: 'scan', kind: 'book', list: 'books', within: [], where: {}, order: 'number', look: 9 },
    ];
    const before = structuredClone(await records.read(brand, requests));
    deepEqual((before[0] as { record: unknown }).record, full);
    overwriteAll(await records.read(brand, requests));
    deepEqual(structuredClone(await records.read(brand, requests)), before);
  },
  async '[RS12] what a call returned does not change when the store does'({ storage: records }) {
    await store(records, [putBook(1, { tags: ['a'], text: 'b' })]);
    const held = await find(records, 'book', [1]);
    const list = await listBooks(records);
    const before = structuredClone({ held, list });
    await store(records, [putBook(1, { tags: ['c'], text: 'd' }), putBook(2)]);
    deepEqual(structuredClone({ held, list }), before);
  },
});

const exclusive = casesNeeding('exclusive', {
  async '[RS11] a number of a program that throws or is refused is not given again'({ storage: records }) {
    const request = { do: 'number', sequence: 'book' } as const;
    const given: number[] = [];
    await store(records, [putBook(99, { isbn: 'x' })]);
    for (const isThrown of [true, false]) {
      const program = function* (): Program<DecidedRecords> {
        const [number] = (yield [request]) as [number];
        given.push(number);
        if (isThrown) throw new Error('thrown');
        return { operations: [putBook(number, { isbn: 'x' })] };
      };
      const running = records.exclusive?.(brand, program);
      if (isThrown) await rejects(running ?? Promise.reject(new Error('It must have exclusive.')), /thrown/);
      else equal((await running)?.committed.kind, 'conflict');
    }
    given.push(await ask<number>(records, request));
    equal(new Set(given).size, given.length);
  },
});

const durable = casesNeeding('durable', {
  async '[RS11] a store that is opened again gives further numbers, and has all that was committed'(open) {
    const request = { do: 'number', sequence: 'book' } as const;
    const before = await ask<number>(open.storage, request);
    await store(open.storage, [putBook(before, {}, 'kept')]);
    const records = (await open.reopen?.()) ?? open.storage;
    equal((await ask<number>(records, request)) > before, true);
    equal((await find(records, 'book', [before]))?.version, 'kept');
  },
});

/** One record: what is stored of it, how it is found, changed and removed. */
export const recordCases = [...inOtherBrands, ...always, ...exclusive, ...durable];

/** Overwrites every writable member, at every depth. A frozen value stays unchanged. */
function overwriteAll(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    overwriteAll(member);
    if (typeof member !== 'object') Reflect.set(value, key, 'overwritten');
  }
  if (Array.isArray(value) && !Object.isFrozen(value)) value.push('overwritten');
  else Reflect.set(value, 'overwritten', true);
}
