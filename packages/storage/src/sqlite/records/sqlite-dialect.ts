import type { AnyKind } from '@botwright/core/ports';
import { sqliteTrigger } from '../../sql/document-schema.ts';
import { type RecordDialect, type RecordTable, recordTables } from '../../sql/record-tables.ts';

/** How SQLite stores the fields of records. */
export const sqliteDialect: RecordDialect = {
  types: { integer: 'INTEGER', number: 'REAL', text: 'TEXT', boolean: 'INTEGER', json: 'TEXT', document: 'TEXT' },
  // Small rows are in the tree of their keys, so that the rows of an owner are together.
  tableOptions: (hasSmallRows) => (hasSmallRows ? ' STRICT, WITHOUT ROWID' : ' STRICT'),
  parameter(type, value) {
    if (value === undefined || value === null) return null;
    if (type === 'boolean') return value === true ? 1 : 0;
    return type === 'json' ? JSON.stringify(value) : value;
  },
  value(type, stored) {
    if (type === 'boolean') return stored === 1;
    return type === 'json' ? JSON.parse(stored as string) : stored;
  },
  contains: (text, part) => `instr(${text}, ${part}) > 0`,
  indexesNulls: false,
  counts: 'ranges',
  cast: (type) => sqliteDialect.types[type],
  // Numbers come from `number-sequences.ts`.
  nextNumber: '',
  hasManyWriters: false,
  trigger: sqliteTrigger,
};

/** The tables of the records of these kinds. */
export function sqliteTables(kinds: readonly AnyKind[]): ReadonlyMap<string, RecordTable> {
  return recordTables(kinds, sqliteDialect);
}
