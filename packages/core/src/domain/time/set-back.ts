import type { DeliveryProgress } from '../delivery/delivery-progress.ts';
import type { EpochMs } from './epoch-ms.ts';

/**
 * Milliseconds by which the clocks of two machines may differ without either being taken for one that was set back.
 * Nothing is delayed by more when a clock is set back by less.
 */
export const clockDifferenceMs = 1_000;

/**
 * Milliseconds by which the clock of another machine may be ahead of that of a worker which has just begun. Nobody knows
 * whether its clock was set back while it was away, so that what is planned later by less stays as it is.
 */
const strangeClockMs = 60_000;

/**
 * Milliseconds after which what waits is looked at once more: a transaction that was under way while the clock was set
 * back may have stored a moment of the clock before.
 */
const lookAgainAfterMs = 5_000;

/** A worker has a clock of its own: those of this many are remembered. */
const mostWorkers = 1_000;

/** Slices that one claim waits for. With a thousand rows each it takes a second at most. */
const slicesAtOnce = 20;

/** A claim by which the clock of its worker was set back. */
export interface SetBackClaim {
  readonly now: EpochMs;
  /** When a lease ends that is given now. */
  readonly leaseUntil: EpochMs;
  /** A moment later than now by more was given before the clock was set back; by less, a clock may be ahead. */
  readonly differenceMs: number;
}

/**
 * Finds out when what waits has to be looked at, because the clock by which it was planned may have been set back, and
 * looks at it slice by slice. A moment in the future counts as now wherever something is waited for.
 *
 * @typeParam TPlace - Where a slice ended.
 */
export interface SetBackSweep<TPlace extends object> {
  /**
   * Call it with each claim, before the claim. It runs some slices when the clock was set back, for the first claim of
   * a worker, and while slices are left of a claim before; a slice that rejects is left, too.
   *
   * @param slice - Looks at what follows a place, `undefined` at the beginning, and stores what it changes before it
   *   resolves: to where it ended, to `done` when nothing follows, or to `later` when it changed nothing because it
   *   would have taken too long, so that the claim goes on without it.
   */
  run(
    claim: { readonly worker: string; readonly now: EpochMs; readonly leaseUntil: EpochMs },
    slice: (claim: SetBackClaim, place: TPlace | undefined) => Promise<TPlace | 'done' | 'later'>,
  ): Promise<void>;
}

interface SeenClock {
  /** The latest moment of the worker. */
  readonly latest: EpochMs;
  /** When what waits is looked at once more. */
  readonly againAt?: EpochMs;
}

/** @spec DQ27, CQ22 */
export function createSetBackSweep<TPlace extends object>(): SetBackSweep<TPlace> {
  /** By worker, those that claimed last at the end. */
  const seen = new Map<string, SeenClock>();
  /** What is left. Each slice that ends replaces it. */
  let left: { readonly differenceMs: number; readonly place?: TPlace } | undefined;

  /** @returns `undefined` where the clock was not set back since the last claim of the worker. */
  function look(worker: string, now: EpochMs): number | undefined {
    const before = seen.get(worker);
    const isBack = before !== undefined && now < before.latest - clockDifferenceMs;
    const againAt = isBack ? now + lookAgainAfterMs : before?.againAt;
    const isAgain = !isBack && againAt !== undefined && now >= againAt;
    seen.delete(worker);
    seen.set(worker, {
      latest: isBack ? now : Math.max(before?.latest ?? now, now),
      ...(againAt !== undefined && !isAgain && { againAt }),
    });
    const [first] = seen.keys();
    if (seen.size > mostWorkers && first !== undefined) seen.delete(first);
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
        // Another claim has ended the same slice, or begun anew.
        if (left !== before) continue;
        left = end === 'done' ? undefined : { ...before, place: end };
      }
    },
  };
}

/** A wait of a delivery that is pending. */
export interface DeliveryWait {
  /** When it began: with the end of the last attempt, or when the delivery was made. */
  readonly since: EpochMs;
  readonly dueAt: EpochMs;
}

/** @returns `undefined` for a delivery that is not pending. */
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
 * When a delivery is due that waits since a moment later than now: at once, as the clock was set back by which it was
 * planned.
 *
 * @returns `undefined` where it stays as it is, because clocks differ a little.
 * @spec DQ27
 */
export function dueAfterSetBack(
  { since, dueAt }: DeliveryWait,
  { now, differenceMs }: Pick<SetBackClaim, 'now' | 'differenceMs'>,
): EpochMs | undefined {
  return dueAt <= now || since <= now + differenceMs ? undefined : now;
}

/**
 * When a lease ends that lasts no longer than one that is given now.
 *
 * @param given - Without `differenceMs`, the clock of whoever gives it is not known.
 * @returns `undefined` where it stays as it is, because clocks differ, and workers have leases of other lengths.
 * @spec DQ27, CQ22, CQ23
 */
export function leaseAfterSetBack(
  leaseUntil: EpochMs,
  given: Pick<SetBackClaim, 'leaseUntil'> & Partial<SetBackClaim>,
): EpochMs | undefined {
  const { differenceMs = strangeClockMs } = given;
  return leaseUntil > given.leaseUntil + differenceMs ? given.leaseUntil : undefined;
}
