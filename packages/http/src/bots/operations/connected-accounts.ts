import type { OperationContract as SharedContract } from '../../exchange/operation-contract.ts';
import { jsonReply } from '../../exchange/reply/reply.ts';
import {
  encodeAccount,
  encodeColumn,
  encodeEventType,
  encodeSchedulerAccount,
  encodeSheet,
  encodeSpreadsheet,
} from '../codecs/account-codec.ts';
import { encodeWholeList } from '../codecs/page-codec.ts';
import {
  accountSchema,
  columnSchema,
  eventTypeSchema,
  schedulerAccountSchema,
  sheetSchema,
  spreadsheetSchema,
} from '../schemas/account-schema.ts';
import { listOf } from '../schemas/page-schema.ts';
import { defineOperation } from './define-operation.ts';

const read = { method: 'GET', tag: 'Connected accounts', permission: 'view_integrations' } as const;

/** @spec AP40, AP44 */
export const listSpreadsheetAccounts = defineOperation({
  ...read,
  id: 'listSpreadsheetAccounts',
  path: '/connected-accounts/spreadsheets',
  summary: 'List connected spreadsheet accounts',
  success: all(listOf(accountSchema), 'The accounts, most recently connected first.'),
  errors: [],
  work: (engine) => engine.accounts.list('spreadsheets'),
  encode: (accounts) => jsonReply(200, encodeWholeList(accounts, encodeAccount)),
});

/** @spec AP41, AP44 */
export const listSpreadsheets = defineOperation({
  ...read,
  id: 'listSpreadsheets',
  path: '/connected-accounts/spreadsheets/{account_id}/spreadsheets',
  summary: 'List the spreadsheets that an account reaches',
  description:
    'Only files that the app made or the person picked. Any other that the account can open works by its id all the same.',
  success: all(listOf(spreadsheetSchema), 'The files.'),
  errors: ['account_not_found', 'dependency_failed'],
  work: (engine, { params }) => engine.accounts.listSpreadsheets(params.account_id),
  encode: (spreadsheets) => jsonReply(200, encodeWholeList(spreadsheets, encodeSpreadsheet)),
});

/** @spec AP42, AP44 */
export const listSheets = defineOperation({
  ...read,
  id: 'listSheets',
  path: '/connected-accounts/spreadsheets/{account_id}/spreadsheets/{spreadsheet_id}/sheets',
  summary: 'List the tabs of a spreadsheet',
  success: all(listOf(sheetSchema), 'The tabs. A block takes the title.'),
  errors: ['account_not_found', 'spreadsheet_unreadable', 'dependency_failed'],
  work: (engine, { params }) => engine.accounts.listSheets(params.account_id, params.spreadsheet_id),
  encode: (sheets) => jsonReply(200, encodeWholeList(sheets, encodeSheet)),
});

/** @spec AP43, AP44, HT5 */
export const listColumns = defineOperation({
  ...read,
  id: 'listColumns',
  path: '/connected-accounts/spreadsheets/{account_id}/spreadsheets/{spreadsheet_id}/sheets/{sheet_title}/columns',
  summary: 'List the header columns of a tab',
  description: 'Columns with an empty header are left out, so that numbers may have gaps.',
  success: all(listOf(columnSchema), 'The columns.'),
  errors: ['account_not_found', 'spreadsheet_unreadable', 'dependency_failed'],
  work: (engine, { params }) =>
    engine.accounts.listColumns(params.account_id, params.spreadsheet_id, params.sheet_title),
  encode: (columns) => jsonReply(200, encodeWholeList(columns, encodeColumn)),
});

/** @spec AP45, AP44 */
export const listSchedulerAccounts = defineOperation({
  ...read,
  id: 'listSchedulerAccounts',
  path: '/connected-accounts/scheduler',
  summary: 'List connected scheduler accounts',
  success: all(listOf(schedulerAccountSchema), 'The accounts, most recently connected first.'),
  errors: [],
  work: (engine) => engine.accounts.list('scheduler'),
  encode: (accounts) => jsonReply(200, encodeWholeList(accounts, encodeSchedulerAccount)),
});

/** @spec AP46, AP44 */
export const listEventTypes = defineOperation({
  ...read,
  id: 'listEventTypes',
  path: '/connected-accounts/scheduler/{account_id}/event_types',
  summary: 'List the event types that take bookings',
  success: all(listOf(eventTypeSchema), 'The event types.'),
  errors: ['account_not_found', 'dependency_failed'],
  work: (engine, { params }) => engine.accounts.listEventTypes(params.account_id),
  encode: (types) => jsonReply(200, encodeWholeList(types, encodeEventType)),
});

function all(schema: NonNullable<SharedContract['success']['schema']>, description: string): SharedContract['success'] {
  return { status: 200, description, schema };
}
