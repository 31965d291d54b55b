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

/** A number from minus this to this, or text that spells one. For contracts: the engine judges it. */
export function degrees(most: number): v.GenericSchema<number | string> {
  const spelled = v.pipe(
    v.string(),
    v.regex(/^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/),
    v.metadata({ maxLength: 64 }),
  );
  return v.union([v.pipe(v.number(), v.minValue(-most), v.maxValue(most)), spelled]);
}
