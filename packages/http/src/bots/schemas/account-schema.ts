import * as v from 'valibot';
import { decided } from '../../schemas/marks.ts';
import { timestamp } from '../../schemas/scalars.ts';

export const accountSchema = v.object({ id: v.string(), name: v.string() });

export const schedulerAccountSchema = v.object({ id: v.string(), name: v.string(), scheduling_url: v.string() });

export const spreadsheetSchema = v.object({ spreadsheet_id: v.string(), name: decided(v.string(), 'Its title.') });

export const sheetSchema = v.object({ title: v.string(), id: v.string() });

export const columnSchema = v.object({
  number: decided(v.pipe(v.number(), v.integer(), v.minValue(1)), 'Counts from 1.'),
  header: decided(v.string(), 'The header text.'),
});

export const eventTypeSchema = v.object({
  name: decided(v.string(), 'What the provider calls it.'),
  scheduling_url: v.string(),
  duration_minutes: decided(v.number(), 'How long a booking lasts.'),
});

export const accountConnectionSchema = v.object({
  id: v.string(),
  status: v.picklist(['pending', 'connected', 'declined', 'expired']),
  account_id: v.exactOptional(v.string()),
  expires_at: decided(timestamp, 'Fifteen minutes after the start.'),
});

export const startedConnectionSchema = v.object({
  ...accountConnectionSchema.entries,
  url: v.string(),
});
