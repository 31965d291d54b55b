import type { ConnectedAccount, ConnectionView, EventType, Sheet, SheetColumn, Spreadsheet } from '@botwright/core';
import { describedHere } from '@botwright/core/inputs';
import * as v from 'valibot';
import { timestamp } from '../../schemas.ts';
import { encodeTimestamp } from './timestamp.ts';

export const accountSchema = v.object({ id: v.string(), name: v.string() });

export const schedulerAccountSchema = v.object({ id: v.string(), name: v.string(), scheduling_url: v.string() });

export const spreadsheetSchema = v.object({
  spreadsheet_id: v.string(),
  name: describedHere(v.string(), 'Its title.'),
});

export const sheetSchema = v.object({ title: v.string(), id: v.string() });

export const columnSchema = v.object({
  number: describedHere(v.pipe(v.number(), v.integer(), v.minValue(1)), 'Counts from 1.'),
  header: describedHere(v.string(), 'The header text.'),
});

export const eventTypeSchema = v.object({
  name: describedHere(v.string(), 'Its name at the provider.'),
  scheduling_url: v.string(),
  duration_minutes: describedHere(v.number(), 'How long a booking lasts.'),
});

export const accountConnectionSchema = v.object({
  id: v.string(),
  status: v.picklist(['pending', 'connected', 'declined', 'expired']),
  account_id: v.exactOptional(v.string()),
  expires_at: describedHere(timestamp, 'Fifteen minutes after the start.'),
});

export const startedConnectionSchema = v.object({
  ...accountConnectionSchema.entries,
  url: v.string(),
});

/** @spec AP40 */
export function encodeAccount({ id, name }: ConnectedAccount): v.InferOutput<typeof accountSchema> {
  return { id, name };
}

/** @spec AP45 */
export function encodeSchedulerAccount(account: ConnectedAccount): v.InferOutput<typeof schedulerAccountSchema> {
  // The engine stores no scheduler account without a `schedulingUrl`.
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
export function encodeAccountConnection(connection: ConnectionView): v.InferOutput<typeof accountConnectionSchema> {
  const { id, status, accountId, expiresAt } = connection;
  return {
    id,
    status,
    ...(accountId !== undefined && { account_id: accountId }),
    expires_at: encodeTimestamp(expiresAt),
  };
}
