import { customerFields, type Fields, type FieldWrite, findField } from '../../domain/field/field.ts';
import type { FieldBounds } from '../../domain/field/field-bounds.ts';
import { jsonBytes } from '../../domain/json/json-bytes.ts';
import { costs } from '../budget/costs.ts';
import { jsonLength } from '../budget/json-costs.ts';
import type { StepBudget } from '../budget/step-budget.ts';
import { storableValue } from './storable-value.ts';

/** The Fields during a step: a write is read from then on, and is charged for the Fields that it has to look at. */
export interface StepFields {
  current(): Fields;
  /**
   * Writes all of these, or none.
   *
   * @returns The writes in their stored form, or the name of the first that cannot be stored: it is too large, deeper
   *   than 100 levels, no JSON, or too much with all others. A Field that shrinks or stays unchanged is never too much.
   */
  write(writes: readonly FieldWrite[]): { readonly accepted: readonly FieldWrite[] } | { readonly tooLarge: string };
}

/** A Field before and after the writes. */
interface Change {
  readonly write: FieldWrite;
  readonly bytes: number;
}

/**
 * Begins with the Fields of the customer. Members of every customer, such as `id` and `name`, are stored elsewhere and
 * count towards no bound.
 *
 * @spec RN40, RN45, RN122
 */
export function openFields(given: Fields, bounds: FieldBounds, budget: StepBudget): StepFields {
  /** A copy of the given Fields, made with the first write and changed in place from then on. */
  let own: Record<string, Fields[string]> | undefined;
  /** How many Fields count towards the bounds; `undefined` until it is needed. */
  let count: number | undefined;
  /** An upper limit of the bytes of those Fields; `undefined` until it is needed. */
  let atMost: number | undefined;
  const sizes = new Map<string, number>();

  return { current: () => own ?? given, write };

  function write(writes: readonly FieldWrite[]): ReturnType<StepFields['write']> {
    if (writes.length === 0) return { accepted: writes };
    const fields = copy();
    const accepted: FieldWrite[] = [];
    const changes = new Map<string, Change>();
    for (const each of writes) {
      budget.charge(costs.write);
      const change = changeOf(each, fields);
      if (change === undefined) return { tooLarge: each.name };
      accepted.push(change.write);
      changes.set(each.name, change);
    }
    const tooLarge = findTooMuch(fields, changes);
    if (tooLarge !== undefined) return { tooLarge };
    for (const change of changes.values()) apply(fields, change);
    return { accepted };
  }

  function copy(): Record<string, Fields[string]> {
    if (own === undefined) {
      budget.charge(Object.keys(given).length * costs.field);
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
    const storable = storableValue(write.value, most, budget);
    return storable && { write: { ...write, value: storable.value }, bytes: named + storable.bytes };
  }

  /** The last name whose Field grows, when all changes together are too much; else `undefined`. */
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
    // Counting ended at the bound: the Fields may have more bytes than `total`.
    atMost = total > bounds.totalBytes ? undefined : total;
    return total + grownBy <= bounds.totalBytes;
  }

  function totalOf(fields: Fields, bytesOf: (name: string, fields: Fields) => number): number {
    const names = Object.keys(fields);
    budget.charge(names.length * costs.element);
    let bytes = 0;
    for (const name of names) {
      if (isCounted(name)) bytes += bytesOf(name, fields);
      if (bytes > bounds.totalBytes) return bytes;
    }
    return bytes;
  }

  /** An upper limit of the bytes of a Field, by the length of its text: counting its bytes takes far longer. */
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
    jsonLength(field.value, budget);
    const bytes = nameBytes(name) + jsonBytes(field.value);
    sizes.set(name, bytes);
    return bytes;
  }

  /** Bytes of a name and the colon after it. */
  function nameBytes(name: string): number {
    budget.charge(name.length * costs.encodedCharacter);
    return jsonBytes(name) + 1;
  }
}

/** Bytes of a UTF-16 unit that JSON has to escape. */
const maxBytesOfUnit = 6;
/** Bytes of quotes and a colon. */
const maxBytesAround = 5;

function setField(fields: Record<string, Fields[string]>, name: string, field: Fields[string]): void {
  if (name !== '__proto__') fields[name] = field;
  else Object.defineProperty(fields, name, { value: field, writable: true, enumerable: true, configurable: true });
}

function isCounted(name: string): boolean {
  return !customerFields.has(name);
}
