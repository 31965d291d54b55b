import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ListAnswer, RecordOperation, Scope } from '@botwright/core/ports';
import { expect, it, onTestFinished } from 'vitest';
import { pages, pastPages } from './document-kinds.ts';
import { openSqliteDatabase } from './sqlite-database.ts';

const brand: Scope = { brand: 'acme' };
const at = { kind: 'page', key: ['p'], field: 'text' } as const;
const large = 14_000_000;

function openFile() {
  const folder = mkdtempSync(join(tmpdir(), 'documents-'));
  const database = openSqliteDatabase([pages, pastPages], join(folder, 'data.db'));
  onTestFinished(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });
  return {
    ...database,
    /** The bytes that were written since the last call. */
    takeWritten() {
      const { size } = statSync(join(folder, 'data.db-wal'));
      database.all('PRAGMA wal_checkpoint(TRUNCATE)');
      return size;
    },
  };
}

/** One edit of a page: its state before becomes history, in bounds. */
const edit = (number: number): readonly RecordOperation[] => [
  { do: 'copy', from: at, kind: 'past_page', record: { page: 'p', number }, version: `past ${number}` },
  { do: 'put', kind: 'page', record: { id: 'p' }, version: `edit ${number}` },
  { do: 'splice', at, splices: [[number, 1, 'xy']], bytes: large + number },
  {
    do: 'trim',
    listed: { kind: 'past_page', list: 'ofPage', within: ['p'] },
    order: 'newest',
    count: 3,
    bytes: { field: 'text', most: 10 * large },
  },
];

it('[SQ40][RS52][RS53][RS54] an edit of 14 MB writes some pages, with any history', () => {
  const database = openFile();
  const text = 'é'.repeat(large / 2);
  database.commit(brand, [{ do: 'put', kind: 'page', record: { id: 'p', text, items: [] }, version: 'new' }]);
  expect(database.takeWritten()).toBeGreaterThan(large);
  database.takeTransferred();
  for (let number = 1; number <= 8; number += 1) {
    expect(database.commit(brand, edit(number))).toBe(true);
    expect(database.takeTransferred()).toBeLessThan(1_000);
    expect(database.takeWritten()).toBeLessThan(200_000);
  }
});

it('[RS53] states of one content are read with the content once', () => {
  const database = openFile();
  const text = 'a'.repeat(100_000);
  database.commit(brand, [{ do: 'put', kind: 'page', record: { id: 'p', text, items: [] }, version: 'new' }]);
  for (let number = 1; number <= 3; number += 1) database.commit(brand, edit(number));
  database.takeTransferred();
  const history = (bytes?: { readonly field: string; readonly most: number }) =>
    database.read<ListAnswer>(brand, {
      do: 'list',
      kind: 'past_page',
      list: 'ofPage',
      within: ['p'],
      where: {},
      order: 'newest',
      offset: 0,
      ...(bytes && { bytes }),
    });
  expect(history().items.map(({ record }) => (record as { text: string }).text.length)).toEqual([
    100_002, 100_001, 100_000,
  ]);
  expect(database.takeTransferred()).toBeLessThan(102_000);
});

it('[RS35] a list with a bound of bytes reads no texts after it', () => {
  const database = openFile();
  const record = (number: number) => ({ page: 'p', number, text: `${number}`.repeat(100_000) });
  const past = (number: number): RecordOperation => {
    return { do: 'put', kind: 'past_page', record: record(number), version: `past ${number}` };
  };
  database.commit(brand, [{ do: 'put', kind: 'page', record: { id: 'p' }, version: 'new' }, ...[1, 2, 3, 4].map(past)]);
  database.takeTransferred();
  const listed = { do: 'list', kind: 'past_page', list: 'ofPage', within: ['p'], where: {}, order: 'newest' } as const;
  const bytes = { field: 'text', most: 250_000 };
  const { items, total } = database.read<ListAnswer>(brand, { ...listed, offset: 1, bytes });
  expect([items.map((item) => item.record), total]).toEqual([[record(3), record(2)], 4]);
  expect(database.takeTransferred()).toBeLessThan(201_000);
});
