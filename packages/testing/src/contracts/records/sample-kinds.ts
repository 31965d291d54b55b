import { type AnyKind, recordKind } from '@botwright/core/ports';

/** A record that others belong to. */
export interface Library {
  readonly id: string;
  readonly room: string;
}

/** A record with a field of each type, and every kind of filter and order. */
export interface Book {
  readonly number: number;
  readonly library?: string;
  readonly isbn?: string;
  readonly title: string;
  readonly price?: number;
  readonly isLent: boolean;
  readonly tags: readonly string[];
  readonly text?: string;
  readonly reviews?: readonly Review[];
}

export interface Review {
  readonly by: string;
  readonly stars: readonly (number | null)[];
}

export interface Note {
  readonly book: number;
  readonly line: number;
  readonly text: string;
}

/** A record of no brand. */
export interface Setting {
  readonly name: string;
  readonly value: string;
}

export const libraries = recordKind<Library>()({
  name: 'library',
  key: ['id'],
  fields: { id: 'text', room: 'text' },
  unique: { room: { fields: ['room'] } },
});

export const books = recordKind<Book>()({
  name: 'book',
  key: ['number'],
  owner: { kind: 'library', fields: ['library'] },
  fields: {
    number: 'integer',
    library: 'text?',
    isbn: 'text?',
    title: 'text',
    price: 'number?',
    isLent: 'boolean',
    tags: 'json',
    text: 'document?',
    reviews: 'list?',
  },
  unique: { isbn: { fields: ['isbn'], scope: 'store' }, place: { fields: ['library', 'title'] } },
  lists: {
    books: {
      filters: {
        libraries: { field: 'library', by: 'oneOf' },
        library: { field: 'library', by: 'equal' },
        isLent: { field: 'isLent', by: 'equal' },
        priced: { field: 'price', by: 'present' },
        title: { field: 'title', by: 'contains' },
        above: { field: 'price', by: 'after' },
        upTo: { field: 'price', by: 'upTo' },
      },
      orders: {
        number: [{ field: 'number', direction: 'ascending' }],
        title: [
          { field: 'title', direction: 'ascending' },
          { field: 'number', direction: 'descending' },
        ],
        dearest: [
          { field: 'price', direction: 'descending' },
          { field: 'number', direction: 'ascending' },
        ],
        cheapest: [
          { field: 'price', direction: 'ascending' },
          { field: 'number', direction: 'ascending' },
        ],
      },
    },
    lent: { only: { isLent: true }, filters: {}, orders: { number: [{ field: 'number', direction: 'ascending' }] } },
    everywhere: {
      scope: 'store',
      filters: { upTo: { field: 'price', by: 'upTo' } },
      orders: {
        cheapest: [
          { field: 'price', direction: 'ascending' },
          { field: 'number', direction: 'ascending' },
        ],
      },
    },
  },
});

export const notes = recordKind<Note>()({
  name: 'note',
  key: ['book', 'line'],
  owner: { kind: 'book', fields: ['book'] },
  fields: { book: 'integer', line: 'integer', text: 'document' },
  lists: {
    ofBook: { within: ['book'], filters: {}, orders: { newest: [{ field: 'line', direction: 'descending' }] } },
  },
});

export const settings = recordKind<Setting>()({
  name: 'setting',
  scope: 'store',
  key: ['name'],
  fields: { name: 'text', value: 'text' },
});

/** The kinds with which a record store is tested, each after its owner. */
export const sampleKinds: readonly AnyKind[] = [libraries, books, notes, settings];
