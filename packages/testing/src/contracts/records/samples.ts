import { deepEqual } from 'node:assert/strict';
import type {
  BatchOperation,
  CommitOutcome,
  DocumentPlace,
  ListRequest,
  RecordOperation,
  RecordStore,
  Request,
  Scalar,
  Scope,
  Stored,
} from '@botwright/core/ports';
import type { Book, Review } from './sample-kinds.ts';

export const brand: Scope = { brand: 'acme' };
export const otherBrand: Scope = { brand: 'globex' };

/** Gives a name that no other version has. */
export const newVersion: () => string = namesOfVersions();

function namesOfVersions(): () => string {
  let last = 0;
  return () => {
    last += 1;
    return `version ${last}`;
  };
}

export function put(kind: string, record: object, version: string = newVersion()): RecordOperation {
  return { do: 'put', kind, record: record as Readonly<Record<string, unknown>>, version };
}

export function book(number: number, changed: Partial<Book> = {}): Book {
  return { number, title: `Title ${number}`, isLent: false, tags: [], ...changed };
}

export function putBook(number: number, changed?: Partial<Book>, version?: string): RecordOperation {
  return put('book', book(number, changed), version);
}

export function putNote(of: number, line: number, text: string, version?: string): RecordOperation {
  return put('note', { book: of, line, text }, version);
}

export function putLibrary(id: string, room: string, version?: string): RecordOperation {
  return put('library', { id, room }, version);
}

export function remove(kind: string, ...key: readonly Scalar[]): RecordOperation {
  return { do: 'delete', kind, key };
}

/** Where the list of a book is. */
export const reviewsOf = (number: number): DocumentPlace => ({ kind: 'book', key: [number], field: 'reviews' });

export function review(by: string): Review {
  return { by, stars: [by.length, null] };
}

const wholeList = { do: 'list', within: [], where: {}, offset: 0 } as const;

/** All books of a brand, by their numbers. */
export const allBooks: ListRequest = { ...wholeList, kind: 'book', list: 'books', order: 'number' };

/** All notes of a book, the newest first. */
export const notesOf = (number: number): ListRequest => {
  return { ...wholeList, kind: 'note', list: 'ofBook', within: [number], order: 'newest' };
};

/** Removes old notes of the first book, until there are no more of them and no more bytes of their texts than these. */
export function trimNotes(count: number, most: number): BatchOperation {
  const listed = { kind: 'note', list: 'ofBook', within: [1] };
  return { do: 'trim', listed, order: 'newest', count, bytes: { field: 'text', most } };
}

/** Starts the same call many times concurrently. */
export function atOnce<T>(times: number, start: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: times }, (_, index) => start(index)));
}

export async function commit(
  records: RecordStore,
  operations: readonly BatchOperation[],
  scope: Scope = brand,
): Promise<CommitOutcome['kind']> {
  return (await records.commit(scope, { conditions: [], operations })).kind;
}

/** Commits, and fails where the store does not. */
export async function store(
  records: RecordStore,
  operations: readonly BatchOperation[],
  scope: Scope = brand,
): Promise<void> {
  deepEqual(await records.commit(scope, { conditions: [], operations }), { kind: 'committed' });
}

export async function ask<T>(records: RecordStore, request: Request, scope: Scope = brand): Promise<T> {
  const [answer] = await records.read(scope, [request]);
  return answer as T;
}

export async function find<T = Readonly<Record<string, unknown>>>(
  records: RecordStore,
  kind: string,
  key: readonly Scalar[],
  scope: Scope = brand,
): Promise<Stored<T> | undefined> {
  return ask(records, { do: 'get', kind, key }, scope);
}

/** Only the record, as an object with the usual prototype. */
export async function recordOf(
  records: RecordStore,
  kind: string,
  key: readonly Scalar[],
  scope: Scope = brand,
): Promise<ReturnType<typeof JSON.parse>> {
  const found = await find(records, kind, key, scope);
  return found && JSON.parse(JSON.stringify(found.record));
}

export interface Listing {
  readonly where?: Readonly<Record<string, Scalar | readonly Scalar[]>>;
  readonly order?: string;
  readonly offset?: number;
  readonly limit?: number;
  readonly scope?: Scope;
  readonly list?: string;
  readonly bytes?: { readonly field: string; readonly most: number };
}

/** Numbers of the books of a list, and its total. */
export async function listBooks(
  records: RecordStore,
  listing: Listing = {},
): Promise<{ readonly numbers: readonly number[]; readonly total: number }> {
  const { scope = brand, ...more } = listing;
  const request = { ...allBooks, ...more };
  const { items, total } = await ask<{ items: readonly Stored<Book>[]; total: number }>(records, request, scope);
  return { numbers: items.map(({ record }) => record.number), total };
}
