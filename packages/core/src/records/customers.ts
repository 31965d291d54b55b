import { type Customer, type CustomerText, customerFields } from '../domain/customer/customer.ts';
import type { Message } from '../domain/message/message.ts';
import type { OffsetRange } from '../domain/paging/offset.ts';
import { ascending, descending, recordKind } from '../ports/record-kind.ts';

/** A customer as stored. Customers of purpose `test` talk to test deployments and are in no list. */
export interface CustomerRecord extends Customer {
  /** The workspace of its channel. */
  readonly workspace: number;
  /** The purpose of its channel. Customers of test channels appear in no list. */
  readonly purpose: 'live' | 'test';
}

export interface CustomerListQuery extends OffsetRange {
  readonly workspaces: readonly number[];
  readonly channelNumber?: number;
  /** `null`: assigned to no agent. */
  readonly agentId?: number | null;
  readonly archived?: boolean;
  readonly optIn?: boolean;
  /**
   * Bytes of Fields after which the slice may end early, with one customer at least. A store should end it there, so
   * that nobody waits for a page of customers with very large Fields.
   */
  readonly fieldBytes?: number;
}

export interface CustomerSearchQuery extends Omit<CustomerListQuery, keyof OffsetRange> {
  readonly by: CustomerText;
  /** Folded by `foldText`; a store folds the customers' texts in the same way. Not empty. */
  readonly text: string;
  /** Continues after the customer with this number; 0 starts at the beginning. */
  readonly after: number;
  /** How many customers to look at, at least 1. */
  readonly limit: number;
}

export interface CustomerSearchStep {
  /** Customers that match, by ascending number. */
  readonly numbers: readonly number[];
  /** Pass as `after` to continue; absent when every customer was looked at. */
  readonly next?: number;
}

/** A customer with the folded texts in which searches look: `foldText` makes them. */
export type StoredCustomer = CustomerRecord & Readonly<Record<`folded_${CustomerText}`, string>>;

const ofPlace = ['workspaces', 'archived', 'optIn'] as const;

const byNumber = [ascending('number')] as const;

export const customers = recordKind<StoredCustomer>()({
  name: 'customer',
  key: ['number'],
  owner: { kind: 'channel', fields: ['channelNumber'] },
  announced: { customer: 'number' },
  fields: {
    ...customerFields,
    workspace: 'integer',
    purpose: 'text',
    folded_name: 'text',
    folded_email: 'text',
    folded_phone: 'text',
    folded_token: 'text',
  },
  unique: { token: { fields: ['channelNumber', 'token'] } },
  lists: {
    live: {
      only: { purpose: 'live' },
      filters: {
        workspaces: { field: 'workspace', by: 'oneOf' },
        channelNumber: { field: 'channelNumber', by: 'equal' },
        agentId: { field: 'agentId', by: 'equal' },
        archived: { field: 'archived', by: 'equal' },
        optIn: { field: 'optIn', by: 'equal' },
        name: { field: 'folded_name', by: 'contains' },
        email: { field: 'folded_email', by: 'contains' },
        phone: { field: 'folded_phone', by: 'contains' },
        token: { field: 'folded_token', by: 'contains' },
      },
      counted: [
        { each: [], parts: ofPlace },
        { each: ['agentId'], parts: ofPlace },
        { each: ['channelNumber'], parts: ofPlace },
        { each: ['channelNumber', 'agentId'], parts: ofPlace },
      ],
      orders: { number: byNumber },
    },
    expiring: {
      within: ['channelNumber'],
      filters: {
        expires: { field: 'expiresAt', by: 'present' },
        after: { field: 'expiresAt', by: 'after' },
      },
      orders: { first: [ascending('expiresAt'), ...byNumber] },
    },
    expired: {
      scope: 'store',
      filters: { now: { field: 'expiresAt', by: 'upTo' } },
      orders: { first: [ascending('expiresAt'), ...byNumber] },
    },
  },
});

export type StoredMessage = Message & { readonly customerNumber: number };

const ofCustomer = { kind: 'customer', fields: ['customerNumber'] } as const;

export const messages = recordKind<StoredMessage>()({
  name: 'message',
  key: ['customerNumber', 'seq'],
  owner: ofCustomer,
  announced: { customer: 'customerNumber' },
  fields: {
    customerNumber: 'integer',
    seq: 'integer',
    uuid: 'text',
    type: 'text',
    data: 'json',
    sender: 'json',
    at: 'number',
  },
  unique: { uuid: { fields: ['customerNumber', 'uuid'] } },
  lists: {
    ofCustomer: {
      within: ['customerNumber'],
      filters: {},
      orders: { newest: [descending('seq')] },
    },
  },
});

export interface ConversationRecord {
  readonly customerNumber: number;
  /** JSON text of the state as the runner gave it. */
  readonly stateJson: string;
  /** JSON text of the effects that still have to be carried out; removed when their outcome is known. */
  readonly effectsJson?: string;
  /** Block at which the customer's next message begins the conversation. */
  readonly beginAt?: string;
  /** Id of the version of the last step that had one; absent in test conversations. */
  readonly botVersion?: string;
  /** `placeNumber` of the block at which a live conversation waits; absent in test conversations. */
  readonly waitsAt?: number;
  /** The place in the journal, and its last steps; absent: no journal goes on. */
  readonly journal?: string;
}

export const conversations = recordKind<ConversationRecord>()({
  name: 'conversation',
  key: ['customerNumber'],
  owner: ofCustomer,
  announced: { customer: 'customerNumber' },
  fields: {
    customerNumber: 'integer',
    stateJson: 'text',
    effectsJson: 'text?',
    beginAt: 'text?',
    botVersion: 'text?',
    waitsAt: 'integer?',
    journal: 'text?',
  },
  lists: {
    waiting: {
      filters: { places: { field: 'waitsAt', by: 'oneOf' } },
      orders: { place: [ascending('waitsAt'), ascending('customerNumber')] },
    },
  },
});
