/**
 * @module Records in SQL databases: tables, indexes and statements that follow from the declarations of kinds.
 */
export { postgresTrigger, sqliteTrigger } from './records/document-schema.ts';
export {
  brandOf,
  type LockedRecord,
  planRead,
  planWrite,
  type ReadPlan,
  type RecordSchema,
  tableOf,
  type WritePlan,
} from './records/record-plans.ts';
export { recordSchema } from './records/record-schema.ts';
export { selectVersion } from './records/record-statements.ts';
export { type RecordDialect, type RecordTable, recordTables, type TextTrigger } from './records/record-tables.ts';
export type { SqlRow, SqlText } from './records/sql-text.ts';
export { trigramIndexes } from './records/text-index.ts';
