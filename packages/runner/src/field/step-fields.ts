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
  let count = 0;
  /** Bytes of all that counts; `undefined` while nobody asked, or when there is more than may be. */
  let total: number | undefined;
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
      const entries = Object.entries(given);
      work.charge(entries.length * costs.field);
      own = Object.fromEntries(entries);
      for (const [name] of entries) count += Number(isCounted(name));
    }
    return own;
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
    if (added > 0 && count + added > bounds.count) return last;
    return grownBy > 0 && totalOf(fields) + grownBy > bounds.totalBytes ? last : undefined;
  }

  function apply(fields: Record<string, Fields[string]>, { write: { name }, write, bytes }: Change): void {
    const had = sizes.get(name) ?? (findField(fields, name) === undefined ? 0 : sizeOf(name, fields));
    if (isCounted(name)) {
      count += Number(bytes > 0) - Number(had > 0);
      if (total !== undefined) total += bytes - had;
    }
    sizes.set(name, bytes);
    if (write.kind === 'unset') {
      delete fields[name];
    } else {
      const { type, value } = write;
      Object.defineProperty(fields, name, { value: { type, value }, ...plain });
    }
  }

  function totalOf(fields: Fields): number {
    if (total !== undefined) return total;
    let bytes = 0;
    for (const name of Object.keys(fields)) {
      if (isCounted(name)) bytes += sizeOf(name, fields);
      if (bytes > bounds.totalBytes) return bytes;
    }
    total = bytes;
    return bytes;
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

const plain = { writable: true, enumerable: true, configurable: true } as const;

function isCounted(name: string): boolean {
  return !customerFields.has(name);
}
