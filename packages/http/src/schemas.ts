import { planTiers } from '@botwright/core/diagram';
import { faultMessages } from '@botwright/core/inputs';
import * as v from 'valibot';

export const uuid = v.pipe(v.string(), v.uuid(faultMessages.uuid));

/** UTC, without offset and fractions. */
export const timestamp = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/),
  v.examples(['2026-01-31T09:30:00']),
);

export const planTier = v.picklist(planTiers);

/** A moment in seconds since the epoch, perhaps with a fraction to the microsecond. */
export const seconds = v.pipe(v.number(), v.examples([1_790_000_000.25]));

/** A parameter that is accepted and ignored. */
export const ignoredText = v.pipe(
  v.unknown(),
  v.metadata({ type: 'string', description: 'Accepted and ignored.' }),
  v.transform(() => undefined),
);
