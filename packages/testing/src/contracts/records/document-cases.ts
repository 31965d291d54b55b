import { deepEqual, equal } from 'node:assert/strict';
import type { RecordStore, Stored } from '@botwright/core/ports';
import type { ContractCase } from '../contract.ts';
import { ask, book, commit, find, newVersion, put, recordOf, store } from './samples.ts';

const at = { kind: 'book', key: [1], field: 'text' } as const;

async function textsOf(records: RecordStore): Promise<readonly string[]> {
  const { items } = await ask<{ items: Stored<{ text: string }>[] }>(records, {
    do: 'list',
    kind: 'note',
    list: 'ofBook',
    within: [1],
    where: {},
    order: 'newest',
    offset: 0,
  });
  return items.map(({ record }) => record.text);
}

/** Documents: left out of a read and a write, and changed in parts. */
export const documentCases: readonly ContractCase[] = [
  {
    rule: 'RS50',
    title: 'a request for heads leaves out the documents',
    async run({ storage: records }) {
      await store(records, [put('book', book(1, { text: 'long' }))]);
      const head = await ask<Stored>(records, { do: 'get', kind: 'book', key: [1], heads: true });
      deepEqual(JSON.parse(JSON.stringify(head.record)), book(1));
      deepEqual(await recordOf(records, 'book', [1]), book(1, { text: 'long' }));
    },
  },
  {
    rule: 'RS51',
    title: 'a put without a document leaves the document that is stored',
    async run({ storage: records }) {
      await store(records, [put('book', book(1, { text: 'long' }))]);
      await store(records, [put('book', book(1, { title: 'Next' }))]);
      deepEqual(await recordOf(records, 'book', [1]), book(1, { title: 'Next', text: 'long' }));
      await store(records, [put('book', book(1, { text: '' }))]);
      deepEqual(await recordOf(records, 'book', [1]), book(1, { text: '' }));
    },
  },
  {
    rule: 'RS52',
    title: 'splices change a document one after the other, in UTF-16 units',
    needs: 'text',
    async run({ storage: records }) {
      await store(records, [put('book', book(1, { text: 'ab\u{1f600}cd' }), 'one')]);
      await store(records, [
        put('book', book(1, { title: 'Next' }), 'two'),
        {
          do: 'splice',
          at,
          splices: [
            [0, 1, 'xyz'],
            [6, 2, ''],
            [6, 0, '\u00e9'],
          ],
        },
      ]);
      equal((await recordOf(records, 'book', [1])).text, 'xyzb\u{1f600}\u00e9');
      equal((await find(records, 'book', [1]))?.version, 'two');
      equal(await commit(records, [{ do: 'splice', at: { ...at, key: [9] }, splices: [[0, 0, 'x']] }]), 'conflict');
    },
  },
  {
    rule: 'RS53',
    title: 'a copy has the document as it was before the batch',
    needs: 'text',
    async run({ storage: records }) {
      await store(records, [put('book', book(1, { text: 'before' }))]);
      await store(records, [
        { do: 'copy', from: at, kind: 'note', record: { book: 1, line: 1 }, version: newVersion() },
        { do: 'splice', at, splices: [[0, 6, 'after']] },
      ]);
      deepEqual(await recordOf(records, 'note', [1, 1]), { book: 1, line: 1, text: 'before' });
      equal((await recordOf(records, 'book', [1])).text, 'after');
    },
  },
  {
    rule: 'RS54',
    title: 'a trimmed list has no more records and bytes than its bounds',
    needs: 'text',
    async run({ storage: records }) {
      const note = (line: number) => put('note', { book: 1, line, text: 'é'.repeat(line) });
      await store(records, [put('book', book(1)), ...[1, 2, 3, 4, 5].map(note)]);
      const trim = (count: number, most: number) =>
        store(records, [
          {
            do: 'trim',
            listed: { kind: 'note', list: 'ofBook', within: [1] },
            order: 'newest',
            count,
            bytes: { field: 'text', most },
          },
        ]);
      await trim(4, 1_000);
      deepEqual(
        (await textsOf(records)).map(({ length }) => length),
        [5, 4, 3, 2],
      );
      await trim(4, 18);
      deepEqual(
        (await textsOf(records)).map(({ length }) => length),
        [5, 4],
      );
      await trim(4, 1);
      deepEqual(await textsOf(records), []);
    },
  },
];
