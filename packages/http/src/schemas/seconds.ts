import * as v from 'valibot';

/** A moment in seconds since the epoch, perhaps with a fraction to the microsecond. */
export const seconds = v.pipe(v.number(), v.examples([1_790_000_000.25]));
