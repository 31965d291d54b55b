import type { SenderType } from '../message/message.ts';
import type { EpochMs } from '../time/epoch-ms.ts';
import type { Customer, CustomerChange } from './customer.ts';

/** Place of a new message among those of its customer. */
export interface MessagePlace {
  readonly seq: number;
  readonly at: EpochMs;
}

/**
 * Gives the next message of a customer its place. Its moment is later than that of the one before, also when the
 * clock says the same or less: receivers sort by it.
 *
 * @spec MS17, MS18
 */
export function nextMessagePlace(customer: Pick<Customer, 'lastSeq' | 'lastMessageAt'>, now: EpochMs): MessagePlace {
  const { lastSeq, lastMessageAt } = customer;
  return { seq: lastSeq + 1, at: lastMessageAt === undefined ? now : Math.max(now, lastMessageAt + 1) };
}

/**
 * Counts a message at its customer.
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

/**
 * Dates a message that leaves by the webhook of an APIchat channel, in whole seconds. Receivers tell messages of one
 * customer apart by this number alone, so no two have the same: where they would, the later one moves on.
 *
 * @spec MS26
 */
export function nextChatTimestamp(at: EpochMs, last: number | undefined): number {
  const seconds = Math.floor(at / 1000);
  return last === undefined ? seconds : Math.max(seconds, last + 1);
}
