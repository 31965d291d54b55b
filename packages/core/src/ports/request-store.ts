import type { EpochMs } from '../domain/time/epoch-ms.ts';

/** One use of an `Idempotency-Key`: who, where, which key. @spec ST50 */
export interface RequestKey {
  readonly person: number;
  readonly path: string;
  readonly key: string;
}

export interface Reservation extends RequestKey {
  readonly fingerprint: string;
  /** Names this run; only it can complete or free the key. */
  readonly run: string;
  readonly now: EpochMs;
  readonly leaseUntil: EpochMs;
  readonly replayForMs: number;
}

export type ReservationResult =
  | { readonly kind: 'reserved' | 'in_use' | 'reused' }
  | { readonly kind: 'replay'; readonly response: string };
