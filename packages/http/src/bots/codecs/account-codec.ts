import type { ConnectedAccount, ConnectionAnswer, EventType, Sheet, SheetColumn, Spreadsheet } from '@botwright/core';
import type * as v from 'valibot';
import type {
  accountConnectionSchema,
  accountSchema,
  columnSchema,
  eventTypeSchema,
  schedulerAccountSchema,
  sheetSchema,
  spreadsheetSchema,
} from '../schemas/account-schema.ts';
import { encodeTimestamp } from './timestamp.ts';

/** @spec AP40 */
export function encodeAccount({ id, name }: ConnectedAccount): v.InferOutput<typeof accountSchema> {
  return { id, name };
}

/** @spec AP45 */
export function encodeSchedulerAccount(account: ConnectedAccount): v.InferOutput<typeof schedulerAccountSchema> {
  // The engine keeps no scheduler account without one.
  return { ...encodeAccount(account), scheduling_url: account.schedulingUrl ?? '' };
}

/** @spec AP41 */
export function encodeSpreadsheet({ spreadsheetId, name }: Spreadsheet): v.InferOutput<typeof spreadsheetSchema> {
  return { spreadsheet_id: spreadsheetId, name };
}

/** @spec AP42 */
export function encodeSheet({ title, id }: Sheet): v.InferOutput<typeof sheetSchema> {
  return { title, id };
}

/** @spec AP43 */
export function encodeColumn({ number, header }: SheetColumn): v.InferOutput<typeof columnSchema> {
  return { number, header };
}

/** @spec AP46 */
export function encodeEventType(type: EventType): v.InferOutput<typeof eventTypeSchema> {
  return { name: type.name, scheduling_url: type.schedulingUrl, duration_minutes: type.durationMinutes };
}

/** @spec AP47 */
export function encodeAccountConnection(connection: ConnectionAnswer): v.InferOutput<typeof accountConnectionSchema> {
  const { id, status, accountId, expiresAt } = connection;
  return {
    id,
    status,
    ...(accountId !== undefined && { account_id: accountId }),
    expires_at: encodeTimestamp(expiresAt),
  };
}
