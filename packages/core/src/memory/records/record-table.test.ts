import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type AnyKind, recordKind } from '../../ports/record-kind.ts';
import type { ListAnswer, Request } from '../../ports/record-store.ts';
import { memoryStorage } from '../memory-storage.ts';

interface Parcel {
  readonly id: number;
  readonly code: string;
  readonly city: string;
  readonly label: string;
  readonly weight?: number;
}

const parcels: AnyKind = recordKind<Parcel>()({
  name: 'parcel',
  key: ['id'],
  fields: { id: 'integer', code: 'text', city: 'text', label: 'text', weight: 'number?' },
  unique: { code: { fields: ['code'] } },
  lists: {
    all: {
      filters: {
        city: { field: 'city', by: 'equal' },
        cities: { field: 'city', by: 'oneOf' },
        codes: { field: 'code', by: 'oneOf' },
        id: { field: 'id', by: 'equal' },
        weighed: { field: 'weight', by: 'present' },
        above: { field: 'weight', by: 'after' },
        upTo: { field: 'weight', by: 'upTo' },
        label: { field: 'label', by: 'contains' },
      },
      orders: {
        id: [{ field: 'id', direction: 'ascending' }],
        lightest: [
          { field: 'weight', direction: 'ascending' },
          { field: 'id', direction: 'ascending' },
        ],
        heaviest: [
          { field: 'weight', direction: 'descending' },
          { field: 'id', direction: 'ascending' },
        ],
      },
    },
  },
});

type Wanted = Partial<{
  readonly city: string;
  readonly cities: readonly string[];
  readonly codes: readonly string[];
  readonly id: number;
  readonly weighed: boolean;
  readonly above: number;
  readonly upTo: number;
  readonly label: string;
}>;

const isWanted = ({ id, code, city, label, weight }: Parcel, wanted: Wanted): boolean =>
  [undefined, city].includes(wanted.city) &&
  wanted.cities?.includes(city) !== false &&
  wanted.codes?.includes(code) !== false &&
  [undefined, id].includes(wanted.id) &&
  (wanted.weighed === undefined || wanted.weighed === (weight !== undefined)) &&
  (wanted.above === undefined || (weight !== undefined && weight > wanted.above)) &&
  (wanted.upTo === undefined || (weight !== undefined && weight <= wanted.upTo)) &&
  label.includes(wanted.label ?? '');

const comparisons: Readonly<Record<string, (a: Parcel, b: Parcel) => number>> = {
  id: (a, b) => a.id - b.id,
  lightest: (a, b) => (a.weight ?? 99) - (b.weight ?? 99) || a.id - b.id,
  heaviest: (a, b) => (b.weight ?? -99) - (a.weight ?? -99) || a.id - b.id,
};

const city = fc.constantFrom('Bonn', 'Oslo', 'Rome');
const weight = fc.nat(5);
const wanted: fc.Arbitrary<Wanted> = fc.record(
  {
    city,
    cities: fc.array(city, { maxLength: 3 }),
    codes: fc.array(
      fc.nat(4_000).map((id) => `c${id}`),
      { maxLength: 9 },
    ),
    id: fc.nat(4_000),
    weighed: fc.boolean(),
    above: weight,
    upTo: weight,
    label: fc.constantFrom('', '7', 'x'),
  },
  { requiredKeys: [] },
);

it('[RS30][RS32][RS37][ST100] each part of a long list and its total cover all matching records', async () => {
  const storage = memoryStorage({ kinds: [parcels] });
  const stored = new Map<number, Parcel>();
  const parcel = (id: number, of: string, given: number): Parcel => ({
    ...{ id, code: `c${id}`, city: of, label: `${id}x` },
    ...(given < 5 && { weight: given }),
  });
  async function store(records: readonly Parcel[]): Promise<void> {
    for (const record of records) stored.set(record.id, record);
    const operations = records.map(
      (record) => ({ do: 'put', kind: 'parcel', record: { ...record }, version: '1' }) as const,
    );
    expect(await storage.commit({ brand: 'acme' }, { conditions: [], operations })).toEqual({ kind: 'committed' });
  }
  await store(Array.from({ length: 3_500 }, (_, id) => parcel(id, id % 7 === 0 ? 'Oslo' : 'Rome', id % 6)));

  const asked = fc.record({
    where: wanted,
    order: fc.constantFrom('id', 'lightest', 'heaviest'),
    offset: fc.oneof(fc.nat(30), fc.nat(4_000)),
    limit: fc.nat(30),
  });
  const change = fc.tuple(fc.nat(4_000), city, weight).map(([id, of, given]) => parcel(id, of, given));
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 3 }), asked, async (changes, { where, order, offset, limit }) => {
      await store(changes);
      const listed = { kind: 'parcel', list: 'all', within: [], where } as const;
      const requests: readonly Request[] = [
        { do: 'list', ...listed, order, offset, limit },
        { do: 'count', ...listed, upTo: 4_000 },
        { do: 'count', ...listed, upTo: 40 },
      ];
      const [slice, total, some] = await storage.read({ brand: 'acme' }, requests);
      const all = [...stored.values()].filter((each) => isWanted(each, where)).sort(comparisons[order]);
      expect((slice as ListAnswer).items.map(({ record }) => record)).toEqual(all.slice(offset, offset + limit));
      expect([(slice as ListAnswer).total, total, some]).toEqual([all.length, all.length, Math.min(all.length, 40)]);
    }),
    { seed: 20261127, numRuns: 400 },
  );
});
