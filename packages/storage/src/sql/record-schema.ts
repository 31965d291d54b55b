import { changesSchema } from './counted-changes.ts';
import { rangesSchema } from './counted-ranges.ts';
import { createContents, removeUnusedContents } from './document-schema.ts';
import { type RecordTable, tableSchema } from './record-tables.ts';
import { trigramTables } from './text-index.ts';

/**
 * The statements that make the tables of kinds, their indexes, and the counters of their lists.
 *
 * @param mostInRange - The number of records from which SQLite divides a range of a list. Default: 2,000.
 */
export function recordSchema(tables: ReadonlyMap<string, RecordTable>, mostInRange?: number): readonly string[] {
  const all = [...tables.values()];
  const counts = all[0]?.dialect.counts;
  return [
    ...createContents(all),
    ...tableSchema(tables),
    ...removeUnusedContents(all),
    ...(counts === 'ranges' ? [...rangesSchema(all, mostInRange), ...trigramTables(all)] : []),
    ...(counts === 'changes' ? changesSchema(all) : []),
  ];
}
