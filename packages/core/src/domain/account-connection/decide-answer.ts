import type { EpochMs } from '../time/epoch-ms.ts';
import {
  type AccountConnection,
  type AnswerRefusal,
  claimLifeMs,
  findAnswerRefusal,
  statusOfConnection,
} from './account-connection.ts';

export type Answer =
  /** The person cancelled, or the provider refused. */
  | { readonly kind: 'decline' }
  /** The person consented: `run` takes the right to settle. */
  | { readonly kind: 'claim'; readonly run: string };

export type AnswerDecision =
  | { readonly kind: 'taken'; readonly next: AccountConnection }
  | { readonly kind: 'refused'; readonly reason: AnswerRefusal };

/**
 * Decides whether a connection takes an answer, and what it becomes. A claim ends with the connection at the latest,
 * so that what was read as expired never becomes connected.
 *
 * @spec CA2, CA12, CA14, CA15, CA16
 */
export function decideAnswer(connection: AccountConnection, answer: Answer, now: EpochMs): AnswerDecision {
  const reason = findAnswerRefusal(connection, now);
  if (reason !== undefined) return { kind: 'refused', reason };
  if (answer.kind === 'decline') return { kind: 'taken', next: { ...connection, progress: { kind: 'declined' } } };

  const until = Math.min(now + claimLifeMs, connection.expiresAt);
  return { kind: 'taken', next: { ...connection, progress: { kind: 'claimed', run: answer.run, until } } };
}

/**
 * Tells whether the answer that claimed the connection may still settle it: nobody else claimed or answered it since,
 * and it has not expired. Its own claim may have ended.
 *
 * @spec CA2, CA18
 */
export function canSettle(connection: AccountConnection, run: string, now: EpochMs): boolean {
  const { progress } = connection;
  return progress.kind === 'claimed' && progress.run === run && statusOfConnection(connection, now) === 'pending';
}
