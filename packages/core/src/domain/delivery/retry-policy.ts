import type { AttemptFailure } from './attempt-outcome.ts';

/** Attempts of one delivery, the first included. No policy allows more. */
export const maxAttempts = 6;

/** From the end of a failed attempt to the next one, in milliseconds. */
const gapsMs = [5_000, 10_000, 15_000, 20_000, 25_000] as const;

/** `plain` tries again what was answered and nothing else; `standard` also where no connection came about. */
export type RetryPreset = 'plain' | 'standard';

const retriedFailures: Readonly<Record<RetryPreset, readonly AttemptFailure[]>> = {
  plain: [],
  standard: ['connect'],
};

export interface RetryPolicy {
  /** The gap after the first failed attempt, after the second, and so on. */
  readonly gapsMs: readonly number[];
  /** Failures without an answer that are tried again all the same. */
  readonly retriedFailures: readonly AttemptFailure[];
}

export interface RetryOptions {
  /** Default `plain`. */
  readonly preset?: RetryPreset;
  /** Multiplies every gap; 0 leaves none. Default 1. */
  readonly scale?: number;
}

/**
 * @throws {RangeError} When `scale` is negative or not finite.
 * @spec WH4, WH8, WH9
 */
export function createRetryPolicy(options: RetryOptions = {}): RetryPolicy {
  const { preset = 'plain', scale = 1 } = options;
  if (!Number.isFinite(scale) || scale < 0) throw new RangeError(`The scale of retries cannot be ${scale}.`);
  return { gapsMs: gapsMs.map((gap) => Math.round(gap * scale)), retriedFailures: retriedFailures[preset] };
}
