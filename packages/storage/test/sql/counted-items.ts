import { type ListRequest, recordKind } from '@botwright/core/ports';
import fc from 'fast-check';

interface House {
  readonly id: string;
}

export interface Item {
  readonly id: string;
  readonly number: number;
  readonly house: string;
  readonly name: string;
  readonly purpose: string;
  readonly state: string;
  readonly place: number;
  readonly family: string;
  readonly isOn: boolean;
  readonly agent?: number;
  readonly at?: number;
  readonly madeAt: number;
}

export const houses = recordKind<House>()({ name: 'house', key: ['id'], fields: { id: 'text' } });

const byId = { field: 'id', direction: 'ascending' } as const;
const places = ['places', 'family', 'isOn'] as const;

export const items = recordKind<Item>()({
  name: 'item',
  key: ['id'],
  owner: { kind: 'house', fields: ['house'] },
  fields: {
    id: 'text',
    number: 'integer',
    house: 'text',
    name: 'text',
    purpose: 'text',
    state: 'text',
    place: 'integer',
    family: 'text',
    isOn: 'boolean',
    agent: 'integer?',
    at: 'integer?',
    madeAt: 'integer',
  },
  unique: { number: { fields: ['number'], scope: 'store' } },
  lists: {
    live: {
      only: { purpose: "it's live" },
      filters: {
        state: { field: 'state', by: 'equal' },
        places: { field: 'place', by: 'oneOf' },
        family: { field: 'family', by: 'equal' },
        isOn: { field: 'isOn', by: 'equal' },
        agent: { field: 'agent', by: 'equal' },
        name: { field: 'name', by: 'contains', indexed: true },
      },
      counted: [
        { each: ['state'], parts: places },
        { each: ['state', 'agent'], parts: places },
      ],
      orders: {
        recent: [{ field: 'at', direction: 'descending' }, { field: 'madeAt', direction: 'ascending' }, byId],
        first: [{ field: 'at', direction: 'ascending' }, byId],
        name: [{ field: 'name', direction: 'ascending' }, byId],
        lastName: [
          { field: 'name', direction: 'descending' },
          { field: 'at', direction: 'descending' },
          { field: 'id', direction: 'descending' },
        ],
        number: [{ field: 'number', direction: 'ascending' }],
      },
    },
    ofHouse: {
      within: ['house'],
      filters: { isDated: { field: 'at', by: 'present' } },
      counted: [{ each: ['isDated'], parts: [] }],
      orders: { newest: [{ field: 'id', direction: 'descending' }] },
    },
  },
});

const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });

/** The fields of an item, but for its key. */
export const members = fc.record(
  {
    house: fc.constantFrom('h1', 'h1', 'h2'),
    name: fc.constantFrom('', 'a', 'abc', 'abcd', 'xabcx', 'z', 'é"d'),
    purpose: fc.constantFrom(...Array(7).fill("it's live"), 'test'),
    state: fc.constantFrom(...Array(7).fill('active'), 'trashed'),
    place: fc.constantFrom(-1, 1, 2),
    family: fc.constantFrom('native', 'other'),
    isOn: fc.boolean(),
    agent: optional(fc.constantFrom(1, 2)),
    at: optional(fc.integer({ min: -3, max: 9 })),
    madeAt: fc.nat(3),
  },
  { noNullPrototype: true },
);

const where: fc.Arbitrary<ListRequest['where']> = fc
  .record({
    state: fc.constantFrom('active', 'active', 'trashed'),
    places: optional(fc.constantFrom([1, 2, -1], [2], [], [1, 2, 9])),
    family: optional(fc.constantFrom('native', 'other')),
    isOn: optional(fc.boolean()),
    agent: optional(fc.constantFrom(1, 2, null)),
    name: optional(fc.constantFrom('abc', 'a', 'nothing', '"d', 'é"d', '')),
  })
  .map(
    (filters) =>
      Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) as ListRequest['where'],
  );

/** Requests for counted lists, near the start and deep. */
export const requestsOfLists = fc
  .tuple(
    fc.constantFrom('live', 'live', 'live', 'ofHouse'),
    where,
    fc.constantFrom('recent', 'first', 'name', 'lastName', 'number'),
    fc.nat(260),
    fc.boolean(),
  )
  .map(([list, filters, order, offset, isNear]): ListRequest => {
    const slice = { do: 'list', kind: 'item', list, offset: isNear ? offset % 20 : offset, limit: 7 } as const;
    if (list === 'live') return { ...slice, within: [], where: filters, order };
    return { ...slice, within: [offset % 3 === 0 ? 'h2' : 'h1'], where: { isDated: isNear }, order: 'newest' };
  });

/** A change of a random item. */
export const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('put' as const), index: fc.nat(260), members }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), index: fc.nat(260) }) },
);

/** The key and the number of an item. */
export function identityOf(index: number): Pick<Item, 'id' | 'number'> {
  return { id: `${(index * 7919) % 1_000}`.padStart(4, '0'), number: 1_000 - index };
}
