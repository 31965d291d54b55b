import type { AnyKind } from '../../ports/record-kind.ts';
import {
  type FindRequest,
  get,
  type KeyOf,
  type ListAnswer,
  type ListRequest,
  type RecordOf,
  type Request,
  type Stored,
} from '../../ports/record-store.ts';

/** The requests of a load to the store, and the conversion of the answers. */
export interface LoadReading<TKey, TAnswer> {
  /** @param brand - The name of the brand of the use-case. */
  requests(key: TKey, brand: string): readonly Request[];
  /** @param answers - The answers to the requests, in their order. */
  answer(answers: readonly unknown[], key: TKey): TAnswer;
}

const same = <T>(record: T): T => record;

/** Loads a record by the fields of its key. @param show - Converts the record for the use-case. */
export function byKey<TKind extends AnyKind, TShown = RecordOf<TKind>>(
  kind: TKind,
  show?: (record: RecordOf<TKind>) => TShown | undefined,
): LoadReading<KeyOf<TKind>, TShown | undefined> {
  return byKeyOf(kind, same, show);
}

/** Loads a record by the key that `keyOf` makes. */
export function byKeyOf<TKind extends AnyKind, TKey, TShown = RecordOf<TKind>>(
  kind: TKind,
  keyOf: (key: TKey, brand: string) => KeyOf<TKind>,
  show: (record: RecordOf<TKind>) => TShown | undefined = same as never,
): LoadReading<TKey, TShown | undefined> {
  return {
    requests: (key, brand) => [get(kind, keyOf(key, brand))],
    answer: ([stored]) => shown(stored, show),
  };
}

/** Loads a record by a unique index. */
export function byIndex<TKind extends AnyKind, TKey, TShown = RecordOf<TKind>>(
  kind: TKind,
  index: keyof TKind['unique'] & string,
  valuesOf: (key: TKey) => FindRequest['values'],
  show: (record: RecordOf<TKind>) => TShown | undefined = same as never,
): LoadReading<TKey, TShown | undefined> {
  return {
    requests: (key) => [{ do: 'find', kind: kind.name, index, values: valuesOf(key) }],
    answer: ([stored]) => shown(stored, show),
  };
}

/** Adds members to the requests of a load. */
export function withMembers<TKey, TAnswer>(
  members: { readonly expect?: true; readonly heads?: true },
  reading: LoadReading<TKey, TAnswer>,
): LoadReading<TKey, TAnswer> {
  return {
    requests: (key, brand) => reading.requests(key, brand).map((request) => ({ ...request, ...members }) as Request),
    answer: reading.answer,
  };
}

/** Adds the condition that nobody changes the record before the commit. */
export function expected<TKey, TAnswer>(reading: LoadReading<TKey, TAnswer>): LoadReading<TKey, TAnswer> {
  return withMembers({ expect: true }, reading);
}

/** Loads a part of a list. @param show - Makes the answer from the records and the total number of matches. */
export function part<TKind extends AnyKind, TKey, TAnswer>(
  kind: TKind,
  list: keyof TKind['lists'] & string,
  partOf: (key: TKey) => Partial<Pick<ListRequest, 'within' | 'where' | 'offset' | 'limit' | 'bytes' | 'heads'>> & {
    readonly order: string;
  },
  show: (records: readonly RecordOf<TKind>[], key: TKey, total: number) => TAnswer,
): LoadReading<TKey, TAnswer> {
  return {
    requests: (key) => [{ do: 'list', kind: kind.name, list, within: [], where: {}, offset: 0, ...partOf(key) }],
    answer([given], key) {
      const { items, total } = given as ListAnswer;
      return show(
        items.map(({ record }) => record as RecordOf<TKind>),
        key,
        total,
      );
    },
  };
}

/** Takes a number that a sequence gives once. */
export function nextOf(sequence: string): LoadReading<object, number> {
  return { requests: () => [{ do: 'number', sequence }], answer: ([number]) => number as number };
}

/** Loads the answer to a single request, such as to the queues of the store. */
export function fromRequest<TKey, TAnswer>(requestOf: (key: TKey) => Request): LoadReading<TKey, TAnswer> {
  return { requests: (key) => [requestOf(key)], answer: ([answer]) => answer as TAnswer };
}

export function recordIn<T>(stored: unknown): T | undefined {
  return (stored as Stored<T> | undefined)?.record;
}

function shown<T, TShown>(stored: unknown, show: (record: T) => TShown | undefined): TShown | undefined {
  const record = recordIn<T>(stored);
  return record && show(record);
}

/** The defined filters of a query. */
export function where(filters: object): ListRequest['where'] {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) as ListRequest['where'];
}
