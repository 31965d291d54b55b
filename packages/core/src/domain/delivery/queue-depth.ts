import type { EpochMs } from '../time/epoch-ms.ts';

/** Pending deliveries: those that wait and those under lease. */
export interface PendingDeliveries {
  readonly pending: number;
  /** When the one that waits longest was due, or is. Absent when none waits without a lease. */
  readonly oldestDueAt?: EpochMs;
}

export interface BrandDepth extends PendingDeliveries {
  readonly brand: string;
}

/** The brands with the most pending deliveries, and all others together. */
export interface QueueDepth {
  /** Those with more first; of two with as many, by name. Brands without pending deliveries are left out. */
  readonly brands: readonly BrandDepth[];
  readonly others: PendingDeliveries;
}

/**
 * Makes the depth of a queue from all its brands, for every store alike.
 *
 * @param most - How many brands are named.
 * @spec DQ24
 */
export function queueDepth(all: readonly BrandDepth[], most: number): QueueDepth {
  const sorted = all
    .filter(({ pending }) => pending > 0)
    .sort((a, b) => b.pending - a.pending || (a.brand < b.brand ? -1 : 1));
  const rest = sorted.slice(most);
  const dueAt = rest.flatMap(({ oldestDueAt }) => oldestDueAt ?? []).reduce((a, b) => Math.min(a, b), Infinity);
  return {
    brands: sorted.slice(0, most),
    others: {
      pending: rest.reduce((sum, { pending }) => sum + pending, 0),
      ...(dueAt !== Infinity && { oldestDueAt: dueAt }),
    },
  };
}
