import { jsonBytes } from '../json/json-bytes.ts';
import type { Fields } from './field.ts';

/** How much is kept of one customer. Bytes are those of the JSON in UTF-8, names included. */
export interface FieldBounds {
  /** Fields. */
  readonly count: number;
  /** Of one Field: its name and its value. */
  readonly fieldBytes: number;
  /** Of all Fields together. */
  readonly totalBytes: number;
}

export const defaultFieldBounds: FieldBounds = { count: 500, fieldBytes: 65_536, totalBytes: 524_288 };

/** What a write would be too much of. */
export type FieldBoundsFault = 'too_many' | 'field_too_large' | 'total_too_large';

/**
 * Finds why the Fields cannot become these. What shrinks, or stays as it is, can always be written, also where the
 * Fields are beyond a bound already.
 *
 * @param names - Those that are written; no other Field differs between the two.
 * @returns The first write that does not fit, or `undefined` when all of them do.
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

/** Bytes of all Fields, counted until there are more than `most`. */
function totalBytes(fields: Fields, most: number): number {
  let bytes = 0;
  for (const name of Object.keys(fields)) {
    bytes += bytesOf(fields, name, most - bytes);
    if (bytes > most) break;
  }
  return bytes;
}

function bytesOf(fields: Fields, name: string, most: number): number {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return field === undefined ? 0 : jsonBytes(name) + 1 + jsonBytes(field.value, most);
}
