/**
 * @module Records in SQL databases: tables, indexes and statements that follow from the declarations of kinds.
 */
export { postgresTrigger, sqliteTrigger } from './document-schema.ts';
export { brandOf, planRead, planWrite, type ReadPlan, type RecordSchema, tableOf } from './record-plans.ts';
export { recordSchema } from './record-schema.ts';
export { selectVersion } from './record-statements.ts';
export { type RecordDialect, type RecordTable, recordTables } from './record-tables.ts';
export type { SqlRow, SqlText } from './sql-text.ts';
export { trigramIndexes } from './text-index.ts';
