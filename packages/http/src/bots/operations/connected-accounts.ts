import type { ErrorCode } from '@botwright/core';
import type * as v from 'valibot';
import {
  accountConnectionSchema,
  accountSchema,
  columnSchema,
  eventTypeSchema,
  schedulerAccountSchema,
  sheetSchema,
  spreadsheetSchema,
  startedConnectionSchema,
} from '../schemas/account-schema.ts';
import { listOf, oneOf } from '../schemas/page-schema.ts';
import type { OperationContract } from './operation.ts';

const root = '/connected-accounts';

/**
 * Operations on connected accounts: described, and served by no one yet.
 *
 * @spec OA4, AP39
 */
export const plannedOperations: readonly OperationContract[] = [
  read('listSpreadsheetAccounts', `${root}/spreadsheets`, 'List connected spreadsheet accounts', listOf(accountSchema)),
  read(
    'listSpreadsheets',
    `${root}/spreadsheets/{account_id}/spreadsheets`,
    'List the spreadsheets that an account reaches',
    listOf(spreadsheetSchema),
    ['account_not_found', 'dependency_failed'],
  ),
  read(
    'listSheets',
    `${root}/spreadsheets/{account_id}/spreadsheets/{spreadsheet_id}/sheets`,
    'List the tabs of a spreadsheet',
    listOf(sheetSchema),
    ['account_not_found', 'spreadsheet_not_found', 'spreadsheet_unreadable', 'dependency_failed'],
  ),
  read(
    'listColumns',
    `${root}/spreadsheets/{account_id}/spreadsheets/{spreadsheet_id}/sheets/{sheet_title}/columns`,
    'List the header columns of a tab',
    listOf(columnSchema),
    ['account_not_found', 'spreadsheet_not_found', 'spreadsheet_unreadable', 'dependency_failed'],
  ),
  start('startSpreadsheetConnection', `${root}/spreadsheets/connections`, 'Start connecting a spreadsheet account'),
  read(
    'getSpreadsheetConnection',
    `${root}/spreadsheets/connections/{connection_id}`,
    'Read how connecting a spreadsheet account goes',
    oneOf(accountConnectionSchema),
    ['connection_not_found'],
  ),
  read(
    'listSchedulerAccounts',
    `${root}/scheduler`,
    'List connected scheduler accounts',
    listOf(schedulerAccountSchema),
  ),
  read(
    'listEventTypes',
    `${root}/scheduler/{account_id}/event_types`,
    'List the event types that take bookings',
    listOf(eventTypeSchema),
    ['account_not_found', 'dependency_failed'],
  ),
  start('startSchedulerConnection', `${root}/scheduler/connections`, 'Start connecting a scheduler account'),
  read(
    'getSchedulerConnection',
    `${root}/scheduler/connections/{connection_id}`,
    'Read how connecting a scheduler account goes',
    oneOf(accountConnectionSchema),
    ['connection_not_found'],
  ),
];

function read(
  id: string,
  path: `/${string}`,
  summary: string,
  schema: v.GenericSchema,
  errors: readonly ErrorCode[] = [],
): OperationContract {
  const success = { status: 200, description: 'What was asked for.', schema } as const;
  return {
    id,
    method: 'GET',
    path,
    tag: 'Connected accounts',
    summary,
    permission: 'view_integrations',
    success,
    errors,
  };
}

function start(id: string, path: `/${string}`, summary: string): OperationContract {
  return {
    id,
    method: 'POST',
    path,
    tag: 'Connected accounts',
    summary,
    permission: 'edit_integrations',
    canBeRepeated: true,
    success: {
      status: 201,
      description: 'The connection, with the URL to hand to a person.',
      schema: oneOf(startedConnectionSchema),
      headers: { Location: 'URL to poll.' },
    },
    errors: [],
  };
}
