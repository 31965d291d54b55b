import { requireOneOf } from '../require-one-of.ts';
import type { EpochMs } from '../time/epoch-ms.ts';
import type { TransportOutcome } from './transport-outcome.ts';

/** The reason why an attempt had no HTTP status. */
export type AttemptFailure =
  /** No connection, or it closed before the headers of a response were complete. */
  | 'connect'
  | 'tls'
  | 'timeout'
  /** The target is not a public unicast address: in the URL, in the look-up or at the connected socket. */
  | 'blocked'
  /** The URL or a header cannot be written as an HTTP request. */
  | 'malformed';

/** The result of one attempt: any HTTP status, a failure without one, or unknown. */
export type AttemptOutcome =
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'failed'; readonly reason: AttemptFailure }
  /** The sender was closed before the outcome was known. The next sender repeats the same attempt. */
  | { readonly kind: 'abandoned' };

/** Attempts of one delivery, the first included. No policy allows more. */
export const maxAttempts = 6;

/** From the end of a failed attempt to the next one, in milliseconds. */
const gapsMs = [5_000, 10_000, 15_000, 20_000, 25_000] as const;

/** `plain` retries only after an error response; `standard` also when no connection was made. */
export type RetryPreset = 'plain' | 'standard';

const retriedFailures: Readonly<Record<RetryPreset, readonly AttemptFailure[]>> = {
  plain: [],
  standard: ['connect'],
};

/**
 * The waits between attempts of one delivery, in milliseconds. A failure of another kind than `retriedFailures`
 * ends it.
 */
export interface RetryPolicy {
  /** The gaps after the first failed attempt, after the second, and so on. */
  readonly gapsMs: readonly number[];
  /** Failures without a response that are retried. */
  readonly retriedFailures: readonly AttemptFailure[];
}

/** Default: the preset `plain` at its own times. */
export interface RetryOptions {
  /** Default `plain`. */
  readonly preset?: RetryPreset;
  /** Multiplies every gap; 0 retries immediately. Default 1. */
  readonly scale?: number;
}

/**
 * Computes the waits between attempts, for the preset and scale in the options.
 *
 * @throws {RangeError} When `scale` is negative or not finite.
 * @throws {TypeError} For an unknown preset.
 * @spec WH4, WH8, WH9, ER10
 */
export function createRetryPolicy(options: RetryOptions = {}): RetryPolicy {
  const { preset = 'plain', scale = 1 } = options;
  requireOneOf('preset of retries', preset, retriedFailures);
  if (!Number.isFinite(scale) || scale < 0) throw new RangeError(`The scale of retries cannot be ${scale}.`);
  return { gapsMs: gapsMs.map((gap) => Math.round(gap * scale)), retriedFailures: retriedFailures[preset] };
}

export type NextStep =
  | { readonly kind: 'delivered' }
  /** The next attempt, under the next number. */
  | { readonly kind: 'retry'; readonly dueAt: EpochMs }
  /** The same attempt again, under the same number: its outcome is unknown. */
  | { readonly kind: 'repeat'; readonly dueAt: EpochMs }
  | { readonly kind: 'dead'; readonly reason: 'exhausted' | 'refused' | AttemptFailure };

/**
 * Decides the next step after an attempt.
 *
 * A failure without a response is final: the receiver may have acted on the message, and could act again on a
 * repetition.
 *
 * @param attempt - Number of the attempt, 1 to 6.
 * @spec WH1, WH2, WH3, WH4, WH5, WH6, WH7, WH8, TP5, TP6, TP7
 */
export function decideNextStep(
  attempt: number,
  outcome: AttemptOutcome | TransportOutcome,
  endedAt: EpochMs,
  policy: RetryPolicy,
): NextStep {
  if (outcome.kind === 'abandoned') return { kind: 'repeat', dueAt: endedAt };
  if (outcome.kind === 'delivered') return { kind: 'delivered' };
  if (outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300) return { kind: 'delivered' };
  if (outcome.kind === 'refused') return { kind: 'dead', reason: 'refused' };
  if (outcome.kind === 'failed' && !policy.retriedFailures.includes(outcome.reason)) {
    return { kind: 'dead', reason: outcome.reason };
  }

  const gapMs = attempt < maxAttempts ? policy.gapsMs[attempt - 1] : undefined;
  if (gapMs === undefined) return { kind: 'dead', reason: 'exhausted' };
  const waitMs = outcome.kind === 'later' ? (outcome.afterMs ?? gapMs) : gapMs;
  return { kind: 'retry', dueAt: endedAt + waitMs };
}
