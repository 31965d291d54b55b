import type { Clock, EpochMs } from '@botwright/core/ports';
import type { PretendEntries } from '@botwright/core/testing';

/** A map with a bounded size and entries that expire. */
export interface BoundedEntries<TValue> extends PretendEntries<TValue> {
  /** Gets an entry and deletes it. */
  take(key: string): TValue | undefined;
}

/** Beyond `max` entries it deletes the oldest; each expires after `lifeMs`. */
export function boundedEntries<TValue>(
  clock: Clock,
  { lifeMs, max }: { readonly lifeMs: number; readonly max: number },
): BoundedEntries<TValue> {
  /** In the order of their expiry. */
  const entries = new Map<string, { readonly value: TValue; readonly endsAt: EpochMs }>();

  function makeRoom(now: EpochMs): void {
    for (const [key, { endsAt }] of entries) {
      if (entries.size < max && now < endsAt) break;
      entries.delete(key);
    }
  }

  function get(key: string): TValue | undefined {
    const entry = entries.get(key);
    if (entry === undefined || clock.now() < entry.endsAt) return entry?.value;
    entries.delete(key);
    return undefined;
  }

  return {
    set(key, value) {
      const now = clock.now();
      entries.delete(key);
      makeRoom(now);
      entries.set(key, { value, endsAt: now + lifeMs });
    },
    get,
    take(key) {
      const value = get(key);
      entries.delete(key);
      return value;
    },
    delete: (key) => entries.delete(key),
  };
}
