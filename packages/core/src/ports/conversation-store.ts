import type { VisitorInput } from '../domain/message/visitor-message.ts';
import type { EpochMs } from '../domain/time/epoch-ms.ts';
import type { EffectOutcome } from './conversation-runner.ts';
import type { LeaseHolder } from './delivery-store.ts';

/** What waits to be worked in the conversation of one customer. */
export type InboxItem =
  | { readonly kind: 'message'; readonly message: VisitorInput }
  /** Begin with the bot that the customer is assigned to, at the greeting or at a block. */
  | { readonly kind: 'start'; readonly node?: string }
  /** Begin like this when the customer writes next. */
  | { readonly kind: 'assigned'; readonly node?: string }
  | { readonly kind: 'taken_over' }
  | { readonly kind: 'closed' }
  /** What became of an effect whose outcome was to come later. */
  | { readonly kind: 'result'; readonly effect: string; readonly outcome: EffectOutcome };

export interface InboxEntry {
  /** Rises within a customer's inbox, also when it was empty in between. */
  readonly number: number;
  readonly item: InboxItem;
  readonly at: EpochMs;
}

export interface ConversationRecord {
  readonly customerNumber: number;
  /** JSON text of the state as the runner gave it. */
  readonly stateJson: string;
  /** JSON text of the effects that are still to be carried out; kept until it is known what became of them. */
  readonly effectsJson?: string;
  /** Block that the customer's next message begins the conversation at. */
  readonly beginAt?: string;
}

export interface ConversationReader {
  /** @spec CQ3 */
  find(customerNumber: number): Promise<ConversationRecord | undefined>;
}

/**
 * A fault everywhere but in `find` when the customer is neither claimed nor inserted in this transaction.
 *
 * @spec CQ4
 */
export interface ConversationStore extends ConversationReader {
  /** Replaces the record whole. @spec CQ3 */
  put(record: ConversationRecord): Promise<void>;
  /**
   * Adds to the end of the inbox: whoever works conversations finds the customer from the commit on.
   *
   * @spec CQ1, CQ2
   */
  push(customerNumber: number, item: InboxItem, at: EpochMs): Promise<void>;
  /** The first entry that waits. @spec CQ1 */
  next(customerNumber: number): Promise<InboxEntry | undefined>;
  /** Does nothing when there is no such entry. @spec CQ1 */
  drop(customerNumber: number, entryNumber: number): Promise<void>;
  /**
   * Whether this worker still holds the lease of the customer: what it commits otherwise would be done twice.
   *
   * Race rule: while the transaction holds the customer, the answer stays true.
   *
   * @spec CQ10
   */
  isHeld(customerNumber: number, worker: string): Promise<boolean>;
}

/** Who asks for a lease, and when. */
export interface LeaseRequest extends LeaseHolder {
  readonly now: EpochMs;
}

export interface ClaimedConversation {
  readonly brand: string;
  readonly customerNumber: number;
}

/** Customers of the whole installation whose conversations have something to work, for those who work them. */
export interface ConversationQueue {
  /**
   * Leases customers whose inbox is not empty, or who have effects to be carried out; the one that waits longest
   * goes first. Costs the same however many customers there are.
   *
   * Race rule: a customer is in the hands of one worker at a time, until it is released, or `now` of a later claim
   * reaches `leaseUntil`.
   *
   * @spec CQ5, CQ6, CQ7
   */
  claim(request: LeaseRequest & { readonly limit: number }): Promise<readonly ClaimedConversation[]>;
  /**
   * Leases this customer, whether or not it is its turn.
   *
   * @returns `'busy'`: in the hands of another worker. `'idle'`: there is nothing to work.
   * @spec CQ11
   */
  take(conversation: ClaimedConversation, request: LeaseRequest): Promise<'taken' | 'busy' | 'idle'>;
  /** Moves the leases of this worker on. @spec CQ8 */
  renew(holder: LeaseHolder): Promise<void>;
  /**
   * Gives up the lease; the customer is found again when there is more to work, not before `notBefore`. Does nothing
   * for a worker that does not hold it.
   *
   * @spec CQ9
   */
  release(brand: string, customerNumber: number, worker: string, notBefore?: EpochMs): Promise<void>;
  /** Gives up the leases of everybody: for a process that knows that no other works on this store. @spec CQ12 */
  recover(): Promise<void>;
}
