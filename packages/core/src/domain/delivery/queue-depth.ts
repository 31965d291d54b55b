import type { EpochMs } from '../time/epoch-ms.ts';

/** Waiting and leased deliveries. */
export interface PendingDeliveries {
  /** Their number, due or not. */
  readonly pending: number;
  /** The earliest due time of deliveries without a lease. Absent if there are none. */
  readonly oldestDueAt?: EpochMs;
}

/** The pending deliveries of one brand. */
export interface BrandDepth extends PendingDeliveries {
  /** Only brands with pending deliveries are listed. */
  readonly brand: string;
}

/** The brands with the most pending deliveries, and the sum of all others. */
export interface QueueDepth {
  /** By descending number, then by name; without brands that have no pending deliveries. */
  readonly brands: readonly BrandDepth[];
  /** The sum of the brands that are not listed. */
  readonly others: PendingDeliveries;
}

/**
 * Computes the depth of a queue from all its brands, for every store.
 *
 * @param most - The number of brands to name.
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
