import type { AccountKind, ConnectedAccount, ConnectionView } from '@botwright/core';
import { useCasePermissions } from '@botwright/core/front';
import type * as v from 'valibot';
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
import { oneOf, wholeList } from '../wire/page.ts';

const { accounts: permissions } = useCasePermissions;
const read = { method: 'GET', tag: 'Connected accounts' } as const;

interface ConnectedKind {
  readonly kind: AccountKind;
  /** Part of operation ids, such as `Spreadsheet`. */
  readonly name: string;
  /** The account in summaries, such as `spreadsheet`. */
  readonly title: string;
}

const spreadsheets = { kind: 'spreadsheets', name: 'Spreadsheet', title: 'spreadsheet' } as const;
const scheduler = { kind: 'scheduler', name: 'Scheduler', title: 'scheduler' } as const;

export const accountOperations: readonly BotsOperation[] = [
  listAccounts(spreadsheets, accountSchema, encodeAccount),

  /** @spec AP41, AP44 */
  defineBotsOperation({
    ...read,
    ...wholeList(spreadsheetSchema, 'The files.', encodeSpreadsheet),
    id: 'listSpreadsheets',
    path: '/connected-accounts/spreadsheets/{account_id}/spreadsheets',
    summary: 'List the spreadsheets that an account reaches',
    permission: permissions.listSpreadsheets,
    description:
      'Only files that the app made or the person picked. Any other that the account can open works by its id all the same.',
    errors: ['account_not_found', 'dependency_failed'],
    work: (engine, { params }) => engine.accounts.listSpreadsheets(params.account_id),
  }),

  /** @spec AP42, AP44 */
  defineBotsOperation({
    ...read,
    ...wholeList(sheetSchema, 'The tabs. A block takes the title.', encodeSheet),
    id: 'listSheets',
    path: '/connected-accounts/spreadsheets/{account_id}/spreadsheets/{spreadsheet_id}/sheets',
    summary: 'List the tabs of a spreadsheet',
    permission: permissions.listSheets,
    errors: ['account_not_found', 'spreadsheet_unreadable', 'dependency_failed'],
    work: (engine, { params }) => engine.accounts.listSheets(params.account_id, params.spreadsheet_id),
  }),

  /** @spec AP43, AP44, HT5 */
  defineBotsOperation({
    ...read,
    ...wholeList(columnSchema, 'The columns.', encodeColumn),
    id: 'listColumns',
    path: '/connected-accounts/spreadsheets/{account_id}/spreadsheets/{spreadsheet_id}/sheets/{sheet_title}/columns',
    summary: 'List the header columns of a tab',
    permission: permissions.listColumns,
    description: 'Columns with an empty header are left out, so that numbers may have gaps.',
    errors: ['account_not_found', 'spreadsheet_unreadable', 'dependency_failed'],
    work: (engine, { params }) =>
      engine.accounts.listColumns(params.account_id, params.spreadsheet_id, params.sheet_title),
  }),

  startConnection(spreadsheets),
  getConnection(spreadsheets),
  listAccounts(scheduler, schedulerAccountSchema, encodeSchedulerAccount),

  /** @spec AP46, AP44 */
  defineBotsOperation({
    ...read,
    ...wholeList(eventTypeSchema, 'The event types.', encodeEventType),
    id: 'listEventTypes',
    path: '/connected-accounts/scheduler/{account_id}/event_types',
    summary: 'List the event types that take bookings',
    permission: permissions.listEventTypes,
    errors: ['account_not_found', 'dependency_failed'],
    work: (engine, { params }) => engine.accounts.listEventTypes(params.account_id),
  }),

  startConnection(scheduler),
  getConnection(scheduler),
];

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
  const name = own.kind.replace(/(?:^|[_-])([a-z0-9])/g, (_, first: string) => first.toUpperCase());
  const kind = { ...own, name };
  return [listAccounts(kind, accountSchema, encodeAccount), startConnection(kind), getConnection(kind)];
}

/** @spec AP40, AP44, AP45 */
function listAccounts(
  { kind, name, title }: ConnectedKind,
  schema: v.GenericSchema,
  encode: (account: ConnectedAccount) => unknown,
): BotsOperation {
  return defineBotsOperation({
    ...read,
    ...wholeList(schema, 'The accounts, most recently connected first.', encode),
    id: `list${name}Accounts`,
    path: `/connected-accounts/${kind}`,
    summary: `List connected ${title} accounts`,
    permission: permissions.list,
    errors: [],
    work: (engine) => engine.accounts.list(kind),
  });
}

/** @spec AP48, AP49 */
function startConnection({ kind, name, title }: ConnectedKind): BotsOperation {
  return defineBotsOperation({
    id: `start${name}Connection`,
    method: 'POST',
    path: `/connected-accounts/${kind}/connections`,
    tag: 'Connected accounts',
    summary: `Start connecting a ${title} account`,
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
function getConnection({ kind, name, title }: ConnectedKind): BotsOperation {
  return defineBotsOperation({
    ...read,
    id: `get${name}Connection`,
    path: `/connected-accounts/${kind}/connections/{connection_id}`,
    summary: `Read how connecting a ${title} account goes`,
    description: 'Ask every few seconds; nothing is pushed.',
    permission: permissions.getConnection,
    success: { status: 200, description: 'The connection.', schema: oneOf(accountConnectionSchema) },
    errors: ['connection_not_found'],
    work: (engine, { params }) => engine.accounts.getConnection(kind, params.connection_id),
    encode: (connection: ConnectionView) =>
      jsonResponse(200, JSON.stringify({ data: encodeAccountConnection(connection) })),
  });
}
