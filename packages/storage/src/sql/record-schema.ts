import { changesSchema } from './counted-changes.ts';
import { rangesSchema } from './counted-ranges.ts';
import { createContents, removeUnusedContents } from './document-schema.ts';
import { type RecordDialect, type RecordTable, tableSchema } from './record-tables.ts';
import { trigramTables } from './text-index.ts';

/**
 * The statements that make the tables of kinds, their indexes, and the counters of their lists.
 *
 * @param mostInRange - The number of records from which SQLite divides a range of a list. Default: 2,000.
 */
export function recordSchema(
  tables: ReadonlyMap<string, RecordTable>,
  dialect: RecordDialect,
  mostInRange?: number,
): readonly string[] {
  const all = [...tables.values()];
  return [
    ...createContents(all, dialect),
    ...tableSchema(tables, dialect),
    ...removeUnusedContents(all, dialect),
    ...(dialect.counts === 'ranges' ? [...rangesSchema(all, dialect, mostInRange), ...trigramTables(all)] : []),
    ...(dialect.counts === 'changes' ? changesSchema(all, dialect) : []),
  ];
}
