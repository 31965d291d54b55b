import { customerFields, type FieldBounds, jsonBytes } from '@botwright/core/diagram';
import { costs } from '../work/costs.ts';
import { jsonLength } from '../work/json-length.ts';
import type { Work } from '../work/work.ts';
import { type Fields, type FieldWrite, findField } from './field.ts';
import { storableValue } from './storable-value.ts';

/** The Fields while a step goes on: what is written is read at once, and costs what it touches. */
export interface StepFields {
  current(): Fields;
  /**
   * Writes all of these, or none.
   *
   * @returns The writes as they are kept, or the name of the first that cannot be: it is too large, deeper than 100
   *   levels, no JSON, or too much with all others. What shrinks, or stays as it is, is never too much.
   */
  write(writes: readonly FieldWrite[]): { readonly kept: readonly FieldWrite[] } | { readonly tooLarge: string };
}

/** A Field before and after the writes. */
interface Change {
  readonly write: FieldWrite;
  readonly bytes: number;
}

/**
 * Begins with the Fields of the customer. What every customer has, such as `id` and `name`, is kept elsewhere: it
 * counts neither among the Fields nor in what they have together.
 *
 * @spec RN40, RN45, RN122
 */
export function openFields(given: Fields, bounds: FieldBounds, work: Work): StepFields {
  /** A copy of our own as soon as something is written, changed in place from then on. */
  let own: Record<string, Fields[string]> | undefined;
  /** Of those that count; `undefined` while nobody asked. */
  let count: number | undefined;
  /** Bytes that all that counts has at most; `undefined` while nobody asked. */
  let atMost: number | undefined;
  const sizes = new Map<string, number>();

  return { current: () => own ?? given, write };

  function write(writes: readonly FieldWrite[]): ReturnType<StepFields['write']> {
    if (writes.length === 0) return { kept: writes };
    const fields = copy();
    const kept: FieldWrite[] = [];
    const changes = new Map<string, Change>();
    for (const each of writes) {
      work.charge(costs.write);
      const change = changeOf(each, fields);
      if (change === undefined) return { tooLarge: each.name };
      kept.push(change.write);
      changes.set(each.name, change);
    }
    const tooLarge = findTooMuch(fields, changes);
    if (tooLarge !== undefined) return { tooLarge };
    for (const change of changes.values()) apply(fields, change);
    return { kept };
  }

  function copy(): Record<string, Fields[string]> {
    if (own === undefined) {
      work.charge(Object.keys(given).length * costs.field);
      own = { ...given };
    }
    return own;
  }

  function countOf(fields: Fields): number {
    count ??= Object.keys(fields).filter(isCounted).length;
    return count;
  }

  function changeOf(write: FieldWrite, fields: Fields): Change | undefined {
    if (write.kind === 'unset') return { write, bytes: 0 };
    const named = nameBytes(write.name);
    const most = Math.max(bounds.fieldBytes, sizeOf(write.name, fields)) - named;
    const storable = storableValue(write.value, most, work);
    return storable && { write: { ...write, value: storable.value }, bytes: named + storable.bytes };
  }

  /** The last of the names that grow, when all of them together are too much. */
  function findTooMuch(fields: Fields, changes: ReadonlyMap<string, Change>): string | undefined {
    let grownBy = 0;
    let added = 0;
    let last: string | undefined;
    for (const [name, { bytes }] of changes) {
      if (!isCounted(name)) continue;
      const had = sizeOf(name, fields);
      grownBy += bytes - had;
      added += Number(bytes > 0) - Number(had > 0);
      if (bytes > had) last = name;
    }
    if (last === undefined) return undefined;
    if (added > 0 && countOf(fields) + added > bounds.count) return last;
    return grownBy > 0 && !hasRoomFor(grownBy, fields) ? last : undefined;
  }

  function apply(fields: Record<string, Fields[string]>, { write, bytes }: Change): void {
    const { name } = write;
    const had = sizeOf(name, fields);
    if (isCounted(name)) {
      if (count !== undefined) count += Number(bytes > 0) - Number(had > 0);
      if (atMost !== undefined) atMost += bytes - had;
    }
    sizes.set(name, bytes);
    if (write.kind === 'unset') delete fields[name];
    else setField(fields, name, { type: write.type, value: write.value });
  }

  function hasRoomFor(grownBy: number, fields: Fields): boolean {
    atMost ??= totalOf(fields, estimateOf);
    if (atMost + grownBy <= bounds.totalBytes) return true;
    const total = totalOf(fields, sizeOf);
    // There may be more than was counted.
    atMost = total > bounds.totalBytes ? undefined : total;
    return total + grownBy <= bounds.totalBytes;
  }

  function totalOf(fields: Fields, bytesOf: (name: string, fields: Fields) => number): number {
    const names = Object.keys(fields);
    work.charge(names.length * costs.element);
    let bytes = 0;
    for (const name of names) {
      if (isCounted(name)) bytes += bytesOf(name, fields);
      if (bytes > bounds.totalBytes) return bytes;
    }
    return bytes;
  }

  /** Bytes that a Field has at most, told from the length of its text: to count them takes far longer. */
  function estimateOf(name: string, fields: Fields): number {
    const value = findField(fields, name)?.value;
    if (typeof value === 'object') return sizeOf(name, fields);
    return maxBytesOfUnit * (name.length + String(value).length) + maxBytesAround;
  }

  function sizeOf(name: string, fields: Fields): number {
    const known = sizes.get(name);
    if (known !== undefined) return known;
    const field = findField(fields, name);
    if (field === undefined) return 0;
    // Charges for the value before its bytes are counted.
    jsonLength(field.value, work);
    const bytes = nameBytes(name) + jsonBytes(field.value);
    sizes.set(name, bytes);
    return bytes;
  }

  /** Of a name and the colon after it. */
  function nameBytes(name: string): number {
    work.charge(name.length * costs.encodedCharacter);
    return jsonBytes(name) + 1;
  }
}

/** As JSON writes a character that it has to escape. */
const maxBytesOfUnit = 6;
/** Quotes and a colon. */
const maxBytesAround = 5;

function setField(fields: Record<string, Fields[string]>, name: string, field: Fields[string]): void {
  if (name !== '__proto__') fields[name] = field;
  else Object.defineProperty(fields, name, { value: field, writable: true, enumerable: true, configurable: true });
}

function isCounted(name: string): boolean {
  return !customerFields.has(name);
}
