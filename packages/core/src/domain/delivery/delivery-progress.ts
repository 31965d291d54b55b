import type { EpochMs } from '../time/epoch-ms.ts';
import { type AttemptFailure, type AttemptOutcome, decideNextStep, type RetryPolicy } from './retry-policy.ts';
import type { TransportOutcome } from './transport-outcome.ts';

/** A finished attempt in the log of its delivery. */
export interface DeliveryAttempt {
  /** The start. */
  readonly at: EpochMs;
  /** From the start to the outcome. */
  readonly durationMs: number;
  /** HTTP status; absent without a response, and of a transport. */
  readonly status?: number;
  /** The reason of a missing response, or how a transport did not deliver. */
  readonly error?: AttemptFailure | Exclude<TransportOutcome['kind'], 'delivered'>;
  /** The reason of a transport that refused. */
  readonly detail?: string;
}

/**
 * The reason why no attempt follows. `disabled`: the hook was disabled or deleted, because of the plan or by a person.
 * `refused`: by a transport.
 */
export type DeliveryEnd = 'exhausted' | 'disabled' | 'refused' | AttemptFailure;

interface Progress {
  /** In order. Abandoned attempts are not recorded. */
  readonly attempts: readonly DeliveryAttempt[];
}

/** The state of a delivery: due, delivered, or given up with the reason. */
export type DeliveryProgress =
  | (Progress & { readonly state: 'pending'; readonly dueAt: EpochMs })
  | (Progress & { readonly state: 'delivered'; readonly finishedAt: EpochMs })
  | (Progress & { readonly state: 'dead'; readonly reason: DeliveryEnd; readonly finishedAt: EpochMs });

export type DeliveryState = DeliveryProgress['state'];

export interface EndedAttempt {
  /** By the clock of the worker. */
  readonly startedAt: EpochMs;
  /** By the clock of the worker. */
  readonly endedAt: EpochMs;
  /** The result of a webhook or of a transport. */
  readonly outcome: AttemptOutcome | TransportOutcome;
}

/** A new delivery is due immediately. @spec WH10 */
export function openDelivery(createdAt: EpochMs): DeliveryProgress {
  return { state: 'pending', attempts: [], dueAt: createdAt };
}

/** Number of the next attempt, 1 to 6. @spec WH7, WH12 */
export function nextAttemptOf(progress: DeliveryProgress): number {
  return progress.attempts.length + 1;
}

/**
 * Records the outcome of an attempt, and decides the next state: delivered, pending again, or dead. A finished delivery
 * does not change.
 *
 * @spec WH11, WH12, WH13, TP5, TP6, TP7
 */
export function recordAttempt(
  progress: DeliveryProgress,
  { startedAt, endedAt, outcome }: EndedAttempt,
  policy: RetryPolicy,
): DeliveryProgress {
  if (progress.state !== 'pending') return progress;

  const step = decideNextStep(nextAttemptOf(progress), outcome, endedAt, policy);
  const durationMs = Math.max(0, endedAt - startedAt);
  const attempts = [...progress.attempts];
  if (outcome.kind !== 'abandoned') {
    attempts.push({ at: startedAt, durationMs, ...resultOf(outcome) });
  }
  switch (step.kind) {
    case 'delivered':
      return { state: 'delivered', attempts, finishedAt: endedAt };
    case 'dead':
      return { state: 'dead', reason: step.reason, attempts, finishedAt: endedAt };
    default:
      return { state: 'pending', attempts, dueAt: step.dueAt };
  }
}

function resultOf(
  outcome: Exclude<EndedAttempt['outcome'], { readonly kind: 'abandoned' }>,
): Pick<DeliveryAttempt, 'status' | 'error' | 'detail'> {
  switch (outcome.kind) {
    case 'answered':
      return { status: outcome.status };
    case 'failed':
      return { error: outcome.reason };
    case 'delivered':
      return {};
    case 'refused':
      return { error: 'refused', detail: outcome.reason };
    default:
      return { error: outcome.kind };
  }
}

/**
 * Ends a delivery whose hook was disabled or deleted. A finished delivery does not change.
 *
 * @spec WH13, WH14
 */
export function disableDelivery(progress: DeliveryProgress, at: EpochMs): DeliveryProgress {
  if (progress.state !== 'pending') return progress;
  return { state: 'dead', reason: 'disabled', attempts: progress.attempts, finishedAt: at };
}

/**
 * Whether a result was computed from the stored log, so that storing it loses no attempt. A worker may finish an
 * attempt of a lost lease, while it has a second lease on the same delivery without knowing.
 *
 * @param stored - The attempts in the store.
 * @param result - The attempts of the result.
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
