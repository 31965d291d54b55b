import type { DeliveryProgress } from '../delivery/delivery-progress.ts';
import type { EpochMs } from './epoch-ms.ts';

/**
 * Milliseconds by which the clocks of two machines may differ without either being taken for one that was set back.
 * Nothing is delayed by more when a clock is set back by less.
 */
export const clockDifferenceMs = 1_000;

/**
 * The same for a worker whose clock is not known yet. Clocks of machines may differ by this much, and nobody knows
 * whether its clock was set back while it was away.
 */
const strangeClockMs = 60_000;

/** A worker has a clock of its own: those of this many are remembered. */
const mostWorkers = 1_000;

/** Finds out when what waits has to be looked at, because the clock by which it was planned may have been set back. */
export interface SetBackWatch {
  /**
   * Call it with the moment of each claim, before the claim.
   *
   * @returns Milliseconds by which a moment is later than now if it was given before the clock of this worker was set
   *   back; `undefined` where it was not set back since the last claim of the worker.
   */
  setBack(claim: { readonly worker: string; readonly now: EpochMs }): number | undefined;
}

/**
 * A moment in the future counts as now wherever something is waited for: when the clock goes back, a store makes due
 * what was planned later than now, and lets leases last as if they were given now.
 *
 * @spec DQ27, CQ22
 */
export function createSetBackWatch(): SetBackWatch {
  /** The latest moment of each worker, those that claimed last at the end. */
  const known = new Map<string, EpochMs>();
  return {
    setBack({ worker, now }) {
      const latest = known.get(worker);
      const isBack = latest !== undefined && now < latest - clockDifferenceMs;
      known.delete(worker);
      known.set(worker, isBack ? now : Math.max(latest ?? now, now));
      const [first] = known.keys();
      if (known.size > mostWorkers && first !== undefined) known.delete(first);
      if (latest === undefined) return strangeClockMs;
      return isBack ? clockDifferenceMs : undefined;
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

/**
 * Whether a delivery waits because its moment was planned by a clock that was ahead.
 *
 * @param differenceMs - What `setBack` returned.
 * @spec DQ27
 */
export function isPlannedAhead(record: Planned, now: EpochMs, differenceMs: number): boolean {
  const { progress } = record;
  return progress.state === 'pending' && progress.dueAt > now && plannedAt(record) > now + differenceMs;
}
