import type { EpochMs } from '../time/epoch-ms.ts';
import type { AttemptFailure, AttemptOutcome } from './attempt-outcome.ts';
import { maxAttempts, type RetryPolicy } from './retry-policy.ts';

export type NextStep =
  | { readonly kind: 'delivered' }
  /** The next attempt, under the next number. */
  | { readonly kind: 'retry'; readonly dueAt: EpochMs }
  /** The same attempt again, under the same number: nothing was learnt of it. */
  | { readonly kind: 'repeat'; readonly dueAt: EpochMs }
  | { readonly kind: 'dead'; readonly reason: 'exhausted' | AttemptFailure };

/**
 * Decides what follows an attempt that ended.
 *
 * A failure without an answer is final: the receiver may have acted on the message, and a repeat could act twice.
 *
 * @param attempt - Number of the attempt that ended, 1 to 6.
 * @spec WH1, WH2, WH3, WH4, WH5, WH6, WH7, WH8
 */
export function decideNextStep(
  attempt: number,
  outcome: AttemptOutcome,
  endedAt: EpochMs,
  policy: RetryPolicy,
): NextStep {
  if (outcome.kind === 'abandoned') return { kind: 'repeat', dueAt: endedAt };
  if (outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300) return { kind: 'delivered' };
  if (outcome.kind === 'failed' && !policy.retriedFailures.includes(outcome.reason)) {
    return { kind: 'dead', reason: outcome.reason };
  }

  const gapMs = attempt < maxAttempts ? policy.gapsMs[attempt - 1] : undefined;
  if (gapMs !== undefined) return { kind: 'retry', dueAt: endedAt + gapMs };
  return { kind: 'dead', reason: 'exhausted' };
}
