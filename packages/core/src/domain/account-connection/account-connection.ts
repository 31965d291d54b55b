import type { EpochMs } from '../time/epoch-ms.ts';
import type { AccountKind } from './account-kind.ts';

export const connectionLifeMs = 15 * 60 * 1_000;

/** How long one answer has to settle a connection that it claimed. */
export const claimLifeMs = 30 * 1_000;

export type ConnectionProgress =
  | { readonly kind: 'waiting' }
  /** `run` names the answer that may settle it until then. */
  | { readonly kind: 'claimed'; readonly run: string; readonly until: EpochMs }
  | { readonly kind: 'connected'; readonly accountId: string }
  | { readonly kind: 'declined' };

/** One attempt to connect an account, answered once. */
export interface AccountConnection {
  readonly id: string;
  readonly kind: AccountKind;
  /** Person who started it. */
  readonly startedBy: number;
  readonly createdAt: EpochMs;
  readonly expiresAt: EpochMs;
  readonly progress: ConnectionProgress;
}

export type ConnectionStatus = 'pending' | 'connected' | 'declined' | 'expired';

/** Why an answer is not taken. */
export type AnswerRefusal = 'answered' | 'expired';

/** @spec CA1, CA2 */
export function startAccountConnection(
  start: Pick<AccountConnection, 'id' | 'kind' | 'startedBy'>,
  now: EpochMs,
): AccountConnection {
  return { ...start, createdAt: now, expiresAt: now + connectionLifeMs, progress: { kind: 'waiting' } };
}

/**
 * Tells the status as of `now`. A claim is no answer yet.
 *
 * @spec CA1, CA2, CA15
 */
export function statusOfConnection({ progress, expiresAt }: AccountConnection, now: EpochMs): ConnectionStatus {
  if (progress.kind === 'connected' || progress.kind === 'declined') return progress.kind;
  return now < expiresAt ? 'pending' : 'expired';
}

/**
 * Finds why the connection takes no answer now; `undefined`: it takes one.
 *
 * @spec CA2, CA15, CA16
 */
export function findAnswerRefusal(connection: AccountConnection, now: EpochMs): AnswerRefusal | undefined {
  const status = statusOfConnection(connection, now);
  if (status !== 'pending') return status === 'expired' ? 'expired' : 'answered';
  const { progress } = connection;
  return progress.kind === 'claimed' && now < progress.until ? 'answered' : undefined;
}
