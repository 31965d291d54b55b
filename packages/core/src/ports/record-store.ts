import type { TextSplice } from '../domain/edits/splices.ts';
import type { AnyKind, RecordKind } from './record-kind.ts';

/** A value that a key, an index or a filter has. */
export type Scalar = string | number | boolean | null;

/** The brand whose records are read and written; `store`: the records of no brand, and reads across all brands. */
export type Scope = { readonly brand: string } | 'store';

/** A record as it is stored. */
export interface Stored<TRecord = Readonly<Record<string, unknown>>> {
  readonly record: TRecord;
  /** Names this state of the record. No other state of any record has had the name, whether it was committed or not. */
  readonly version: string;
  /** The brand of the record. A store gives it where the scope is the store, and the kind that of a brand. */
  readonly brand?: string;
}

/** Leaves out the fields of the type `document`. */
interface Heads {
  readonly heads?: true;
}

/** The commit of a program requires that the record is still as it was loaded, or absent. */
interface Expecting {
  readonly expect?: true;
}

/** Answered with `Stored`, or `undefined`. */
export interface GetRequest extends Heads, Expecting {
  readonly do: 'get';
  readonly kind: string;
  /** In the order of the declaration. */
  readonly key: readonly Scalar[];
}

/** Finds by a unique index. Answered with `Stored`, or `undefined`. */
export interface FindRequest extends Heads, Expecting {
  readonly do: 'find';
  readonly kind: string;
  readonly index: string;
  readonly values: readonly Scalar[];
}

/** A list, its filters and their values. */
export interface Listed {
  readonly kind: string;
  readonly list: string;
  /** In the order of the declaration. */
  readonly within: readonly Scalar[];
  /** Every filter that is named must match. */
  readonly where: Readonly<Record<string, Scalar | readonly Scalar[]>>;
}

/** A part of a list. Answered with `ListAnswer`. */
export interface ListRequest extends Listed, Heads {
  readonly do: 'list';
  readonly order: string;
  readonly offset: number;
  /** Default: all. */
  readonly limit?: number;
  /** The list ends before the record with which its texts in `field` exceed so many UTF-8 bytes, with one record at least. */
  readonly bytes?: { readonly field: string; readonly most: number };
}

export interface ListAnswer<TRecord = Readonly<Record<string, unknown>>> {
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
  readonly order: string;
  /** Begins after the place with these values of the order's fields. Default: at the first record. */
  readonly after?: readonly Scalar[];
  readonly look: number;
}

export interface ScanAnswer {
  readonly keys: readonly (readonly Scalar[])[];
  /** The place to continue after; absent at the end of the list. */
  readonly next?: readonly Scalar[];
}

/** Answered with how many records match, or `upTo` where there are more. */
export interface CountRequest extends Listed {
  readonly do: 'count';
  readonly upTo: number;
}

/** Answered with a number that the sequence gives once, in any brand, also when nothing is committed. From 1. */
export interface NumberRequest {
  readonly do: 'number';
  readonly sequence: string;
}

export type Request = GetRequest | FindRequest | ListRequest | ScanRequest | CountRequest | NumberRequest;

/** A record that must be in this state, or absent, for a batch to be committed. */
export interface Condition {
  readonly kind: string;
  readonly key: readonly Scalar[];
  /** `undefined`: absent. */
  readonly version: string | undefined;
}

/** Where a document is stored. */
export interface DocumentPlace {
  readonly kind: string;
  readonly key: readonly Scalar[];
  readonly field: string;
}

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
  /** Changes a part of a document; a `put` of the same batch without the document leaves it. Capability `text`. */
  | { readonly do: 'splice'; readonly at: DocumentPlace; readonly splices: readonly TextSplice[] }
  /** Removes the last records of a list in an order: those that exceed either bound. Capability `text`. */
  | {
      readonly do: 'trim';
      readonly listed: Pick<Listed, 'kind' | 'list' | 'within'>;
      readonly order: string;
      readonly count: number;
      /** UTF-8 bytes of the documents in `field`. */
      readonly bytes: { readonly field: string; readonly most: number };
    };

/** What a use-case writes: all of it, or nothing. */
export interface RecordBatch {
  readonly conditions: readonly Condition[];
  /** In their order. */
  readonly operations: readonly RecordOperation[];
}

export type CommitOutcome =
  | { readonly kind: 'committed' }
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

export interface DecidedRecords {
  readonly operations: readonly RecordOperation[];
}

/**
 * The records of a store. A store knows of them what their declarations say (`recordKinds`), and nothing else.
 *
 * What a call is given and what it returns is frozen, or copied by the store: nobody changes it afterwards.
 */
export interface RecordStore {
  /**
   * Answers all requests from one moment, committed state alone, in their order.
   *
   * @spec RS1, RS3, RS4, RS6, RS11, RS12, RS23, RS30, RS31, RS32, RS33, RS34, RS35, RS36, RS37, RS38, RS50
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
export type Asked<TAnswer, TRequest extends Request = Request> = TRequest & { readonly '~answer'?: TAnswer };

type KeyOf<TKind> = TKind extends RecordKind<infer TRecord, infer TKey> ? Pick<TRecord, TKey> : never;
export type RecordOf<TKind> = TKind extends RecordKind<infer TRecord, infer _TKey> ? TRecord : never;

/** The values of a key in the order of its declaration. */
export function keyOf(kind: Pick<AnyKind, 'key'>, record: object): readonly Scalar[] {
  return kind.key.map((field) => (record as Record<string, Scalar>)[field] ?? null);
}

/** Asks for a record by its key. */
export function get<TKind extends RecordKind<never>>(
  kind: TKind,
  key: KeyOf<TKind>,
): Asked<Stored<RecordOf<TKind>> | undefined> {
  return { do: 'get', kind: kind.name, key: keyOf(kind, key) };
}
