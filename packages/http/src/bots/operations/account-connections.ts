import type { AccountKind, ConnectionAnswer } from '@botwright/core';
import { jsonReply, type Reply } from '../../exchange/reply/reply.ts';
import { encodeAccountConnection } from '../codecs/account-codec.ts';
import { accountConnectionSchema, startedConnectionSchema } from '../schemas/account-schema.ts';
import { oneOf } from '../schemas/page-schema.ts';
import { defineOperation } from './define-operation.ts';
import type { Operation } from './operation.ts';

const spreadsheets = { kind: 'spreadsheets', name: 'Spreadsheet', who: 'a spreadsheet account' } as const;
const scheduler = { kind: 'scheduler', name: 'Scheduler', who: 'a scheduler account' } as const;

export const startSpreadsheetConnection = startConnection(spreadsheets);
export const getSpreadsheetConnection = getConnection(spreadsheets);
export const startSchedulerConnection = startConnection(scheduler);
export const getSchedulerConnection = getConnection(scheduler);

interface ConnectedKind {
  readonly kind: AccountKind;
  readonly name: 'Spreadsheet' | 'Scheduler';
  readonly who: string;
}

/** @spec AP48, AP49 */
function startConnection({ kind, name, who }: ConnectedKind): Operation {
  return defineOperation({
    id: `start${name}Connection`,
    method: 'POST',
    path: `/connected-accounts/${kind}/connections`,
    tag: 'Connected accounts',
    summary: `Start connecting ${who}`,
    description:
      'The URL is for a member of the brand. It lives fifteen minutes, is answered once, and is told here alone.',
    permission: 'edit_integrations',
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
    encode: ({ connection, url }, { surroundings }): Reply =>
      jsonReply(201, JSON.stringify({ data: { ...encodeAccountConnection(connection), url } }), {
        location: `${surroundings.publicUrl}/connected-accounts/${kind}/connections/${connection.id}`,
      }),
  });
}

/** @spec AP47 */
function getConnection({ kind, name, who }: ConnectedKind): Operation {
  return defineOperation({
    id: `get${name}Connection`,
    method: 'GET',
    path: `/connected-accounts/${kind}/connections/{connection_id}`,
    tag: 'Connected accounts',
    summary: `Read how connecting ${who} goes`,
    description: 'Ask every few seconds; nothing is pushed.',
    permission: 'view_integrations',
    success: { status: 200, description: 'The connection.', schema: oneOf(accountConnectionSchema) },
    errors: ['connection_not_found'],
    work: (engine, { params }) => engine.accounts.getConnection(kind, params.connection_id),
    encode: (connection: ConnectionAnswer) =>
      jsonReply(200, JSON.stringify({ data: encodeAccountConnection(connection) })),
  });
}
