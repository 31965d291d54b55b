import { type Fields, writeFields } from '../field/field.ts';
import { scalarField } from '../field/field-value.ts';
import type { SenderType } from '../message/message.ts';
import { type EpochMs, microsOf, momentOf } from '../time/epoch-ms.ts';

/** A person who writes on one channel. */
export interface Customer {
  /** Unique in a store, across brands. */
  readonly number: number;
  /** Number of the channel on which the customer writes; never changes. */
  readonly channelNumber: number;
  /** Identifies the customer for a middleware; only on APIchat channels. */
  readonly token?: string;
  /** Empty while unknown, like `email` and `phone`. */
  readonly name: string;
  /** Empty while unknown. */
  readonly email: string;
  /** Empty while unknown. */
  readonly phone: string;
  /** The assigned agent or bot; never both. */
  readonly agentId?: number;
  /** The bot that answers; absent while an agent or nobody is assigned. */
  readonly botId?: string;
  /** A filter of lists; messages and bots go on. */
  readonly archived: boolean;
  /** Messages of the customer, and the launch of a bot, are refused with `customer_blocked`. */
  readonly blocked: boolean;
  /** Whether the customer accepts unsolicited messages; `true` for a new one. Nothing enforces it. */
  readonly optIn: boolean;
  /** When the customer was created; never changes. */
  readonly registerDate: EpochMs;
  /** The number of the customer's messages since the last message of an agent. */
  readonly unread: number;
  /** With microseconds as its fraction. */
  readonly lastMessageAt?: EpochMs;
  /** Sequence number of the last message; 0 before the first. */
  readonly lastSeq: number;
  /** By name. `name`, `email` and `phone` are members of the customer. */
  readonly fields: Fields;
  /** Whether a visitor of the web chat came from another site. Absent: the customer did not come by the web chat. */
  readonly isExternal?: boolean;
  /** The time of erasure without further messages. Absent: no erasure. */
  readonly expiresAt?: EpochMs;
}

/** The types of these members in a store. */
export const customerFields = {
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
} as const;

/** The limit of a name, an email address or a phone number, in Unicode code points. */
export const maxContactLength = 255;

/** Members of a customer for the text search. */
export const customerTexts = ['name', 'email', 'phone', 'token'] as const;
export type CustomerText = (typeof customerTexts)[number];

/** Members to write; `undefined` clears a member, a missing member stays. */
export type CustomerChange = Partial<
  Omit<Customer, 'number' | 'channelNumber' | 'token' | 'registerDate' | 'isExternal' | 'agentId' | 'botId'>
> & { readonly agentId?: number | undefined; readonly botId?: string | undefined };

/** Whether a text can be a customer token. @spec CU1 */
export function isCustomerToken(text: string): boolean {
  return /^[A-Za-z0-9_.:+-]{1,128}$/.test(text);
}

/** Applies a change to a customer: `undefined` clears a member, a missing member stays. */
export function applyCustomerChange<T extends Customer>(customer: T, change: CustomerChange): T {
  const next = { ...customer, ...change } as Record<string, unknown>;
  for (const [name, value] of Object.entries(change)) if (value === undefined) delete next[name];
  return next as unknown as T;
}

/** Data about the customer in an inbound message. Missing members stay unchanged. */
export interface CustomerUpdate {
  /** Absent: unchanged; empty: cleared. */
  readonly name?: string;
  /** Absent: unchanged; empty: cleared. */
  readonly email?: string;
  /** Absent: unchanged; empty: cleared. */
  readonly phone?: string;
  /** Whether the customer accepts unsolicited messages. */
  readonly optIn?: boolean;
  /** Written in their order; other Fields stay. */
  readonly fields: readonly (readonly [name: string, value: string | number | boolean])[];
}

/**
 * Applies the data of an inbound message to its customer.
 *
 * @spec CU2, CU3, CU14, CU42
 */
export function updateCustomer(customer: Pick<Customer, 'fields'>, update: CustomerUpdate): CustomerChange {
  const { fields, ...own } = update;
  if (fields.length === 0) return own;
  const present = customer.fields;
  const writes = fields.map(
    ([name, value]) => [name, scalarField(value, Object.hasOwn(present, name) ? present[name] : undefined)] as const,
  );
  return { ...own, fields: writeFields(present, writes) };
}

/**
 * Makes a customer at the first message.
 *
 * @spec CU7, CU42
 */
export function draftCustomer(
  update: CustomerUpdate,
  { at, token }: { readonly at: EpochMs; readonly token?: string },
): Omit<Customer, 'number' | 'channelNumber'> {
  const { fields = {} } = updateCustomer({ fields: {} }, update);
  return {
    ...(token !== undefined && { token }),
    name: update.name ?? '',
    email: update.email ?? '',
    phone: update.phone ?? '',
    archived: false,
    blocked: false,
    optIn: update.optIn ?? true,
    registerDate: at,
    unread: 0,
    lastSeq: 0,
    fields,
  };
}

/** Number and moment of a new message among the messages of its customer. */
export interface MessagePlace {
  readonly seq: number;
  /** With microseconds as its fraction. */
  readonly at: EpochMs;
}

/**
 * Determines the number and the moment of a customer's next message. The moment is always later than the previous
 * message's, by a microsecond if the clock has not advanced: receivers sort messages by it, and receivers of APIchat
 * also identify messages by it.
 *
 * @spec MS17, MS18
 */
export function nextMessagePlace(customer: Pick<Customer, 'lastSeq' | 'lastMessageAt'>, now: EpochMs): MessagePlace {
  const { lastSeq, lastMessageAt } = customer;
  const earliest = lastMessageAt === undefined ? 0 : microsOf(lastMessageAt) + 1;
  return { seq: lastSeq + 1, at: momentOf(Math.max(microsOf(now), earliest)) };
}

/**
 * Counts a message for its customer.
 *
 * @spec CU22, CU23, CU24
 */
export function countMessage(
  customer: Pick<Customer, 'unread'>,
  sender: SenderType,
  place: MessagePlace,
): CustomerChange {
  const moved = { lastSeq: place.seq, lastMessageAt: place.at };
  if (sender === 'customer') return { ...moved, unread: customer.unread + 1 };
  return sender === 'agent' ? { ...moved, unread: 0 } : moved;
}
