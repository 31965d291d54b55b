import { deepEqual } from 'node:assert/strict';
import type { AnyKind, AnyList, ListAnswer, ListRequest, RecordStore, Scalar, ScanAnswer } from '@botwright/core/ports';
import { recordKinds } from '@botwright/core/ports';
import type { ContractCase } from '../contract.ts';
import { randomNumbers } from './random-numbers.ts';
import { type Fields, type RandomRecords, randomRecords } from './random-records.ts';
import { sampleKinds } from './sample-kinds.ts';
import { ask, brand, store } from './samples.ts';

type Comparison = AnyList['filters'][string]['by'];

const listedIn = (kinds: readonly AnyKind[]) =>
  kinds.flatMap((kind) => Object.keys(kind.lists).map((list) => ({ kind, list })));

const follows = (kinds: readonly AnyKind[], rounds: number): ContractCase => ({
  rule: 'RS33',
  title: 'after any batches each list, part, total, count and scan is what all records that match are',
  async run({ storage }) {
    const records = randomRecords(kinds, randomNumbers(20_261_124));
    for (let round = 0; round < rounds; round += 1) {
      const operations = Array.from({ length: 20 }, () => records.change());
      await store(storage, operations);
      if (round % 8 === 0 || round === rounds - 1) {
        for (const each of listedIn(kinds)) await compare(storage, records, each);
      }
    }
  },
});

/** Lists of random records. */
export const listPropertiesOfSamples: readonly ContractCase[] = [follows(sampleKinds, 40)];
export const listPropertiesOfEngine: readonly ContractCase[] = [follows(recordKinds, 40)];

async function compare(
  storage: RecordStore,
  records: RandomRecords,
  { kind, list }: { readonly kind: AnyKind; readonly list: string },
): Promise<void> {
  const { random } = records;
  const declared = kind.lists[list] as AnyList;
  const scope = declared.scope === 'store' || kind.scope === 'store' ? 'store' : brand;
  const { within: named = [] } = declared;
  const listed = records.of(kind.name).filter((record) => named.every((field) => record[field] !== undefined));
  if (listed.length === 0) return;
  const requests = Object.keys(declared.orders).flatMap((order) =>
    Array.from({ length: 4 }, (): ListRequest => {
      const some = listed[random(listed.length)] ?? {};
      const where = Object.entries(declared.filters).flatMap(([name, { field, by }]) =>
        random(3) === 0 ? [[name, wantedOf(by, some[field], random)]] : [],
      );
      const within = named.map((field) => some[field] as Scalar);
      const part = { offset: random(6), limit: random(5) };
      return { do: 'list', kind: kind.name, list, within, where: Object.fromEntries(where), order, ...part };
    }),
  );
  const answers = await storage.read(
    scope,
    requests.flatMap(({ offset, limit, order, ...asked }) => [
      { ...asked, order, offset, ...(limit !== undefined && { limit }) },
      { ...asked, do: 'count', upTo: 3 },
    ]),
  );
  for (const [index, request] of requests.entries()) {
    const expected = records
      .of(kind.name)
      .filter((record) => isListed(declared, record, request))
      .toSorted(comparisonOf(declared, request.order));
    const [found, count] = [answers[2 * index] as ListAnswer, answers[2 * index + 1]];
    const about = JSON.stringify(request);
    const keysOf = (items: readonly Fields[]) => items.map((record) => kind.key.map((field) => record[field]));
    const { offset, limit = 0 } = request;
    deepEqual(
      [keysOf(found.items.map(({ record }) => record)), found.total, count],
      [keysOf(expected.slice(offset, offset + limit)), expected.length, Math.min(3, expected.length)],
      about,
    );
    if (index % 4 === 0) deepEqual(await scanAll(storage, request, scope), keysOf(expected), about);
  }
}

async function scanAll(
  storage: RecordStore,
  { kind, list, within, where, order }: ListRequest,
  scope: typeof brand,
): Promise<readonly unknown[]> {
  const keys: unknown[] = [];
  let after: readonly Scalar[] | undefined;
  for (let steps = 0; steps < 1_000; steps += 1) {
    const request = { do: 'scan', kind, list, within, where, order, look: 7, ...(after && { after }) } as const;
    const answer = await ask<ScanAnswer>(storage, request, scope);
    keys.push(...answer.keys);
    after = answer.next;
    if (after === undefined) return keys;
  }
  throw new Error('The scan does not end.');
}

function wantedOf(by: Comparison, value: unknown, random: (below: number) => number): Scalar | readonly Scalar[] {
  const given = (value ?? null) as Scalar;
  switch (by) {
    case 'present':
      return random(2) === 0;
    case 'oneOf':
      return random(4) === 0 ? [] : given === null ? ['none'] : [given, given];
    case 'contains': {
      const text = String(given ?? 'lo');
      const from = random(text.length + 1);
      return text
        .slice(from, from + 1 + random(4))
        .toWellFormed()
        .replaceAll('\ufffd', '');
    }
    case 'equal':
      return given;
    default:
      return given ?? 1;
  }
}

function isListed({ only = {}, within = [], filters }: AnyList, record: Fields, request: ListRequest): boolean {
  return (
    Object.entries(only).every(([field, value]) => record[field] === value) &&
    within.every((field, index) => (record[field] ?? null) === request.within[index]) &&
    Object.entries(request.where).every(([name, wanted]) => {
      const { field, by } = filters[name] ?? { field: '', by: 'equal' };
      return matches(by, record[field] as Scalar | undefined, wanted);
    })
  );
}

function matches(by: Comparison, value: Scalar | undefined, wanted: Scalar | readonly Scalar[]): boolean {
  switch (by) {
    case 'equal':
      return (value ?? null) === wanted;
    case 'oneOf':
      return value !== undefined && (wanted as readonly Scalar[]).includes(value);
    case 'present':
      return (value !== undefined) === wanted;
    case 'contains':
      return typeof value === 'string' && value.includes(wanted as string);
    default:
      return value !== undefined && compareValues(value, wanted as Scalar) > 0 === (by === 'after');
  }
}

function comparisonOf({ orders }: AnyList, order: string): (a: Fields, b: Fields) => number {
  return (a, b) => {
    for (const { field, direction } of orders[order] ?? []) {
      const [first, second] = [a[field] as Scalar | undefined, b[field] as Scalar | undefined];
      if (first === second) continue;
      if (first === undefined || second === undefined) return first === undefined ? 1 : -1;
      const compared = compareValues(first, second);
      if (compared !== 0) return direction === 'ascending' ? compared : -compared;
    }
    return 0;
  };
}

/** UTF-8 bytes have the same order as code points. */
function compareValues(a: Scalar, b: Scalar): number {
  if (typeof a === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(String(b)));
  return Number(a) - Number(b);
}
