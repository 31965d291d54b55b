import type { CustomerText } from '../domain/customer/customer.ts';
import type { Message } from '../domain/message/message.ts';
import type { ConversationRecord } from '../ports/conversation-store.ts';
import type { CustomerRecord } from '../ports/customer-store.ts';
import { ascending, descending, recordKind } from '../ports/record-kind.ts';

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
    number: 'integer',
    channelNumber: 'integer',
    token: 'text?',
    name: 'text',
    email: 'text',
    phone: 'text',
    agentId: 'integer?',
    botId: 'text?',
    archived: 'boolean',
    blocked: 'boolean',
    optIn: 'boolean',
    registerDate: 'integer',
    unread: 'integer',
    lastMessageAt: 'number?',
    lastSeq: 'integer',
    fields: 'json',
    isExternal: 'boolean?',
    expiresAt: 'integer?',
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
