import type { EffectOutcome } from '../domain/conversation/effects.ts';
import type { VisitorInput } from '../domain/conversation/messages.ts';
import type { EpochMs } from '../domain/time/epoch-ms.ts';
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
 * Every method but `find` is called for a customer that this transaction has locked or inserted. The engine sees to
 * that: a store need not check it.
 *
 * @spec CQ4
 */
export interface ConversationStore extends ConversationReader {
  /** Replaces the record whole. @spec CQ3 */
  put(record: ConversationRecord): Promise<void>;
  /**
   * Adds to the end of the inbox: workers find the conversation from the commit on.
   *
   * @spec CQ1, CQ2
   */
  push(customerNumber: number, item: InboxItem, at: EpochMs): Promise<void>;
  /** The first entry that waits. @spec CQ1 */
  next(customerNumber: number): Promise<InboxEntry | undefined>;
  /** Does nothing when there is no such entry. @spec CQ1 */
  drop(customerNumber: number, entryNumber: number): Promise<void>;
  /**
   * Whether this worker still has the lease: if not, another worker may do the same work.
   *
   * Race rule: while the transaction has the customer locked, the answer stays true.
   *
   * @spec CQ10
   */
  isLeasedTo(customerNumber: number, worker: string): Promise<boolean>;
  /** The work that deaths are counted against is done, or given up: from the commit on there are none. @spec CQ16 */
  clearDeaths(customerNumber: number): Promise<void>;
}

/** Who asks for a lease, and when. */
export interface LeaseRequest extends LeaseHolder {
  readonly now: EpochMs;
}

/** Which conversation of the installation. */
export interface ConversationKey {
  readonly brand: string;
  readonly customerNumber: number;
}

export interface ClaimedConversation extends ConversationKey {
  /** How many deaths of a worker are counted against what is to be worked next. @spec CQ15, CQ16 */
  readonly deaths: number;
}

export interface ConversationClaim extends LeaseRequest {
  /** What is to be worked next: an entry of the inbox, or effects that are to be carried out. */
  readonly work: 'step' | 'effects';
  /** Slots that are free: no more customers are leased. */
  readonly limit: number;
  /** How many slots the brands have already. Default: none. */
  readonly held?: ReadonlyMap<string, number>;
  /** The brand that was given the last slot: those behind it by name come first. */
  readonly after?: string;
  /** Whether slots stay free also when a single brand waits. Default no. @spec CQ17 */
  readonly keepsFree?: boolean;
}

/** The conversations of all brands that have something to work, for the workers that do it. */
export interface ConversationQueue {
  /**
   * Leases customers, brands in turn; of a brand the one that waits longest goes first. Costs the same however many
   * customers there are. A death that a customer has none of is counted with the lease, and taken back when it is
   * released.
   *
   * Race rule: one worker at a time has the lease of a customer, until it is released, or `now` of a later claim reaches
   * `leaseUntil`.
   *
   * @spec CQ5, CQ6, CQ7, CQ15, CQ17, CQ18
   */
  claim(request: ConversationClaim): Promise<readonly ClaimedConversation[]>;
  /**
   * Leases this customer, whether or not it is its turn, and counts deaths as a claim does.
   *
   * @returns `'busy'`: another worker has the lease. `'idle'`: there is nothing to work.
   * @spec CQ11, CQ15
   */
  take(conversation: ConversationKey, request: LeaseRequest): Promise<ClaimedConversation | 'busy' | 'idle'>;
  /** Extends the leases of this worker. @spec CQ8 */
  renew(holder: LeaseHolder): Promise<void>;
  /**
   * Ends the lease; the customer is found again when there is more to work, not before `notBefore`. Does nothing for a
   * worker that does not have it.
   *
   * @spec CQ9, CQ15
   */
  release(brand: string, customerNumber: number, worker: string, notBefore?: EpochMs): Promise<void>;
  /**
   * Counts one death more, from now until `leaveStep`, against a customer that has some: for a step that is tried alone.
   * It need outlive this process only, not the machine, and should cost less than a commit does.
   *
   * @returns Whether the worker has the lease; when not, nothing is counted.
   * @spec CQ16
   */
  enterStep(conversation: ConversationKey, worker: string): Promise<boolean>;
  /**
   * Takes back what `enterStep` counted, and is as cheap.
   *
   * @param deaths - Counted against the customer from now on, from 1.
   * @spec CQ16
   */
  leaveStep(conversation: ConversationKey, worker: string, deaths: number): Promise<void>;
  /** Ends the leases of every worker: for a process that knows that no other works on this store. @spec CQ12, CQ15 */
  recover(): Promise<void>;
}
