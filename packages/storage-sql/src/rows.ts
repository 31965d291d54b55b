/** @module Rows of the tables that every SQL store has, and their records; without any library. */
export {
  type AccountConnectionRow,
  type AccountRow,
  type AttemptRow,
  accountColumns,
  attemptColumns,
  connectionColumns,
  decodeAccount,
  decodeAttempt,
  decodeConnection,
  encodeAccount,
  encodeConnection,
} from './account-rows.ts';
export { type BotRow, botColumns, decodeBot, encodeBot, momentKey } from './bot-row.ts';
export { type ChannelRow, channelColumns, decodeChannel, encodeChannel } from './channel-row.ts';
export { bit, clearable, givenColumns } from './columns.ts';
export { type CustomerRow, customerColumns, decodeCustomer, encodeCustomer } from './customer-row.ts';
export { decodeHook, encodeHook, type HookRow, hookColumns } from './hook-row.ts';
export {
  decodeSummary,
  decodeVersion,
  encodeVersion,
  summaryColumns,
  type VersionRow,
  type VersionSummaryRow,
  versionColumns,
} from './version-row.ts';
