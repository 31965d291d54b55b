/**
 * @module Shared parts of stores in SQL databases: tables, rows, statements, and all stores that do not count or queue.
 */
export { accountConnectionReader, accountConnectionStore } from './account-connection-store.ts';
export { accountReader, accountStore, type ExternalAccount } from './account-store.ts';
export { type BotRow, botColumns, decodeBot } from './bot-row.ts';
export { type BotList, botReader, botStore } from './bot-store.ts';
export { channelReader, channelStore } from './channel-store.ts';
export { bit, clearable, givenColumns } from './columns.ts';
export { type CustomerRow, customerColumns, decodeCustomer } from './customer-row.ts';
export { type CustomerList, customerReader, customerStore } from './customer-store.ts';
export { type Dialect, postgresDialect, sqliteDialect, table, withPrefix } from './dialect.ts';
export { draftReader, draftStore } from './draft-store.ts';
export { feedbackReader, feedbackStore } from './feedback-store.ts';
export { hookReader, hookStore } from './hook-store.ts';
export { messageReader, messageStore } from './message-store.ts';
export {
  all,
  get,
  type Query,
  type ReadOptions,
  type Request,
  type RunQuery,
  run,
  runAtOnce,
  runInTurn,
} from './query.ts';
export { postgresTrigger, sqliteTrigger } from './records/document-schema.ts';
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
export { requestStore } from './request-store.ts';
export type { Tables } from './schema.ts';
export { offsetOfPage } from './slices.ts';
export { type Compiled, type Expressions, type Statement, statement, statements } from './statement.ts';
export { type TenantAccess, tenantRegistry } from './tenant-registry.ts';
export { testDeploymentReader, testDeploymentStore } from './test-deployment-store.ts';
export { justWritten, type NumberedKind, requireWritten, type Transaction } from './transaction.ts';
export { decodeSummary, summaryColumns, type VersionSummaryRow } from './version-row.ts';
export { type VersionList, versionReader, versionStore } from './version-store.ts';
export { insertInto, updateOf } from './writing.ts';
