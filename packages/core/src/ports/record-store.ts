import type { DeliveryTarget } from '../domain/delivery/delivery-target.ts';
import type { ListSplice, TextSplice } from '../domain/edits/splices.ts';
import type { EpochMs } from '../domain/time/epoch-ms.ts';
import type { InboxItem, Wake } from './conversation-store.ts';
import type { DeliveryListQuery, NewDelivery } from './delivery-store.ts';
import type { AnyKind, RecordKind } from './record-kind.ts';
import type { LeaseHolder } from './work-queue.ts';

/** A value that a key, an index or a filter has. */
export type Scalar = string | number | boolean | null;

/** The brand whose records are read and written; `store`: the records of no brand, and reads across all brands. */
export type Scope = { readonly brand: string } | 'store';

/** A record as it is stored. */
export interface Stored<TRecord = Readonly<Record<string, unknown>>> {
  /** Without absent fields; without `document` and `list` fields if the request says `heads`. */
  readonly record: TRecord;
  /** Names this state of the record. No other state of any record has had the name, whether it was committed or not. */
  readonly version: string;
  /** The brand of the record. A store gives it where the scope is the store, and the kind that of a brand. */
  readonly brand?: string;
}

/** Leaves out the fields of the types `document` and `list`. */
interface Heads {
  /** Absent: the whole record. */
  readonly heads?: true;
}

/** The commit of a program requires that the record is still as it was loaded, or absent. */
interface Expecting {
  /** Absent: the commit does not depend on the record. */
  readonly expect?: true;
}

/** Answered with `Stored`, or `undefined`. */
export interface GetRequest extends Heads, Expecting {
  readonly do: 'get';
  /** Name of a declared kind. */
  readonly kind: string;
  /** In the order of the declaration. */
  readonly key: readonly Scalar[];
}

/** Finds by a unique index. Answered with `Stored`, or `undefined`. */
export interface FindRequest extends Heads, Expecting {
  readonly do: 'find';
  /** Name of a declared kind. */
  readonly kind: string;
  /** Name of a unique index of the kind. */
  readonly index: string;
  /** In the order of the fields of the index. */
  readonly values: readonly Scalar[];
}

/** A list, its filters and their values. */
export interface Listed {
  /** Name of a declared kind. */
  readonly kind: string;
  /** Name of a list of the kind. */
  readonly list: string;
  /** In the order of the declaration. */
  readonly within: readonly Scalar[];
  /** Every filter that is named must match. */
  readonly where: Readonly<Record<string, Scalar | readonly Scalar[]>>;
}

/** A part of a list. Answered with `ListAnswer`. */
export interface ListRequest extends Listed, Heads {
  readonly do: 'list';
  /** Name of an order of the list. */
  readonly order: string;
  /** How many records to skip; past the end, the answer is empty. */
  readonly offset: number;
  /** Default: all. */
  readonly limit?: number;
  /** The list ends before the record with which its texts in `field` exceed so many UTF-8 bytes, with one record at least. */
  readonly bytes?: { readonly field: string; readonly most: number };
}

/** A page of records. `total` counts all that match the filters. */
export interface ListAnswer<TRecord = Readonly<Record<string, unknown>>> {
  /** In the order of the request. */
  readonly items: readonly Stored<TRecord>[];
  /** How many records match in all. */
  readonly total: number;
}

/**
 * Looks for matches among at most `look` records of a list in its order, so that the cost does not grow with the list.
 * A store with an index of texts may look at more. Answered with `ScanAnswer`.
 */
export interface ScanRequest extends Listed {
  readonly do: 'scan';
  /** Name of an order of the list. */
  readonly order: string;
  /** Begins after the place with these values of the order's fields. Default: at the first record. */
  readonly after?: readonly Scalar[];
  /** The most records to look at, matching or not. */
  readonly look: number;
}

/** Keys of matching records, in the order of the list. */
export interface ScanAnswer {
  /** Keys of the matches among the records that were looked at; perhaps empty before the end. */
  readonly keys: readonly (readonly Scalar[])[];
  /** The place to continue after; absent at the end of the list. */
  readonly next?: readonly Scalar[];
}

/** Answered with how many records match, or `upTo` where there are more. */
export interface CountRequest extends Listed {
  readonly do: 'count';
  /** The most that is counted, so that the cost stays bounded. */
  readonly upTo: number;
}

/**
 * Answered with a number that the sequence gives once, in any brand, also when nothing is committed. From 1. It is
 * greater than each number that was given before the request.
 */
export interface NumberRequest {
  readonly do: 'number';
  /** Each name counts separately. */
  readonly sequence: string;
}

/** Answered with the first `InboxEntry` of a customer's conversation; `undefined`: there is none, or a wake holds all. */
export interface InboxRequest {
  readonly do: 'inbox';
  /** Number of the customer. */
  readonly customer: number;
}

/** Answered with whether the wake of a customer's conversation is due, as a claim has found; `undefined`: it has none. */
export interface WakeRequest {
  readonly do: 'wake';
  /** Number of the customer. */
  readonly customer: number;
}

/** Answered with whether the worker has the lease of a customer's conversation. */
export interface LeaseStateRequest extends Expecting {
  readonly do: 'lease';
  /** Number of the customer. */
  readonly customer: number;
  /** By the name of its leases. */
  readonly worker: string;
}

/** Answered with `DeliveryRecord`, or `undefined`. */
export interface DeliveryRequest {
  readonly do: 'delivery';
  /** UUID of the delivery. */
  readonly id: string;
}

/** Answered with `Slice<DeliveryRecord>`, newest first. */
export interface DeliveriesRequest {
  readonly do: 'deliveries';
  /** Filters, and a part of the list. */
  readonly query: DeliveryListQuery;
}

/** Answered with the body; `undefined`: no such delivery, or its body was erased. */
export interface DeliveryBodyRequest {
  readonly do: 'deliveryBody';
  /** UUID of the delivery. */
  readonly id: string;
}

/** Reads of the queues of a store. The scope is always a brand. */
export type QueueRequest =
  | InboxRequest
  | WakeRequest
  | LeaseStateRequest
  | DeliveryRequest
  | DeliveriesRequest
  | DeliveryBodyRequest;

/** One read in a batch; the answers have the order of the requests. */
export type RecordRequest = GetRequest | FindRequest | ListRequest | ScanRequest | CountRequest | NumberRequest;

/** One read in a batch, of a record or of a queue. */
export type Request = RecordRequest | QueueRequest;

/** The condition under which a store commits a batch. */
export type Condition = RecordCondition | LeaseCondition;

/** The worker has the lease of the customer's conversation. */
export interface LeaseCondition {
  /** By the number of the customer and the name of the worker. */
  readonly lease: { readonly customer: number; readonly worker: string };
}

/** A record must be in this state, or absent. */
export interface RecordCondition extends Pick<GetRequest, 'kind' | 'key'> {
  /** `undefined`: absent. */
  readonly version: string | undefined;
}

/** Where a document is stored. */
export interface DocumentPlace extends Pick<GetRequest, 'kind' | 'key'> {
  /** A field of the type `document` or `list`. */
  readonly field: string;
}

/** A write to one record in a commit. */
export type RecordOperation =
  /** Stores a record whole, new or in place of the one with its key. */
  | {
      readonly do: 'put';
      readonly kind: string;
      readonly record: Readonly<Record<string, unknown>>;
      readonly version: string;
    }
  /** Removes a record, if it is there, with what it owns, and what that owns. */
  | { readonly do: 'delete'; readonly kind: string; readonly key: readonly Scalar[] }
  /** Gives a record another version, so that a batch with a condition on the one before is not committed. */
  | { readonly do: 'touch'; readonly kind: string; readonly key: readonly Scalar[]; readonly version: string }
  /** Stores a record whose document is a copy of another record's, as that is before the batch. Capability `text`. */
  | {
      readonly do: 'copy';
      readonly from: DocumentPlace;
      readonly kind: string;
      readonly record: Readonly<Record<string, unknown>>;
      readonly version: string;
    }
  /**
   * Changes a part of a document or of a list; a `put` of the same batch without it leaves it. Capability `text`.
   *
   * A store may keep the splices and apply them when the field is read: a `put` of the whole field comes from time to
   * time.
   */
  | {
      readonly do: 'splice';
      readonly at: DocumentPlace;
      readonly splices: readonly TextSplice[] | readonly ListSplice<unknown>[];
      /** UTF-8 bytes of the whole text afterwards, for a document. */
      readonly bytes?: number;
    }
  /** Removes the last records of a list in an order: those that exceed either bound. Capability `text`. */
  | {
      readonly do: 'trim';
      readonly listed: Pick<Listed, 'kind' | 'list' | 'within'>;
      readonly order: string;
      readonly count: number;
      /** UTF-8 bytes of the documents in `field`. */
      readonly bytes: { readonly field: string; readonly most: number };
    };

/** A change of a queue. The scope is always a brand. */
export type QueueOperation =
  /**
   * Adds to the end of the inbox of a customer: workers find its conversation from the commit on. With a holder, the
   * customer is leased to it, as by a claim, if it had no work before. `at`: the moment of the entry.
   *
   * @spec CQ1, CQ2, CQ21
   */
  | {
      readonly do: 'enqueue';
      readonly customer: number;
      readonly item: InboxItem;
      readonly at: EpochMs;
      readonly holder?: LeaseHolder;
    }
  /**
   * Notes the end of work of a customer's conversation.
   *
   * @spec CQ1, CQ16, CQ19, WT10, WT11
   */
  | {
      readonly do: 'settle';
      readonly customer: number;
      /** Drops the entry of the inbox with this number, if it is there. */
      readonly entry?: number;
      /** Whether effects of the conversation wait to be carried out. Absent: as before. */
      readonly effects?: boolean;
      /** Replaces the wake of the conversation. Absent: as before. */
      readonly wake?: Wake | 'none';
      /** Resets the count of deaths. */
      readonly clearsDeaths?: true;
      /** Releases the customer if this worker has the lease and no work is left. */
      readonly worker?: string;
    }
  /**
   * Adds deliveries, which become due with the commit. Deliveries about one customer with equal bodies share one stored
   * body. A conflict if the brand has the id of one.
   *
   * @spec DQ1, DQ2, DQ3, DQ21
   */
  | { readonly do: 'addDeliveries'; readonly deliveries: readonly NewDelivery[] }
  /**
   * Ends pending deliveries as `disabled`: of the target, about the customer, or about any customer on a channel of the
   * bot. About a customer or a bot, it also erases bodies, also those of finished deliveries; it comes before the
   * `delete` of the record. Completing an attempt under way then returns `lost`. A store may remove very many deliveries from
   * the queue and end them later, so that other writers need not wait.
   *
   * @spec DQ5, DQ6, DQ19
   */
  | {
      readonly do: 'endDeliveries';
      readonly of: { readonly target: DeliveryTarget } | { readonly customer: number } | { readonly bot: string };
      readonly at: EpochMs;
    };

/** A write of one commit: to a record, or to a queue. */
export type BatchOperation = RecordOperation | QueueOperation;

/** The writes of a use-case: all of them, or none. */
export interface RecordBatch {
  /** One that does not hold is a conflict, and nothing is stored. */
  readonly conditions: readonly Condition[];
  /** In their order. */
  readonly operations: readonly BatchOperation[];
}

/** The result of a commit. After `unknown`, versions read again tell whether it took place. */
export type CommitOutcome =
  /** `isLeased`: an `enqueue` leased its customer to its holder. `isFinished`: a `settle` ended the lease of its worker. */
  | { readonly kind: 'committed'; readonly isLeased?: true; readonly isFinished?: true }
  /** A condition does not hold, a unique index has the values already, or an owner is absent. Nothing is stored. */
  | { readonly kind: 'conflict' }
  /** Nothing is stored, and a later attempt may succeed. */
  | { readonly kind: 'unavailable'; readonly cause: unknown }
  /** The answer was lost. The versions of the records tell whether the batch is stored. */
  | { readonly kind: 'unknown'; readonly cause: unknown };

/**
 * Yields requests, is given their answers, and returns its decision with what it writes. It may run several times, and
 * waits for nothing.
 */
export type Program<TDecision extends DecidedRecords> = Generator<readonly Request[], TDecision, readonly unknown[]>;

/** The writes of a use-case that a store runs under its own lock. */
export interface DecidedRecords {
  /** In their order. Empty: nothing is committed. */
  readonly operations: readonly BatchOperation[];
}

/**
 * The records of a store. A store knows of them what their declarations say (`recordKinds`), and nothing else. Its
 * queues know two kinds: what the inbox and the lease of a conversation belong to is the record of its customer, and they
 * are removed with it.
 *
 * What a call is given and what it returns is frozen, or copied by the store: nobody changes it afterwards.
 */
export interface RecordStore {
  /**
   * Answers all requests from one moment, committed state alone, in their order.
   *
   * @spec RS1, RS3, RS4, RS6, RS11, RS12, RS23, RS30, RS31, RS32, RS33, RS34, RS35, RS36, RS37, RS38, RS50, RS55
   */
  read(scope: Scope, requests: readonly Request[]): Promise<readonly unknown[]>;
  /**
   * Commits a batch. Race rule: of concurrent batches with a condition on one version of a record that each of them
   * writes, one is committed, and the others answer `conflict`.
   *
   * @spec RS2, RS5, RS7, RS8, RS9, RS10, RS20, RS21, RS22, RS51, RS52, RS53, RS54
   */
  commit(scope: Scope, batch: RecordBatch): Promise<CommitOutcome>;
  /**
   * Runs a program once, under the lock of the store: nobody changes the records of requests with `expect` until its
   * operations are stored. Absent: the engine reads, and commits with conditions.
   *
   * @returns `conflict` where another was first all the same, such as after a deadlock.
   * @throws What the program throws; nothing is stored then.
   * @spec RS24
   */
  exclusive?<TDecision extends DecidedRecords>(
    scope: Scope,
    program: () => Program<TDecision>,
  ): Promise<{ readonly decision: TDecision; readonly committed: CommitOutcome }>;
}

/** A request with the type of its answer. */
export type RequestFor<TAnswer, TRequest extends Request = Request> = TRequest & { readonly '~answer'?: TAnswer };

/** The fields of the key of a kind. */
export type KeyOf<TKind> = TKind extends RecordKind<infer TRecord, infer TKey> ? Pick<TRecord, TKey> : never;
export type RecordOf<TKind> = TKind extends RecordKind<infer TRecord, infer _TKey> ? TRecord : never;

/** The values of a key in the order of its declaration. */
export function keyOf(kind: Pick<AnyKind, 'key'>, record: object): readonly Scalar[] {
  return kind.key.map((field) => (record as Record<string, Scalar>)[field] ?? null);
}

/** Asks for a record by its key. */
export function get<TKind extends AnyKind>(
  kind: TKind,
  key: KeyOf<TKind>,
): RequestFor<Stored<RecordOf<TKind>> | undefined, GetRequest> {
  return { do: 'get', kind: kind.name, key: keyOf(kind, key) };
}
