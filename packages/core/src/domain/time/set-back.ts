import type { DeliveryProgress } from '../delivery/delivery-progress.ts';
import type { EpochMs } from './epoch-ms.ts';

/**
 * The tolerated difference between the clocks of two machines, in milliseconds. A clock set back by less delays work by
 * at most this time.
 */
export const clockDifferenceMs = 1_000;

/**
 * The tolerated difference for a worker that has just begun, in milliseconds: its clock may have been set back before,
 * so moments planned later by less stay unchanged.
 */
const strangeClockMs = 60_000;

/**
 * Milliseconds until a second check of waiting work: a transaction during the change may have stored a moment of the
 * former clock.
 */
const lookAgainAfterMs = 5_000;

/** The number of workers whose clocks are recorded. */
const mostWorkers = 1_000;

/** The most slices in one claim. With a thousand rows each they take at most a second. */
const slicesAtOnce = 20;

/** A claim that detected a set-back clock of its worker. */
export interface SetBackClaim {
  /** The time of the worker's clock. */
  readonly now: EpochMs;
  /** The end of a lease given now. */
  readonly leaseUntil: EpochMs;
  /**
   * A moment further in the future was given before the clock was set back; a nearer one may come from a clock that is
   * ahead.
   */
  readonly differenceMs: number;
}

/**
 * Detects that a clock was set back, and then checks waiting work slice by slice: moments too far in the future become
 * now.
 *
 * @typeParam TPlace - The end of a slice.
 */
export interface SetBackSweep<TPlace extends object> {
  /**
   * Call it before each claim. Runs some slices after a clock was set back, at the first claim of a worker, and while
   * slices of an earlier claim are left; a rejected slice is left, too.
   *
   * @param slice - Checks the rows after a place, `undefined` at the beginning, and stores its changes before it
   *   resolves: to its last place, to `done` at the end, or to `later` when it changed nothing because it would take
   *   too long, so that the claim continues without it.
   */
  run(
    claim: { readonly worker: string; readonly now: EpochMs; readonly leaseUntil: EpochMs },
    slice: (claim: SetBackClaim, place: TPlace | undefined) => Promise<TPlace | 'done' | 'later'>,
  ): Promise<void>;
}

interface WorkerClock {
  /** The latest moment of the worker. */
  readonly latest: EpochMs;
  /** The time of the second check. */
  readonly againAt?: EpochMs;
}

/** @spec DQ27, CQ22 */
export function createSetBackSweep<TPlace extends object>(): SetBackSweep<TPlace> {
  /** By worker, in order of the last claim. */
  const clocks = new Map<string, WorkerClock>();
  /** The remaining check. Each finished slice replaces it. */
  let left: { readonly differenceMs: number; readonly place?: TPlace } | undefined;

  /** @returns `undefined` if the clock was not set back since the last claim of the worker. */
  function look(worker: string, now: EpochMs): number | undefined {
    const before = clocks.get(worker);
    const isBack = before !== undefined && now < before.latest - clockDifferenceMs;
    const againAt = isBack ? now + lookAgainAfterMs : before?.againAt;
    const isAgain = !isBack && againAt !== undefined && now >= againAt;
    clocks.delete(worker);
    clocks.set(worker, {
      latest: isBack ? now : Math.max(before?.latest ?? now, now),
      ...(againAt !== undefined && !isAgain && { againAt }),
    });
    const [first] = clocks.keys();
    if (clocks.size > mostWorkers && first !== undefined) clocks.delete(first);
    if (before === undefined) return strangeClockMs;
    return isBack || isAgain ? clockDifferenceMs : undefined;
  }

  return {
    async run({ worker, now, leaseUntil }, slice) {
      const found = look(worker, now);
      if (found !== undefined) left = { differenceMs: Math.min(found, left?.differenceMs ?? found) };
      for (let slices = 0; left !== undefined && slices < slicesAtOnce; slices += 1) {
        const before = left;
        const end = await slice({ now, leaseUntil, differenceMs: before.differenceMs }, before.place);
        if (end === 'later') return;
        // Another claim finished the same slice, or began again.
        if (left !== before) continue;
        left = end === 'done' ? undefined : { ...before, place: end };
      }
    },
  };
}

/** The wait of a pending delivery. */
export interface DeliveryWait {
  /** The start: the end of the last attempt, or the creation of the delivery. */
  readonly since: EpochMs;
  /** The end of the wait, unless the clock was set back. */
  readonly dueAt: EpochMs;
}

/** @returns `undefined` for other deliveries. */
export function waitOfDelivery({
  createdAt,
  progress,
}: {
  readonly createdAt: EpochMs;
  readonly progress: DeliveryProgress;
}): DeliveryWait | undefined {
  if (progress.state !== 'pending') return undefined;
  const last = progress.attempts.at(-1);
  return { since: last === undefined ? createdAt : last.at + last.durationMs, dueAt: progress.dueAt };
}

/**
 * The new due time of a delivery whose wait began in the future: now, because its clock was set back.
 *
 * @returns `undefined` for no change, because clocks differ a little.
 * @spec DQ27
 */
export function dueAfterSetBack(
  { since, dueAt }: DeliveryWait,
  { now, differenceMs }: Pick<SetBackClaim, 'now' | 'differenceMs'>,
): EpochMs | undefined {
  return dueAt <= now || since <= now + differenceMs ? undefined : now;
}

/**
 * The new end of a lease, which is at most the end of a lease given now.
 *
 * @param given - Without `differenceMs` the clock of the worker is unknown.
 * @returns `undefined` for no change, because clocks differ, and workers have leases of other lengths.
 * @spec DQ27, CQ22, CQ23
 */
export function leaseAfterSetBack(
  leaseUntil: EpochMs,
  given: Pick<SetBackClaim, 'leaseUntil'> & Partial<SetBackClaim>,
): EpochMs | undefined {
  const { differenceMs = strangeClockMs } = given;
  return leaseUntil > given.leaseUntil + differenceMs ? given.leaseUntil : undefined;
}
