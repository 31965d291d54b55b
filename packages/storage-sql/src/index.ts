/**
 * @module Records in SQL databases: tables, indexes and statements that follow from the declarations of kinds.
 */
export { postgresTrigger, sqliteTrigger, type TextTrigger } from './records/document-schema.ts';
export {
  brandOf,
  planRead,
  planWrite,
  type ReadPlan,
  type RecordSchema,
  tableOf,
  type WritePlan,
} from './records/record-plans.ts';
export { recordSchema } from './records/record-schema.ts';
export { type SqlRow, type SqlText, selectVersion } from './records/record-statements.ts';
export { type RecordDialect, type RecordTable, recordTables } from './records/record-tables.ts';
export { trigramIndexes } from './records/text-index.ts';
