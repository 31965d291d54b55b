import { systemIds } from '../../node/system.ts';
import type { AnyKind, RecordKind } from '../../ports/record-kind.ts';
import type {
  BatchOperation,
  FindRequest,
  GetRequest,
  ListAnswer,
  ListRequest,
  RecordStore,
  Request,
  RequestFor,
  Scalar,
  Scope,
  Stored,
} from '../../ports/record-store.ts';
import { keyOf } from '../../ports/record-store.ts';

/** Makes a new version of a record. */
export const { uuid: newVersion } = systemIds();

type AnswerOf<TRequest> = TRequest extends { readonly '~answer'?: infer TAnswer } ? TAnswer : never;
type AnswersOf<TRequests extends readonly Request[]> = {
  -readonly [TIndex in keyof TRequests]: AnswerOf<TRequests[TIndex]>;
};

/** A part of a program with another result than its decision. */
export type ProgramPart<T> = Generator<readonly Request[], T, readonly unknown[]>;

/** Makes requests together in a program. @returns The answers in the order of the requests. */
export function* ask<const TRequests extends readonly Request[]>(
  ...requests: TRequests
): ProgramPart<AnswersOf<TRequests>> {
  return (yield requests) as AnswersOf<TRequests>;
}

/** Makes requests together outside of a program. @returns The answers in the order of the requests. */
export async function read<const TRequests extends readonly Request[]>(
  storage: Pick<RecordStore, 'read'>,
  scope: Scope,
  ...requests: TRequests
): Promise<AnswersOf<TRequests>> {
  return (await storage.read(scope, requests)) as AnswersOf<TRequests>;
}

/** Asks for a record by a unique index. */
export function find<TRecord, TKey extends keyof TRecord, TIndex extends string>(
  kind: RecordKind<TRecord, TKey> & { readonly unique: Readonly<Record<TIndex, unknown>> },
  index: TIndex,
  values: FindRequest['values'],
): RequestFor<Stored<TRecord> | undefined, FindRequest> {
  return { do: 'find', kind: kind.name, index, values };
}

/** Asks for a part of a list. Default: from its first record, with no limit, filter or value within. */
export function list<TRecord, TKey extends keyof TRecord>(
  kind: RecordKind<TRecord, TKey>,
  request: Pick<ListRequest, 'list' | 'order'> & Partial<Pick<ListRequest, 'within' | 'where' | 'limit' | 'heads'>>,
): RequestFor<ListAnswer<TRecord>, ListRequest> {
  return { do: 'list', kind: kind.name, within: [], where: {}, offset: 0, ...request };
}

/** The commit of the program requires that the record is unchanged since the load, or still absent. */
export function expecting<TRequest extends GetRequest | FindRequest>(request: TRequest): TRequest {
  return { ...request, expect: true };
}

/** Asks for a record of a kind of which only the declaration is known; the commit requires that it is unchanged. */
export function getAny(
  { name }: Pick<AnyKind, 'name'>,
  key: readonly Scalar[],
  { heads }: { readonly heads?: true } = {},
): RequestFor<Stored | undefined, GetRequest> {
  return { do: 'get', kind: name, key, expect: true, ...(heads && { heads }) };
}

/** Stores a whole record, under a new version. */
export function put<TRecord, TKey extends keyof TRecord>(
  kind: RecordKind<TRecord, TKey>,
  record: TRecord,
): BatchOperation {
  return putAny(kind, record as Stored['record']);
}

/** Stores a whole record of a kind of which only the declaration is known. */
export function putAny({ name }: Pick<AnyKind, 'name'>, record: Stored['record']): BatchOperation {
  return { do: 'put', kind: name, record, version: newVersion() };
}

/** Removes a record and all records that it owns. */
export function remove<TRecord, TKey extends keyof TRecord>(
  kind: RecordKind<TRecord, TKey>,
  key: Pick<TRecord, TKey>,
): BatchOperation {
  return removeAny(kind, keyOf(kind, key));
}

export function removeAny({ name }: Pick<AnyKind, 'name'>, key: readonly Scalar[]): BatchOperation {
  return { do: 'delete', kind: name, key };
}
