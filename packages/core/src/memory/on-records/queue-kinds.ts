import type { InboxEntry } from '../../ports/conversation-store.ts';
import type { DeliveryRecord } from '../../ports/delivery-store.ts';
import { type AnyKind, recordKind } from '../../ports/record-kind.ts';
import type { LeaseHolder } from '../../ports/work-queue.ts';
import type { StoredWake, WorkRow } from '../conversation-work-index.ts';

/** The work of one customer's conversation. */
export interface QueuedConversation {
  readonly customerNumber: number;
  /** `arrivedAt`: the moment that counts, of an entry whose own is from a clock that was ahead. */
  readonly inbox: readonly (InboxEntry & { readonly arrivedAt?: number })[];
  readonly hasEffects: boolean;
  readonly wake?: StoredWake;
  readonly row: Omit<WorkRow, 'brand' | 'customerNumber'>;
}

export const queuedConversations = recordKind<QueuedConversation>()({
  name: 'queuedConversation',
  key: ['customerNumber'],
  owner: { kind: 'customer', fields: ['customerNumber'] },
  fields: { customerNumber: 'integer', inbox: 'json', hasEffects: 'boolean', wake: 'json?', row: 'json' },
  lists: {
    all: { scope: 'store', filters: {}, orders: { customer: [{ field: 'customerNumber', direction: 'ascending' }] } },
  },
});

/** A delivery with its body. */
export interface QueuedDelivery {
  readonly id: string;
  readonly workspace: number;
  readonly customerNumber: number;
  readonly target: string;
  readonly state: string;
  readonly finishedAt?: number;
  readonly delivery: DeliveryRecord;
  readonly lease?: LeaseHolder;
  readonly place: number;
  /** The text of the body; empty once it was erased. */
  readonly body?: string;
  /** Absent once the body was erased. Deliveries with the same `name` have equal bodies. */
  readonly bodyNote?: { readonly name: string; readonly bytes: number };
}

const byId = [{ field: 'id', direction: 'ascending' }] as const;

export const queuedDeliveries = recordKind<QueuedDelivery>()({
  name: 'queuedDelivery',
  key: ['id'],
  fields: {
    id: 'text',
    workspace: 'integer',
    customerNumber: 'integer',
    target: 'text',
    state: 'text',
    finishedAt: 'number?',
    delivery: 'json',
    lease: 'json?',
    place: 'integer',
    body: 'document?',
    bodyNote: 'json?',
  },
  lists: {
    ofBrand: {
      filters: {
        workspaces: { field: 'workspace', by: 'oneOf' },
        customers: { field: 'customerNumber', by: 'oneOf' },
        state: { field: 'state', by: 'equal' },
        target: { field: 'target', by: 'equal' },
      },
      orders: { newest: [{ field: 'id', direction: 'descending' }] },
    },
    pending: { only: { state: 'pending' }, scope: 'store', filters: {}, orders: { id: byId } },
    finished: {
      scope: 'store',
      filters: { until: { field: 'finishedAt', by: 'upTo' } },
      orders: { first: [{ field: 'finishedAt', direction: 'ascending' }, ...byId] },
    },
  },
});

/** The moments of one caller's admitted requests, oldest first. */
export interface CountedRate {
  readonly name: string;
  readonly times: readonly number[];
  /** When the window of the last one is over. */
  readonly until: number;
}

export const countedRates = recordKind<CountedRate>()({
  name: 'countedRate',
  scope: 'store',
  key: ['name'],
  fields: { name: 'text', times: 'json', until: 'number' },
  lists: {
    over: {
      filters: { now: { field: 'until', by: 'upTo' } },
      orders: {
        first: [
          { field: 'until', direction: 'ascending' },
          { field: 'name', direction: 'ascending' },
        ],
      },
    },
  },
});

/** The kinds of records in which `storageOnRecords` stores its queues and its counts. */
export const queueKinds: readonly AnyKind[] = [queuedConversations, queuedDeliveries, countedRates];
