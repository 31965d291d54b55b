import type { DocumentPlace, ListAnswer, RecordOperation, Scope, Stored } from '@botwright/core/ports';
import { spliceList, spliceText } from '@botwright/core/ports';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { pages, pastPages } from './document-kinds.ts';
import { openSqliteDatabase, type SqliteDatabase } from './sqlite-database.ts';

const brand: Scope = { brand: 'acme' };
const ids = ['p', 'q'];

type Key = readonly [page: string, number?: number];
type Field = 'text' | 'items';
interface Fields {
  readonly text?: string;
  readonly items?: readonly unknown[];
}

/** The documents of each record, by its key. */
type Model = ReadonlyMap<string, Fields>;

/** Makes an operation, and the model after it; `undefined`: the operation conflicts. */
type Step = (model: Model, version: string) => readonly [RecordOperation, Model | undefined];

const nameOf = (key: Key) => JSON.stringify(key);
const kindOf = (key: Key) => (key.length === 1 ? 'page' : 'past_page');
const keyFields = ([page, number]: Key) => (number === undefined ? { id: page } : { page, number });
const placeOf = (key: Key, field: Field): DocumentPlace => {
  return { kind: kindOf(key), key: key.map((value) => value ?? null), field };
};
const fieldsOf = (model: Model, key: Key): Fields => model.get(nameOf(key)) ?? {};
const sizeOf = (value: Fields[Field]) =>
  value === undefined ? 0 : Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value));

/** A record with further fields; `undefined`: its owner is absent. */
function withFields(model: Model, key: Key, fields: Fields): Model | undefined {
  if (key.length === 2 && !model.has(nameOf([key[0]]))) return undefined;
  return new Map([...model, [nameOf(key), { ...fieldsOf(model, key), ...fields }]]);
}

const pastKeys = (model: Model, page: string): readonly Key[] =>
  [...model.keys()]
    .map((name) => JSON.parse(name) as Key)
    .filter((key) => key.length === 2 && key[0] === page)
    .toSorted((one, other) => (other[1] ?? 0) - (one[1] ?? 0));

/** The first records whose documents keep to a bound of bytes. */
function withinBytes(model: Model, keys: readonly Key[], field: Field, most: number): readonly Key[] {
  let size = 0;
  const end = keys.findIndex((key) => {
    size += sizeOf(fieldsOf(model, key)[field]);
    return size > most;
  });
  return end === -1 ? keys : keys.slice(0, end);
}

const id = fc.constantFrom(...ids);
const anyKey: fc.Arbitrary<Key> = fc.oneof(fc.tuple(id), fc.tuple(id, fc.integer({ min: 1, max: 4 })));
const text = fc.string({ unit: fc.constantFrom('a', '"', '?', 'é', '\u{1f600}'), maxLength: 8 });
const items = fc.array(fc.oneof(text, fc.nat(9)), { maxLength: 4 });
const anyField = fc.constantFrom<Field>('text', 'items');
const absent = { nil: undefined };

const newPage =
  (page: string): Step =>
  (model, version) => {
    const fields = { text: `of ${page}`, items: [page] };
    return [{ do: 'put', kind: 'page', record: { id: page, ...fields }, version }, withFields(model, [page], fields)];
  };

const put = fc.tuple(anyKey, fc.option(text, absent), fc.option(items, absent)).map(
  ([key, newText, newItems]): Step =>
    (model, version) => {
      const fields = { ...(newText !== undefined && { text: newText }), ...(newItems && { items: newItems }) };
      const record = { ...keyFields(key), ...fields };
      return [{ do: 'put', kind: kindOf(key), record, version }, withFields(model, key, fields)];
    },
);

const splice = fc.tuple(anyKey, anyField, fc.nat(9), fc.nat(9), text, items).map(
  ([key, field, from, most, newText, newItems]): Step =>
    (model) => {
      const before = fieldsOf(model, key)[field];
      const at = Math.min(from, before?.length ?? 0);
      const removed = Math.min(most, (before?.length ?? 0) - at);
      const value =
        typeof before === 'string'
          ? spliceText(before, [[at, removed, newText]])
          : spliceList(before ?? [], [[at, removed, newItems]]);
      const splices = [[at, removed, field === 'text' ? newText : newItems]] as never;
      const operation: RecordOperation = { do: 'splice', at: placeOf(key, field), splices, bytes: sizeOf(value) };
      return [operation, before === undefined ? undefined : withFields(model, key, { [field]: value })];
    },
);

const copy = fc.tuple(anyKey, anyKey, anyField).map(
  ([from, key, field]): Step =>
    (model, version) => {
      const value = fieldsOf(model, from)[field];
      const operation: RecordOperation = {
        do: 'copy',
        from: placeOf(from, field),
        kind: kindOf(key),
        record: keyFields(key),
        version,
      };
      return [operation, value === undefined ? undefined : withFields(model, key, { [field]: value })];
    },
);

const remove = anyKey.map(
  (key): Step =>
    (model) => {
      const isRemoved = (name: string) =>
        name === nameOf(key) || (key.length === 1 && name.startsWith(`["${key[0]}",`));
      const operation: RecordOperation = { do: 'delete', kind: kindOf(key), key: placeOf(key, 'text').key };
      return [operation, new Map([...model].filter(([name]) => !isRemoved(name)))];
    },
);

const trim = fc.tuple(id, anyField, fc.nat(4), fc.nat(40)).map(
  ([page, field, count, most]): Step =>
    (model) => {
      const listed = { kind: 'past_page', list: 'ofPage', within: [page] };
      const keys = pastKeys(model, page);
      const kept = withinBytes(model, keys.slice(0, count), field, most).length;
      const removed = new Set(keys.slice(kept).map(nameOf));
      return [
        { do: 'trim', listed, order: 'newest', count, bytes: { field, most } },
        new Map([...model].filter(([name]) => !removed.has(name))),
      ];
    },
);

/**
 * A copy comes first in its batch: it has the document from before the batch. A batch without `conflicts` leaves out the
 * steps that would conflict.
 */
const batch = fc.record({
  steps: fc.tuple(
    fc.array(copy, { maxLength: 2 }),
    fc.array(
      fc.oneof({ weight: 3, arbitrary: put }, { weight: 9, arbitrary: splice }, remove, { weight: 2, arbitrary: trim }),
      { maxLength: 3 },
    ),
  ),
  conflicts: fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0),
});

function expectRecords(
  database: SqliteDatabase,
  model: Model,
  bytes: { readonly field: Field; readonly most: number },
) {
  const listed = { do: 'list', kind: 'past_page', list: 'ofPage', order: 'newest', where: {}, offset: 0 } as const;
  const record = (key: Key) => ({ ...keyFields(key), ...fieldsOf(model, key) });
  for (const page of ids) {
    const keys = pastKeys(model, page);
    for (const key of [[page] as const, ...keys]) {
      const request = { do: 'get', kind: kindOf(key), key: placeOf(key, 'text').key } as const;
      const found = database.read<Stored | undefined>(brand, request);
      expect(found?.record).toEqual(model.has(nameOf(key)) ? record(key) : undefined);
    }
    const read = (more: object) =>
      database.read<ListAnswer>(brand, { ...listed, within: [page], ...more }).items.map((item) => item.record);
    expect(read({})).toEqual(keys.map(record));
    expect(read({ offset: 1, limit: 2 })).toEqual(keys.slice(1, 3).map(record));
    const first = withinBytes(model, keys, bytes.field, bytes.most);
    expect(read({ bytes })).toEqual((first.length === 0 ? keys.slice(0, 1) : first).map(record));
  }
}

/** Compares the contents with the references to them. */
function expectNoUnusedContents(database: SqliteDatabase) {
  const columns = ['page', 'past_page'].flatMap((kind) =>
    ['text', 'items'].map((field) => `SELECT "${field}.content" AS content FROM "${kind}_records"`),
  );
  const used = database.all(
    `SELECT DISTINCT content FROM (${columns.join(' UNION ALL ')}) WHERE content IS NOT NULL ORDER BY content`,
  );
  expect(database.all('SELECT id AS content FROM record_contents ORDER BY id')).toEqual(used);
}

const deletions = ids.map((page): RecordOperation => ({ do: 'delete', kind: 'page', key: [page] }));

it('[SQ14][SQ40][RS51][RS52][RS53][RS54] documents and lists follow any batches, and no content stays without a record', () => {
  const database = openSqliteDatabase([pages, pastPages]);
  onTestFinished(() => database.close());
  let versions = 0;
  fc.assert(
    fc.property(fc.array(batch, { maxLength: 20, size: 'max' }), anyField, fc.nat(40), (batches, field, most) => {
      let model: Model = new Map();
      const commit = (steps: readonly Step[], conflicts: boolean) => {
        const operations: RecordOperation[] = [];
        let next: Model | undefined = model;
        for (const step of steps) {
          versions += 1;
          const [operation, after]: ReturnType<Step> = step(next, `v${versions}`);
          if (after === undefined && !conflicts) continue;
          operations.push(operation);
          next = after;
          if (next === undefined) break;
        }
        expect(database.commit(brand, operations)).toBe(next !== undefined);
        model = next ?? model;
      };
      database.commit(brand, deletions);
      expect(database.all('SELECT id FROM record_contents UNION ALL SELECT id FROM record_splices')).toEqual([]);
      commit(ids.map(newPage), false);
      for (const { steps, conflicts } of batches) {
        commit(steps.flat(), conflicts);
        expectRecords(database, model, { field, most });
        expectNoUnusedContents(database);
      }
    }),
  );
});
