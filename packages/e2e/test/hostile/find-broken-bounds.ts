import { usualWorkMs } from './watch/fixed-work.ts';
import type { Stretch } from './watch/watcher.ts';

/**
 * Added to twice the time at rest: half a second, which grows as fixed work gets slower, or a multiple of the time at rest
 * where the machine is slow or busy.
 */
const graceMs = 500;
const graceGrowth = 15;
const heapGrowth = 50 * 1_024 * 1_024;
/** Bytes of resident memory while the attack runs, and when the server has had time to give them back. */
const residentGrowth = { during: 200 * 1_024 * 1_024, after: 50 * 1_024 * 1_024 };

/**
 * The watched brand gets a message every 100 ms. If nine in ten answers take at least this time at rest, in
 * milliseconds, the machine is too slow even for these messages: they queue without any attack.
 */
const tooSlowMs = 1_000;

export const processDied = 'The process died.';

export interface Measured {
  readonly quiet: Stretch;
  readonly attacked: Stretch;
  /** Bytes. */
  readonly heapBefore: number;
  /** `undefined` when the server does not say. */
  readonly heapAfter: number | undefined;
  /** Memory of the process that the system holds in RAM; `undefined` where the system does not say. */
  readonly resident: Resident | undefined;
  /** The longest block of the server's event loop, in milliseconds. */
  readonly heldMs?: number | undefined;
  readonly isAlive: boolean;
  /** Whether the server recovered some time after the attack. */
  readonly isAtRest: boolean;
}

/** In bytes. */
export interface Resident {
  readonly before: number;
  readonly peak: number;
  readonly after: number;
}

/** Whether the server has returned the memory that it took from the system. */
export function isGivenBack({ before, after }: Pick<Resident, 'before' | 'after'>): boolean {
  return after - before <= residentGrowth.after;
}

/**
 * Compares a server under attack with the same server at rest.
 *
 * @returns A sentence for each bound that was exceeded.
 */
export function findBrokenBounds({
  quiet,
  attacked,
  heapBefore,
  heapAfter,
  resident,
  isAlive,
  isAtRest,
}: Measured): readonly string[] {
  const broken: string[] = [];
  if (!isAlive) broken.push(processDied);
  if (!isTooSlow(quiet)) broken.push(...findBrokenTimes(quiet, attacked));
  if (isAlive && !isAtRest) broken.push('It had not recovered some time after.');
  if (isAlive && heapAfter === undefined) broken.push('The process says nothing any more.');
  if (heapAfter !== undefined && heapAfter - heapBefore > heapGrowth) {
    broken.push(`The heap kept ${mb(heapAfter - heapBefore)} more.`);
  }
  if (resident !== undefined && resident.peak - resident.before > residentGrowth.during) {
    broken.push(`The process took ${mb(resident.peak - resident.before)} more.`);
  }
  if (resident !== undefined && !isGivenBack(resident)) {
    broken.push(`The process kept ${mb(resident.after - resident.before)} more.`);
  }
  return broken;
}

function findBrokenTimes(quiet: Stretch, attacked: Stretch): readonly string[] {
  const broken: string[] = [];
  const grace = graceMs * slownessOf(attacked);
  if (attacked.silence > boundOf(quiet.silence, grace)) {
    broken.push(`The longest silence grew from ${ms(quiet.silence)} to ${ms(attacked.silence)}.`);
  }
  for (const [what, name] of [
    ['replies', 'A reply'],
    ['hooks', "A hook's delivery"],
  ] as const) {
    const [calm, now] = [p90(quiet[what]), p90(attacked[what])];
    if (now > boundOf(calm, grace)) broken.push(`${name} took ${ms(now)}, and ${ms(calm)} at rest.`);
  }
  return broken;
}

/** Whether the machine is too slow to compare times. */
function isTooSlow({ replies, hooks }: Stretch): boolean {
  return p90(replies) >= tooSlowMs || p90(hooks) >= tooSlowMs;
}

/** The longest time allowed under attack, from the time at rest. */
function boundOf(calm: number, grace: number): number {
  return 2 * calm + Math.max(grace, graceGrowth * calm);
}

/** How many times longer than usual the machine takes for the same work. At least 1. */
function slownessOf({ work }: Stretch): number {
  return Math.max(1, percentile(work, 0.5) / usualWorkMs);
}

/** One line for a person to read. */
export function renderMeasured({ quiet, attacked, heapBefore, heapAfter, heldMs, resident }: Measured): string {
  const held = heldMs === undefined ? '?' : ms(heldMs);
  return [
    `silence ${ms(quiet.silence)} → ${ms(attacked.silence)} (loop held ${held})`,
    `reply p90 ${ms(p90(quiet.replies))} → ${ms(p90(attacked.replies))}`,
    `hook p90 ${ms(p90(quiet.hooks))} → ${ms(p90(attacked.hooks))} of ${attacked.hooks.length}`,
    `heap ${mb(heapBefore)} → ${heapAfter === undefined ? '?' : mb(heapAfter)}`,
    ...(resident === undefined
      ? []
      : [`resident ${mb(resident.before)} → ${mb(resident.peak)} → ${mb(resident.after)}`]),
    `fixed work ${ms(percentile(attacked.work, 0.5))}`,
    ...(isTooSlow(quiet) ? ['the machine is too slow to compare times'] : []),
  ].join('; ');
}

/** Combines the measurements of two periods. */
export function addStretches(one: Stretch, other: Stretch): Stretch {
  return {
    silence: Math.max(one.silence, other.silence),
    replies: [...one.replies, ...other.replies],
    hooks: [...one.hooks, ...other.hooks],
    work: [...one.work, ...other.work],
  };
}

/** The 90th percentile; 0 without samples. */
export function p90(samples: readonly number[]): number {
  return percentile(samples, 0.9);
}

function percentile(samples: readonly number[], part: number): number {
  return samples.toSorted((a, b) => a - b)[Math.ceil(samples.length * part) - 1] ?? 0;
}

const ms = (time: number): string => `${Math.round(time)} ms`;
const mb = (bytes: number): string => `${(bytes / 1_048_576).toFixed(0)} MB`;
