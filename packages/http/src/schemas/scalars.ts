import * as v from 'valibot';

export const uuid = v.pipe(v.string(), v.uuid('Expected a uuid.'));

export const safeInteger = v.pipe(v.number(), v.safeInteger('Expected an integer.'));

/** UTC, without offset and fractions. */
export const timestamp = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/),
  v.examples(['2026-01-31T09:30:00']),
);

export const planTier = v.picklist(['sandbox', 'starter', 'professional', 'business']);
