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
export { type SqlRow, type SqlText, selectVersion } from './records/record-statements.ts';
export { type RecordDialect, type RecordTable, recordSchema, recordTables } from './records/record-tables.ts';
