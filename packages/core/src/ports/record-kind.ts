import type { JsonValue } from '../domain/json/json-value.ts';

/**
 * Types of fields that every store can hold.
 *
 * `integer` is a safe integer, `number` a finite double, `text` well-formed Unicode without U+0000, `json` plain data
 * whose members keep their order, `document` a text of up to some megabytes and `list` an array of plain data of that size,
 * which requests can leave out.
 */
export type FieldType = 'integer' | 'number' | 'text' | 'boolean' | 'json' | 'document' | 'list';

type TypeOf<T> = [T] extends [number]
  ? 'integer' | 'number'
  : [T] extends [boolean]
    ? 'boolean'
    : [T] extends [string]
      ? 'text' | 'document'
      : [T] extends [readonly unknown[]]
        ? 'json' | 'list'
        : 'json';

/** The type of each field; a `?` at its end: the field may be absent. */
export type FieldTypes<TRecord> = {
  readonly [K in keyof TRecord]-?: undefined extends TRecord[K]
    ? `${TypeOf<Exclude<TRecord[K], undefined>>}?`
    : TypeOf<TRecord[K]>;
};

type Name<TRecord> = keyof TRecord & string;

/** How a filter of a list compares a field with the value of the request. */
export type Comparison =
  /** The field has the value; `null`: the field is absent. */
  | 'equal'
  /** The field has one of the values. */
  | 'oneOf'
  /** `true`: the field is there; `false`: it is absent. */
  | 'present'
  /** The text contains the value. Neither folds, and no character is special. */
  | 'contains'
  /** The field is greater than the value. */
  | 'after'
  /** The field is at most the value. */
  | 'upTo';

export interface Filter<TRecord> {
  /** Name of a field. */
  readonly field: Name<TRecord>;
  /** How the field and the value of the request are compared. */
  readonly by: Comparison;
  /** Of a filter by `contains`: requests for the list and its total use it, so that a store may index the texts. */
  readonly indexed?: true;
}

/**
 * Filters by which a list is counted: the total of a request that names these, and no other, and the time that a page
 * deep in the list takes, do not grow with the records. A store may count nothing.
 */
export interface CountedFilters {
  /** Filters by `equal` or `present` that such a request names, each with any of its values. */
  readonly each: readonly string[];
  /** Filters by `equal`, `oneOf` or `present` that it may name. Their fields are never absent, and have few values. */
  readonly parts: readonly string[];
}

/** One field of an order. An absent field comes last. */
export interface OrderField<TRecord> {
  /** Name of a field. */
  readonly field: Name<TRecord>;
  /** Numbers by value, texts by code point. */
  readonly direction: 'ascending' | 'descending';
}

export function ascending<const TName extends string>(
  field: TName,
): { readonly field: TName; readonly direction: 'ascending' } {
  return { field, direction: 'ascending' };
}

export function descending<const TName extends string>(
  field: TName,
): { readonly field: TName; readonly direction: 'descending' } {
  return { field, direction: 'descending' };
}

/** A list of the records of a kind. A request names filters and an order of it, and nothing else. */
export interface ListDeclaration<TRecord> {
  /** The condition on a record of the list. */
  readonly only?: Partial<TRecord> | undefined;
  /** Fields whose values every request gives: each combination of values has a separate list. */
  readonly within?: readonly Name<TRecord>[];
  /** By name; a request gives a value for each filter that it uses. */
  readonly filters: Readonly<Record<string, Filter<TRecord>>>;
  /** Combinations of filters whose totals do not cost more with more records. */
  readonly counted?: readonly CountedFilters[];
  /** The last field of each order makes it total, within the scope of the list. */
  readonly orders: Readonly<Record<string, readonly OrderField<TRecord>[]>>;
  /** `store`: a request of the scope of the store finds the records of all brands. Default: `brand`. */
  readonly scope?: 'store';
}

export interface UniqueIndex<TRecord> {
  /** Records that lack one of the fields are not in the index. */
  readonly fields: readonly Name<TRecord>[];
  /** `store`: unique across brands. Default: within a brand. */
  readonly scope?: 'store';
}

/** The record that another one belongs to: without it, that one cannot be stored, and it is deleted with it. */
export interface Owner<TRecord> {
  /** Name of the kind of the owner. */
  readonly kind: string;
  /** Fields that name the key of the owner. A record that lacks one has no owner. */
  readonly fields: readonly Name<TRecord>[];
}

/** The facts about a kind of records that a store needs. */
export interface RecordKind<TRecord, TKey extends keyof TRecord = keyof TRecord> {
  /** Such as `bot`; names tables and requests. */
  readonly name: string;
  /** `store`: its records belong to no brand. */
  readonly scope: 'brand' | 'store';
  /** Types by field; a `?` at the end: the field may be absent. */
  readonly fields: FieldTypes<TRecord>;
  /** The fields that identify a record in its scope, in this order. */
  readonly key: readonly (TKey & string)[];
  /** The record without which it cannot be stored, and with which it is deleted. */
  readonly owner?: Owner<TRecord> | undefined;
  /** By name. A commit that would break one is a conflict. */
  readonly unique: Readonly<Record<string, UniqueIndex<TRecord>>>;
  /** By name. A store may index their filters and orders. */
  readonly lists: Readonly<Record<string, ListDeclaration<TRecord>>>;
  /** The member with which `onQueuedWork` tells of such a record; the field of a customer has the number. */
  readonly announced?: 'events' | { readonly customer: Name<TRecord> } | undefined;
  /** Fields with encrypted texts, which a change of keys writes again; `<field>.<member>` for a member of a `json` field. */
  readonly encrypted: readonly (Name<TRecord> | `${Name<TRecord>}.${string}`)[];
}

type Declared<TRecord, TKey extends keyof TRecord> = Pick<RecordKind<TRecord, TKey>, 'name' | 'key' | 'fields'> &
  Partial<Pick<RecordKind<TRecord, TKey>, 'scope' | 'owner' | 'announced' | 'encrypted'>>;

/** Declares a kind of records. Default: of a brand, without owner, indexes and lists. */
// biome-ignore lint/plugin: the type of the result follows from the declaration.
export function recordKind<TRecord extends object>() {
  return <
    const TKey extends Name<TRecord>,
    const TUnique extends Readonly<Record<string, UniqueIndex<TRecord>>> = Record<never, never>,
    const TLists extends Readonly<Record<string, ListDeclaration<TRecord>>> = Record<never, never>,
  >(
    declared: Declared<TRecord, TKey> & { readonly unique?: TUnique; readonly lists?: TLists },
  ): RecordKind<TRecord, TKey> & { readonly unique: TUnique; readonly lists: TLists } => ({
    ...declared,
    scope: declared.scope ?? 'brand',
    encrypted: declared.encrypted ?? [],
    unique: declared.unique ?? ({} as TUnique),
    lists: declared.lists ?? ({} as TLists),
  });
}

/** Any kind, for a store that reads declarations. */
export interface AnyKind {
  /** Such as `bot`; names tables and requests. */
  readonly name: string;
  /** `store`: its records belong to no brand. */
  readonly scope: 'brand' | 'store';
  /** Types by field; a `?` at the end: the field may be absent. */
  readonly fields: Readonly<Record<string, FieldType | `${FieldType}?`>>;
  /** The fields that identify a record in its scope, in this order. */
  readonly key: readonly string[];
  /** The record without which it cannot be stored, and with which it is deleted. */
  readonly owner?: { readonly kind: string; readonly fields: readonly string[] } | undefined;
  /** The member with which `onQueuedWork` announces such a record. Absent: none. */
  readonly announced?: 'events' | { readonly customer: string } | undefined;
  /** Unique indexes by name, for requests that `find`. */
  readonly unique: Readonly<Record<string, { readonly fields: readonly string[]; readonly scope?: 'store' }>>;
  /** By name, for requests that `list`, `scan` or `count`. */
  readonly lists: Readonly<Record<string, AnyList>>;
  /** Fields with encrypted texts; `<field>.<member>` for a member of a `json` field. */
  readonly encrypted: readonly string[];
}

/** A declared list of records of any kind, with its filters and orders by name. */
export interface AnyList {
  /** Only records with these values are in the list. */
  readonly only?: Readonly<Record<string, unknown>> | undefined;
  /** Fields whose values every request gives: each combination has a separate list. */
  readonly within?: readonly string[];
  /** By name; a request gives a value for each filter that it uses. */
  readonly filters: Readonly<
    Record<string, { readonly field: string; readonly by: Comparison; readonly indexed?: true }>
  >;
  /** Combinations of filters whose totals do not cost more with more records. */
  readonly counted?: readonly CountedFilters[];
  /** By name. The last field makes an order total; absent fields come last. */
  readonly orders: Readonly<
    Record<string, readonly { readonly field: string; readonly direction: 'ascending' | 'descending' }[]>
  >;
  /** `store`: a request of the scope `store` finds the records of all brands. */
  readonly scope?: 'store';
}

/** A record of any kind: its fields by name. */
export type AnyRecord = Readonly<Record<string, JsonValue | undefined>>;
