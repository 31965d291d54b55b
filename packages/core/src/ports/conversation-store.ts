import type { VisitorInput } from '../domain/message/visitor-message.ts';
import type { EpochMs } from '../domain/time/epoch-ms.ts';
import type { LeaseHolder } from './delivery-store.ts';

/** What waits to be worked in the conversation of one customer. */
export type InboxItem =
  | { readonly kind: 'message'; readonly message: VisitorInput }
  /** Begin with the bot that the customer is assigned to, at the greeting or at a block. */
  | { readonly kind: 'start'; readonly node?: string }
  | { readonly kind: 'taken_over' }
  | { readonly kind: 'closed' };

export interface InboxEntry {
  /** Rises within a customer's inbox. */
  readonly number: number;
  readonly item: InboxItem;
  readonly at: EpochMs;
}

export interface ConversationRecord {
  readonly customerNumber: number;
  /** As the runner gave it. */
  readonly stateJson: string;
  /** The effect that the conversation waits for and that somebody has to carry out; kept until its outcome is in. */
  readonly effectJson?: string;
}

export interface ConversationReader {
  find(customerNumber: number): Promise<ConversationRecord | undefined>;
}

/** A fault everywhere when the customer is neither claimed nor inserted in this transaction. */
export interface ConversationStore extends ConversationReader {
  put(record: ConversationRecord): Promise<void>;
  /** Adds to the end of the inbox: whoever works conversations finds the customer from the commit on. */
  push(customerNumber: number, item: InboxItem, at: EpochMs): Promise<void>;
  /** The first entry that waits. */
  next(customerNumber: number): Promise<InboxEntry | undefined>;
  drop(customerNumber: number, entryNumber: number): Promise<void>;
  /** Whether this worker still holds the lease of the customer: what it commits otherwise would be done twice. */
  isHeld(customerNumber: number, worker: string): Promise<boolean>;
}

/** Customers of the whole installation whose conversations have something to work, for those who work them. */
export interface ConversationQueue {
  /**
   * Leases customers whose inbox is not empty, or whose conversation waits for an effect to be carried out; the
   * one that waits longest goes first.
   *
   * Race rule: a customer is in the hands of one worker at a time, until it is released, or `now` of a later claim
   * reaches `leaseUntil`.
   */
  claim(
    request: LeaseHolder & { readonly now: EpochMs; readonly limit: number },
  ): Promise<readonly { readonly brand: string; readonly customerNumber: number }[]>;
  /** Moves the leases of this worker on. */
  renew(holder: LeaseHolder): Promise<void>;
  /** Gives up the lease; the customer is found again when there is more to work, not before `notBefore`. */
  release(brand: string, customerNumber: number, worker: string, notBefore?: EpochMs): Promise<void>;
  /** Gives up the leases of everybody: for a process that knows that no other works on this store. */
  recover(): Promise<void>;
}
