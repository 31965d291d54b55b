import type { EpochMs } from '../time/epoch-ms.ts';
import { type AttemptFailure, type AttemptOutcome, decideNextStep, type RetryPolicy } from './retry-policy.ts';

/** One attempt that has ended, as its delivery records it. */
export interface DeliveryAttempt {
  /** When it began. */
  readonly at: EpochMs;
  readonly durationMs: number;
  /** HTTP status of the response, where there was one. */
  readonly status?: number;
  /** Why there was no response. */
  readonly error?: AttemptFailure;
}

/** Why no further attempt is made. `disabled`: the hook was disabled or deleted, because of the plan or by a person. */
export type DeliveryEnd = 'exhausted' | 'disabled' | AttemptFailure;

interface Progress {
  /** In order. Abandoned attempts are not recorded. */
  readonly attempts: readonly DeliveryAttempt[];
}

export type DeliveryProgress =
  | (Progress & { readonly state: 'pending'; readonly dueAt: EpochMs })
  | (Progress & { readonly state: 'delivered'; readonly finishedAt: EpochMs })
  | (Progress & { readonly state: 'dead'; readonly reason: DeliveryEnd; readonly finishedAt: EpochMs });

export type DeliveryState = DeliveryProgress['state'];

export interface EndedAttempt {
  readonly startedAt: EpochMs;
  readonly endedAt: EpochMs;
  readonly outcome: AttemptOutcome;
}

/** A new delivery is due at once. @spec WH10 */
export function openDelivery(createdAt: EpochMs): DeliveryProgress {
  return { state: 'pending', attempts: [], dueAt: createdAt };
}

/** Number of the attempt to make now, 1 to 6. @spec WH7, WH12 */
export function nextAttemptOf(progress: DeliveryProgress): number {
  return progress.attempts.length + 1;
}

/**
 * Records how an attempt ended, and decides the state that follows: delivered, pending again, or dead. A finished
 * delivery does not change.
 *
 * @spec WH11, WH12, WH13
 */
export function recordAttempt(
  progress: DeliveryProgress,
  { startedAt, endedAt, outcome }: EndedAttempt,
  policy: RetryPolicy,
): DeliveryProgress {
  if (progress.state !== 'pending') return progress;

  const step = decideNextStep(nextAttemptOf(progress), outcome, endedAt, policy);
  const durationMs = Math.max(0, endedAt - startedAt);
  const attempts = [
    ...progress.attempts,
    ...logOf(outcome).map((result) => ({ at: startedAt, durationMs, ...result })),
  ];
  switch (step.kind) {
    case 'delivered':
      return { state: 'delivered', attempts, finishedAt: endedAt };
    case 'dead':
      return { state: 'dead', reason: step.reason, attempts, finishedAt: endedAt };
    default:
      return { state: 'pending', attempts, dueAt: step.dueAt };
  }
}

/**
 * Ends a delivery whose hook was disabled or deleted. A finished one does not change.
 *
 * @spec WH13, WH14
 */
export function disableDelivery(progress: DeliveryProgress, at: EpochMs): DeliveryProgress {
  if (progress.state !== 'pending') return progress;
  return { state: 'dead', reason: 'disabled', attempts: progress.attempts, finishedAt: at };
}

function logOf(outcome: AttemptOutcome): readonly Pick<DeliveryAttempt, 'status' | 'error'>[] {
  if (outcome.kind === 'abandoned') return [];
  return [outcome.kind === 'answered' ? { status: outcome.status } : { error: outcome.reason }];
}

/**
 * Whether a result was computed from the log that is stored, so that storing it loses no attempt. A worker can have an
 * attempt under way of a lease that it lost, and another lease of the same delivery of which it never heard.
 *
 * @param stored - The attempts that the store has.
 * @param result - Those of the result.
 * @spec DQ25
 */
export function continuesLog(stored: readonly DeliveryAttempt[], result: readonly DeliveryAttempt[]): boolean {
  return stored.every((attempt, index) => {
    const same = result[index];
    return (
      same !== undefined &&
      same.at === attempt.at &&
      same.durationMs === attempt.durationMs &&
      same.status === attempt.status &&
      same.error === attempt.error
    );
  });
}
