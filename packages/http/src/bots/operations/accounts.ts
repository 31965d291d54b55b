import type { AccountKind, ConnectionView } from '@botwright/core';
import { useCasePermissions } from '@botwright/core/front';
import type { SuccessDescription } from '../../pipeline/operation.ts';
import { type ApiResponse, jsonResponse } from '../../response/response.ts';
import { type BotsOperation, defineBotsOperation } from '../bots-operation.ts';
import {
  accountConnectionSchema,
  accountSchema,
  columnSchema,
  encodeAccount,
  encodeAccountConnection,
  encodeColumn,
  encodeEventType,
  encodeSchedulerAccount,
  encodeSheet,
  encodeSpreadsheet,
  eventTypeSchema,
  schedulerAccountSchema,
  sheetSchema,
  spreadsheetSchema,
  startedConnectionSchema,
} from '../wire/account.ts';
import { encodeWholeList, listOf, oneOf } from '../wire/page.ts';

const { accounts: permissions } = useCasePermissions;
const read = { method: 'GET', tag: 'Connected accounts' } as const;

/** @spec AP40, AP44 */
export const listSpreadsheetAccounts = defineBotsOperation({
  ...read,
  id: 'listSpreadsheetAccounts',
  path: '/connected-accounts/spreadsheets',
  summary: 'List connected spreadsheet accounts',
  permission: permissions.list,
  success: all(listOf(accountSchema), 'The accounts, most recently connected first.'),
  errors: [],
  work: (engine) => engine.accounts.list('spreadsheets'),
  encode: (accounts) => jsonResponse(200, encodeWholeList(accounts, encodeAccount)),
});

/** @spec AP41, AP44 */
export const listSpreadsheets = defineBotsOperation({
  ...read,
  id: 'listSpreadsheets',
  path: '/connected-accounts/spreadsheets/{account_id}/spreadsheets',
  summary: 'List the spreadsheets that an account reaches',
  permission: permissions.listSpreadsheets,
  description:
    'Only files that the app made or the person picked. Any other that the account can open works by its id all the same.',
  success: all(listOf(spreadsheetSchema), 'The files.'),
  errors: ['account_not_found', 'dependency_failed'],
  work: (engine, { params }) => engine.accounts.listSpreadsheets(params.account_id),
  encode: (spreadsheets) => jsonResponse(200, encodeWholeList(spreadsheets, encodeSpreadsheet)),
});

/** @spec AP42, AP44 */
export const listSheets = defineBotsOperation({
  ...read,
  id: 'listSheets',
  path: '/connected-accounts/spreadsheets/{account_id}/spreadsheets/{spreadsheet_id}/sheets',
  summary: 'List the tabs of a spreadsheet',
  permission: permissions.listSheets,
  success: all(listOf(sheetSchema), 'The tabs. A block takes the title.'),
  errors: ['account_not_found', 'spreadsheet_unreadable', 'dependency_failed'],
  work: (engine, { params }) => engine.accounts.listSheets(params.account_id, params.spreadsheet_id),
  encode: (sheets) => jsonResponse(200, encodeWholeList(sheets, encodeSheet)),
});

/** @spec AP43, AP44, HT5 */
export const listColumns = defineBotsOperation({
  ...read,
  id: 'listColumns',
  path: '/connected-accounts/spreadsheets/{account_id}/spreadsheets/{spreadsheet_id}/sheets/{sheet_title}/columns',
  summary: 'List the header columns of a tab',
  permission: permissions.listColumns,
  description: 'Columns with an empty header are left out, so that numbers may have gaps.',
  success: all(listOf(columnSchema), 'The columns.'),
  errors: ['account_not_found', 'spreadsheet_unreadable', 'dependency_failed'],
  work: (engine, { params }) =>
    engine.accounts.listColumns(params.account_id, params.spreadsheet_id, params.sheet_title),
  encode: (columns) => jsonResponse(200, encodeWholeList(columns, encodeColumn)),
});

/** @spec AP45, AP44 */
export const listSchedulerAccounts = defineBotsOperation({
  ...read,
  id: 'listSchedulerAccounts',
  path: '/connected-accounts/scheduler',
  summary: 'List connected scheduler accounts',
  permission: permissions.list,
  success: all(listOf(schedulerAccountSchema), 'The accounts, most recently connected first.'),
  errors: [],
  work: (engine) => engine.accounts.list('scheduler'),
  encode: (accounts) => jsonResponse(200, encodeWholeList(accounts, encodeSchedulerAccount)),
});

/** @spec AP46, AP44 */
export const listEventTypes = defineBotsOperation({
  ...read,
  id: 'listEventTypes',
  path: '/connected-accounts/scheduler/{account_id}/event_types',
  summary: 'List the event types that take bookings',
  permission: permissions.listEventTypes,
  success: all(listOf(eventTypeSchema), 'The event types.'),
  errors: ['account_not_found', 'dependency_failed'],
  work: (engine, { params }) => engine.accounts.listEventTypes(params.account_id),
  encode: (types) => jsonResponse(200, encodeWholeList(types, encodeEventType)),
});

function all(schema: NonNullable<SuccessDescription['schema']>, description: string): SuccessDescription {
  return { status: 200, description, schema };
}

const spreadsheets = { kind: 'spreadsheets', name: 'Spreadsheet', who: 'a spreadsheet account' } as const;
const scheduler = { kind: 'scheduler', name: 'Scheduler', who: 'a scheduler account' } as const;

export const startSpreadsheetConnection = startConnection(spreadsheets);
export const getSpreadsheetConnection = getConnection(spreadsheets);
export const startSchedulerConnection = startConnection(scheduler);
export const getSchedulerConnection = getConnection(scheduler);

interface ConnectedKind {
  readonly kind: AccountKind;
  /** Part of operation ids, such as `Spreadsheet`. */
  readonly name: string;
  /** The account in summaries. */
  readonly who: string;
}

/**
 * Makes the operations of a host's kind of account: its list, the start of a connection, and its state. For other use
 * of the accounts, make an operation with `defineBotsOperation` and `accounts.ask`.
 *
 * @example
 * const operations = [...botsOperations, ...ownAccountOperations({ kind: 'crm', title: 'CRM' })];
 * createBotsApi({ engine, publicUrl, operations });
 * @spec AP50
 */
export function ownAccountOperations(own: {
  /** The `kind` of the provider. */
  readonly kind: AccountKind;
  /** Its name for people, as in "Start connecting a CRM account". */
  readonly title: string;
}): readonly BotsOperation[] {
  const { kind, title } = own;
  const name = kind.replace(/(?:^|[_-])([a-z0-9])/g, (_, first: string) => first.toUpperCase());
  const connected = { kind, name, who: `a ${title} account` };
  const list = defineBotsOperation({
    ...read,
    id: `list${name}Accounts`,
    path: `/connected-accounts/${kind}`,
    summary: `List connected ${title} accounts`,
    permission: permissions.list,
    success: all(listOf(accountSchema), 'The accounts, most recently connected first.'),
    errors: [],
    work: (engine) => engine.accounts.list(kind),
    encode: (accounts) => jsonResponse(200, encodeWholeList(accounts, encodeAccount)),
  });
  return [list, startConnection(connected), getConnection(connected)];
}

/** @spec AP48, AP49 */
function startConnection({ kind, name, who }: ConnectedKind): BotsOperation {
  return defineBotsOperation({
    id: `start${name}Connection`,
    method: 'POST',
    path: `/connected-accounts/${kind}/connections`,
    tag: 'Connected accounts',
    summary: `Start connecting ${who}`,
    description:
      'The URL is for a member of the brand. It lives fifteen minutes, is answered once, and is returned only here.',
    permission: permissions.startConnection,
    canBeRepeated: true,
    isSecret: true,
    success: {
      status: 201,
      description: 'The connection, with the URL to hand to a person.',
      schema: oneOf(startedConnectionSchema),
      headers: { Location: 'URL to poll.' },
    },
    errors: ['dependency_failed'],
    work: (engine) => engine.accounts.startConnection(kind),
    encode: ({ connection, url }, { context }): ApiResponse =>
      jsonResponse(201, JSON.stringify({ data: { ...encodeAccountConnection(connection), url } }), {
        location: `${context.publicUrl}/connected-accounts/${kind}/connections/${connection.id}`,
      }),
  });
}

/** @spec AP47 */
function getConnection({ kind, name, who }: ConnectedKind): BotsOperation {
  return defineBotsOperation({
    id: `get${name}Connection`,
    method: 'GET',
    path: `/connected-accounts/${kind}/connections/{connection_id}`,
    tag: 'Connected accounts',
    summary: `Read how connecting ${who} goes`,
    description: 'Ask every few seconds; nothing is pushed.',
    permission: permissions.getConnection,
    success: { status: 200, description: 'The connection.', schema: oneOf(accountConnectionSchema) },
    errors: ['connection_not_found'],
    work: (engine, { params }) => engine.accounts.getConnection(kind, params.connection_id),
    encode: (connection: ConnectionView) =>
      jsonResponse(200, JSON.stringify({ data: encodeAccountConnection(connection) })),
  });
}
