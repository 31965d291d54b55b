import type { EpochMs } from '../domain/time/epoch-ms.ts';
import { ascending, recordKind } from '../ports/record-kind.ts';
import type { RequestKey } from '../ports/request-store.ts';

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
