import { jsonBytes } from '../json/json-bytes.ts';
import { type Field, type Fields, findField, writeFields } from './field.ts';

/** Bounds of the number and the size of one customer's Fields. In bytes of UTF-8 JSON, names included. */
export interface FieldBounds {
  /** The number of Fields. */
  readonly count: number;
  /** Bytes of one Field: its name and its value. */
  readonly fieldBytes: number;
  /** Bytes of all Fields together. */
  readonly totalBytes: number;
}

export const defaultFieldBounds: FieldBounds = { count: 500, fieldBytes: 65_536, totalBytes: 524_288 };

/** The exceeded bound of a write. */
export type FieldBoundsFault = 'too_many' | 'field_too_large' | 'total_too_large';

/** A sentence for people, with the name of the Field. */
export function fieldBoundsMessage(name: string, fault: FieldBoundsFault, bounds: FieldBounds): string {
  switch (fault) {
    case 'too_many':
      return `A customer has at most ${bounds.count} Fields, and ${JSON.stringify(name)} is one more.`;
    case 'field_too_large':
      return `The Field ${JSON.stringify(name)} has more than ${bounds.fieldBytes} bytes as JSON.`;
    default:
      return `With ${JSON.stringify(name)} the Fields have more than ${bounds.totalBytes} bytes as JSON.`;
  }
}

/** Bytes of one Field, its name included; counts only until more than `most`. */
export function fieldBytes(name: string, field: Pick<Field, 'value'>, most?: number): number {
  return jsonBytes(name) + 1 + jsonBytes(field.value, most);
}

/**
 * Checks writes against the bounds. Always accepts a write that does not enlarge a Field, even if the Fields already
 * exceed a bound.
 *
 * @param names - The written names; no other Field differs between `before` and `after`.
 * @returns The first write that does not fit; `undefined` when all fit.
 * @spec CU61
 */
export function findFieldBoundsFault(
  before: Fields,
  after: Fields,
  names: Iterable<string>,
  bounds: FieldBounds,
): { readonly name: string; readonly fault: FieldBoundsFault } | undefined {
  let grownBy = 0;
  let added = 0;
  let last: string | undefined;
  for (const name of new Set(names)) {
    const [had, has] = [bytesOf(before, name, Number.POSITIVE_INFINITY), bytesOf(after, name, bounds.totalBytes)];
    if (has > bounds.fieldBytes && has > had) return { name, fault: 'field_too_large' };
    grownBy += has - had;
    added += Number(has > 0) - Number(had > 0);
    if (has > had) last = name;
  }
  if (last === undefined) return undefined;
  if (added > 0 && Object.keys(after).length > bounds.count) return { name: last, fault: 'too_many' };
  if (grownBy <= 0) return undefined;
  return totalBytes(after, bounds.totalBytes) > bounds.totalBytes
    ? { name: last, fault: 'total_too_large' }
    : undefined;
}

/**
 * Writes the Fields that fit, and ignores the others: first the writes that shrink a Field, then the others, in order.
 *
 * @returns The Fields after the writes, and the names of Fields that do not fit.
 * @spec CU62
 */
export function fitFieldWrites(
  before: Fields,
  writes: readonly (readonly [name: string, field: Field | undefined])[],
  bounds: FieldBounds,
): { readonly fields: Fields; readonly passedOver: readonly string[] } {
  const last = new Map(writes);
  const all = writeFields(before, [...last]);
  if (findFieldBoundsFault(before, all, last.keys(), bounds) === undefined) return { fields: all, passedOver: [] };

  const room = {
    count: Math.max(0, bounds.count - Object.keys(before).length),
    bytes: Math.max(0, bounds.totalBytes - totalBytes(before)),
  };
  const sized = [...last].map(([name, field]) => {
    const had = bytesOf(before, name, Number.POSITIVE_INFINITY);
    const has = field === undefined ? 0 : fieldBytes(name, field);
    return { name, field, has, grows: has - had, adds: Number(has > 0) - Number(had > 0) };
  });
  const passedOver: string[] = [];
  const fitting = sized
    .toSorted((one, other) => Number(one.grows > 0) - Number(other.grows > 0))
    .filter(({ name, has, grows, adds }) => {
      const isTooMuch = grows > 0 && (has > bounds.fieldBytes || grows > room.bytes || (adds > 0 && room.count < 1));
      if (isTooMuch) {
        passedOver.push(name);
        return false;
      }
      room.bytes -= grows;
      room.count -= adds;
      return true;
    });
  return {
    fields: writeFields(
      before,
      fitting.map(({ name, field }) => [name, field]),
    ),
    passedOver,
  };
}

/** Bytes of all Fields; counts only until more than `most`. */
function totalBytes(fields: Fields, most: number = Number.POSITIVE_INFINITY): number {
  let bytes = 0;
  for (const name of Object.keys(fields)) {
    bytes += bytesOf(fields, name, most - bytes);
    if (bytes > most) break;
  }
  return bytes;
}

function bytesOf(fields: Fields, name: string, most: number): number {
  const field = findField(fields, name);
  return field === undefined ? 0 : fieldBytes(name, field, most);
}
