import { type ListSplice, spliceList, spliceText, type TextSplice } from '../../domain/edits/splices.ts';
import { utf8Length } from '../../domain/text.ts';
import type { AnyKind } from '../../ports/record-kind.ts';
import { comparing, type Row } from '../../ports/record-lists.ts';
import {
  type BatchOperation,
  keyOf,
  type ListAnswer,
  type Request,
  type Scalar,
  type Stored,
} from '../../ports/record-store.ts';
import { kindOf } from '../../records/record-kinds.ts';
import { nameOf } from './loaded-records.ts';

type OperationThat<TDo extends BatchOperation['do']> = Extract<BatchOperation, { readonly do: TDo }>;
type Put = OperationThat<'put'>;

/** Writes documents and lists whole, for a store without the operations `copy`, `splice` and `trim`. */
export function* wholeDocuments(
  operations: readonly BatchOperation[],
): Generator<readonly Request[], readonly BatchOperation[], readonly unknown[]> {
  const places = operations.flatMap((each) =>
    each.do === 'copy' ? [each.from] : each.do === 'splice' ? [each.at] : [],
  );
  const trims = operations.filter((each) => each.do === 'trim');
  if (places.length === 0 && trims.length === 0) return operations;
  const gets = [...new Map(places.map((place) => [nameOf(place.kind, place.key), place])).entries()];
  const answers = yield [
    ...gets.map(([, { kind, key }]): Request => ({ do: 'get', kind, key })),
    ...trims.map(({ listed, order }): Request => ({ do: 'list', ...listed, order, where: {}, offset: 0 })),
  ];
  const stored = new Map(gets.map(([name], index) => [name, (answers[index] as Stored | undefined)?.record]));
  const whole = withDocuments(stored, operations);
  const removed = trims.flatMap((trim, index) =>
    trimmed(kindOf(trim.listed.kind), trim, (answers[gets.length + index] as ListAnswer).items, whole),
  );
  return [...whole, ...removed];
}

/** Gives each copy its document, and each record that is spliced the fields that its `put` leaves out. */
function withDocuments(
  stored: ReadonlyMap<string, Stored['record'] | undefined>,
  operations: readonly BatchOperation[],
): BatchOperation[] {
  const whole: BatchOperation[] = [];
  const puts = new Map<string, number>();
  for (const operation of operations) {
    if (operation.do === 'trim') continue;
    if (operation.do === 'copy') {
      const { do: _, from, record, ...rest } = operation;
      const document = stored.get(nameOf(from.kind, from.key))?.[from.field];
      whole.push({ do: 'put', ...rest, record: { ...record, [from.field]: document } });
    } else if (operation.do === 'splice') {
      const { at, splices } = operation;
      const name = nameOf(at.kind, at.key);
      const place = puts.get(name);
      if (place === undefined) throw new Error(`A splice of ${at.kind} needs a put of the record.`);
      const put = whole[place] as Put;
      const before = put.record[at.field] ?? stored.get(name)?.[at.field];
      whole[place] = { ...put, record: { ...put.record, [at.field]: spliced(before, splices) } };
    } else {
      if (operation.do === 'put') {
        puts.set(nameOf(operation.kind, keyOf(kindOf(operation.kind), operation.record)), whole.length);
      }
      whole.push(operation);
    }
  }
  return whole;
}

function spliced(before: unknown, splices: OperationThat<'splice'>['splices']): unknown {
  return typeof before === 'string'
    ? spliceText(before, splices as readonly TextSplice[])
    : spliceList((before ?? []) as readonly unknown[], splices as readonly ListSplice<unknown>[]);
}

/** @param stored - The list before the batch. */
function trimmed(
  kind: AnyKind,
  { listed, order, count, bytes }: OperationThat<'trim'>,
  stored: readonly Stored[],
  written: readonly BatchOperation[],
): readonly BatchOperation[] {
  const rows = new Map<string, Row>();
  const set = (record: Stored['record']) =>
    rows.set(nameOf(kind.name, keyOf(kind, record)), { record, version: '', brand: '' });
  const within = kind.lists[listed.list]?.within ?? [];
  for (const { record } of stored) set(record);
  for (const each of written) {
    if (each.do !== 'put' || each.kind !== kind.name) continue;
    if (within.every((field, index) => each.record[field] === listed.within[index])) set(each.record);
  }
  const compare = comparing(kind, kind.lists[listed.list]?.orders[order] ?? []);
  const sorted = [...rows.values()].sort(compare);
  let size = 0;
  const first = sorted.findIndex(({ record }, index) => {
    size += utf8Length(String(record[bytes.field] ?? ''));
    return index >= count || size > bytes.most;
  });
  const removed = first === -1 ? [] : sorted.slice(first);
  return removed.map(({ record }) => ({
    do: 'delete',
    kind: kind.name,
    key: keyOf(kind, record) as readonly Scalar[],
  }));
}
