import type { SenderType } from '../message/message.ts';
import type { EpochMs } from '../time/epoch-ms.ts';
import { microsOf, momentOf } from '../time/micros.ts';
import type { Customer, CustomerChange } from './customer.ts';

/** Place of a new message among those of its customer. */
export interface MessagePlace {
  readonly seq: number;
  /** To the microsecond. */
  readonly at: EpochMs;
}

/**
 * Gives the next message of a customer its place. Its moment is later than that of the one before, by a microsecond
 * where the clock says the same or less: receivers sort by it, and those of APIchat know messages by it.
 *
 * @spec MS17, MS18
 */
export function nextMessagePlace(customer: Pick<Customer, 'lastSeq' | 'lastMessageAt'>, now: EpochMs): MessagePlace {
  const { lastSeq, lastMessageAt } = customer;
  const earliest = lastMessageAt === undefined ? 0 : microsOf(lastMessageAt) + 1;
  return { seq: lastSeq + 1, at: momentOf(Math.max(microsOf(now), earliest)) };
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
