import type { EffectOutcome } from '../domain/conversation/effects.ts';
import type { VisitorInput } from '../domain/conversation/messages.ts';
import type { EpochMs } from '../domain/time/epoch-ms.ts';
import type { ConversationRecord } from '../records/customers.ts';
import type { LeaseRequest, WorkQueue } from './work-queue.ts';

/** An entry that waits to be processed in the conversation of one customer. */
export type InboxItem =
  /** `seq` as in `ConversationInput`. */
  | { readonly kind: 'message'; readonly message: VisitorInput; readonly seq?: number }
  /** Begin with the bot that the customer is assigned to, at the greeting or at a block. */
  | { readonly kind: 'start'; readonly node?: string }
  /** Begin at this block, or at the greeting, with the customer's next message. */
  | { readonly kind: 'assigned'; readonly node?: string }
  | { readonly kind: 'taken_over' }
  | { readonly kind: 'closed' }
  /** The outcome of an effect for which the host had returned `'later'`. */
  | { readonly kind: 'result'; readonly effect: string; readonly outcome: EffectOutcome };

/** An item that waits for its turn in a conversation. */
export interface InboxEntry {
  /** Rises within a customer's inbox, even if it was empty in between. */
  readonly number: number;
  /** Processed in one step. */
  readonly item: InboxItem;
  /** When it was added. */
  readonly at: EpochMs;
}

/** The items that end a wait which holds the inbox. Messages and outcomes do not. @spec WT11 */
export function endsWait({ kind }: InboxItem): boolean {
  return kind !== 'message' && kind !== 'result';
}

/** A moment at which a worker resumes a conversation without an input. */
export interface Wake {
  /** When the conversation began to wait for it. A later moment than now counts as now. */
  readonly since: EpochMs;
  /** Due from this moment on. */
  readonly at: EpochMs;
  /** Until then, entries of the inbox do not count as work, unless one of them ends the wait: see `endsWait`. */
  readonly holdsInbox?: true;
}

/** A conversation that a worker has leased. */
export interface LoadedWork {
  /** Absent before the first step. */
  readonly record?: ConversationRecord;
  /** The first entry that waits. */
  readonly entry?: InboxEntry;
}

/** The result of a step that the store keeps. */
export interface EndedStep {
  /** Absent: the record stays as it is. */
  readonly record?: ConversationRecord;
  /** Number of the entry that was processed, if one was. */
  readonly entry?: number;
  /** The moment at which a worker resumes the conversation. Absent: as before. */
  readonly wake?: Wake | 'none';
}

/** Milliseconds that a conversation waits at most after a failure: the distance of a release's `notBefore` from now. */
export const longestWaitMs = 8_000;

/** Identifies a conversation across brands. */
export interface ConversationKey {
  /** The brand of the customer. */
  readonly brand: string;
  /** Unique in a store, so each customer has one conversation. */
  readonly customerNumber: number;
}

/** A customer with due work, whose lease the caller has. */
export interface ClaimedConversation extends ConversationKey {
  /** How many workers have died during the work that comes next. @spec CQ15, CQ16 */
  readonly deaths: number;
}

/** A claim of customers with due work, up to `limit`. */
export interface ConversationClaim extends LeaseRequest {
  /** The kind of work: a step for an inbox entry or a wake that is due, or effects to carry out. */
  readonly work: 'step' | 'effects';
  /** How many customers to lease at most: the free slots. */
  readonly limit: number;
  /** How many slots each brand uses already. Default: none. */
  readonly held?: ReadonlyMap<string, number>;
  /** The brand that got the last slot: brands after it by name come first. */
  readonly after?: string;
  /** Whether slots stay free also when a single brand waits. Default no. @spec CQ17 */
  readonly keepsFree?: boolean;
}

/** A worker's note about a step that runs with no other step. */
export type StepMark =
  /** The step begins: one more death is counted if the worker dies. */
  | { readonly isRunning: true }
  /** The step ended and the worker lives: this many deaths are counted from now on, at least 1. */
  | { readonly isRunning: false; readonly deaths: number };

/**
 * The conversations of all brands that have work, for workers.
 *
 * Brands take turns; within a brand the conversation that waits longest goes first. The cost of a claim does not depend
 * on the number of customers, nor on how many wait for a wake. A claim for steps makes due wakes work, in the order of
 * their moments. For a customer without deaths, a claim counts one with the lease, and the release takes it
 * back: if the worker dies, the count is right.
 *
 * @spec CQ5, CQ6, CQ7, CQ8, CQ9, CQ12, CQ15, CQ17, CQ18, CQ22, WT12, WT13
 */
export interface ConversationQueue extends WorkQueue<ConversationClaim, ClaimedConversation, ConversationKey> {
  /**
   * Ends leases of the worker: all of them, or only those of the given conversations.
   *
   * @param notBefore - The conversations are not due before this moment. @spec CQ9
   */
  release(worker: string, conversations?: readonly ConversationKey[], notBefore?: EpochMs): Promise<void>;
  /**
   * Leases this customer, whether or not it is its turn, and counts deaths as a claim does.
   *
   * @returns `'busy'`: another worker has the lease, which ends no later than one that is given now. `'idle'`: there is no
   *   work.
   * @spec CQ11, CQ15, CQ23
   */
  take(conversation: ConversationKey, request: LeaseRequest): Promise<ClaimedConversation | 'busy' | 'idle'>;
  /**
   * Marks a customer that has deaths before and after a step that runs with no other step. The mark must survive this
   * process but not a crash of the machine, and should cost less than a commit. The end marks only a customer that still
   * has deaths.
   *
   * @returns Whether the worker has the lease; when not, nothing is marked.
   * @spec CQ16
   */
  mark(conversation: ConversationKey, worker: string, mark: StepMark): Promise<boolean>;
  /** When the next wake that no claim has found is due; `undefined`: there is none. @spec WT14 */
  nextWakeAt(): Promise<EpochMs | undefined>;
}
