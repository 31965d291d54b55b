import type { DeliveryProgress } from '../delivery/delivery-progress.ts';
import type { EpochMs } from './epoch-ms.ts';

/**
 * Milliseconds by which the clocks of two machines may differ without either being taken for one that was set back.
 * Nothing is delayed by more when a clock is set back by less.
 */
export const clockDifferenceMs = 1_000;

/** Finds out when what waits has to be looked at, because the clock by which it was planned may have been set back. */
export interface SetBackWatch {
  /**
   * Call it with the moment of each claim, before the claim. True for the first one, since nobody knows what the clock
   * was before, and for each by which the clock has gone back.
   */
  isSetBack(now: EpochMs): boolean;
}

/**
 * A moment in the future counts as now wherever something is waited for: when the clock goes back, a store makes due
 * what was planned later than now, and lets leases last as if they were given now.
 *
 * @spec DQ2001, CQ2001
 */
export function createSetBackWatch(): SetBackWatch {
  let latest: EpochMs = Number.POSITIVE_INFINITY;
  return {
    isSetBack(now) {
      const isBack = now < latest - clockDifferenceMs;
      latest = isBack ? now : Math.max(latest, now);
      return isBack;
    },
  };
}

interface Planned {
  readonly createdAt: EpochMs;
  readonly progress: DeliveryProgress;
}

/** When the wait of a pending delivery began: with the end of its last attempt, or when it was made. */
function plannedAt({ createdAt, progress: { attempts } }: Planned): EpochMs {
  const last = attempts.at(-1);
  return last === undefined ? createdAt : last.at + last.durationMs;
}

/** Whether a delivery waits because its moment was planned by a clock that was ahead. @spec DQ2001 */
export function isPlannedAhead(record: Planned, now: EpochMs): boolean {
  const { progress } = record;
  if (progress.state !== 'pending' || progress.dueAt <= now) return false;
  const planned = plannedAt(record);
  return planned > now + Math.min(clockDifferenceMs, Math.max(0, progress.dueAt - planned));
}
