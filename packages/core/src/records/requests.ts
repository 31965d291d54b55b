import type { EpochMs } from '../domain/time/epoch-ms.ts';
import { ascending, recordKind } from '../ports/record-kind.ts';

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

/** The use of an `Idempotency-Key`. */
export interface StoredRequest extends RequestKey {
  readonly fingerprint: string;
  /** Names the run that holds the key, or that completed the request. */
  readonly run: string;
  readonly leaseUntil: EpochMs;
  /** Absent until the request is completed, like `response`. */
  readonly completedAt?: EpochMs;
  readonly response?: string;
  /** When it was completed, else `leaseUntil`: decides when it is dropped. */
  readonly since: EpochMs;
}

export const requests = recordKind<StoredRequest>()({
  name: 'request',
  key: ['person', 'path', 'key'],
  fields: {
    person: 'integer',
    path: 'text',
    key: 'text',
    fingerprint: 'text',
    run: 'text',
    leaseUntil: 'integer',
    completedAt: 'integer?',
    response: 'text?',
    since: 'integer',
  },
  lists: {
    old: {
      scope: 'store',
      filters: { before: { field: 'since', by: 'upTo' } },
      orders: { oldest: [ascending('since'), ascending('person'), ascending('path'), ascending('key')] },
    },
  },
});
