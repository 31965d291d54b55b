import type { JsonValue } from '../json/json-value.ts';
import { textFault } from '../text.ts';

/** The types of Fields, by the names in diagrams and APIs. */
export const fieldTypes = ['string', 'integer', 'float', 'boolean', 'date', 'datetime', 'array', 'object'] as const;
export type FieldType = (typeof fieldTypes)[number];

/** One named value of a customer. */
export interface Field {
  /** Decides the form of `value`. */
  readonly type: FieldType;
  /** For the types `date` and `datetime` a text: `YYYY-MM-DD`, or a moment in ISO 8601. */
  readonly value: JsonValue;
}

/** The Fields of one customer, by name. Objects inherit some possible names, such as `constructor`: use `findField`. */
export interface Fields {
  readonly [name: string]: Field;
}

/** A write of a Field in a conversation. */
export type FieldWrite =
  | ({ readonly kind: 'set'; readonly name: string } & Field)
  | { readonly kind: 'unset'; readonly name: string };

/** Whether the Field contains a day or a moment. */
export function isDateField({ type }: Field): boolean {
  return type === 'date' || type === 'datetime';
}

/** Finds a Field by its name. Inherited members of the object are not Fields. @spec RN21 */
export function findField(fields: Fields, name: string): Field | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/**
 * Returns the Fields after writes; `undefined` removes a Field. The order stays; new Fields come last.
 *
 * @spec CU13
 */
export function writeFields(fields: Fields, writes: readonly (readonly [name: string, Field | undefined])[]): Fields {
  if (writes.length === 0) return fields;
  const byName = new Map(Object.entries(fields));
  for (const [name, field] of writes) {
    if (field === undefined) byName.delete(name);
    else byName.set(name, field);
  }
  return Object.fromEntries(byName);
}

/**
 * Returns the Fields after the writes of a step, applied in order.
 *
 * @spec RN40
 */
export function applyFieldWrites(fields: Fields, writes: readonly FieldWrite[]): Fields {
  return writeFields(
    fields,
    writes.map((write) => [write.name, writtenField(write)]),
  );
}

/** The Field after the write; `undefined` when the write removes it. */
export function writtenField(write: FieldWrite): Field | undefined {
  return write.kind === 'unset' ? undefined : { type: write.type, value: write.value };
}

/**
 * The Fields of every customer from the first message on. Lints do not report one that a bot only sets, because people
 * and other systems read it, or one that a bot only reads.
 *
 * @spec LI10
 */
export const customerFields: ReadonlySet<string> = new Set([
  'id',
  'name',
  'email',
  'phone',
  'agent_id',
  'archived',
  'opt_in',
  'register_date',
  'channel_id',
  'unread',
  'last_message_at',
]);

/** In Unicode code points. */
export const maxFieldNameLength = 255;

/** Keys of a customer in responses and webhooks. A Field with such a name would be hidden, or hide the key. */
const recordKeys: ReadonlySet<string> = new Set([...customerFields, 'token', 'is_external']);

/** @spec CU10 */
export function isRecordKey(name: string): boolean {
  return recordKeys.has(name);
}

/**
 * Finds why no Field may have this name. Case and space are part of a name.
 *
 * @returns `undefined` if it is allowed.
 * @spec CU9, CU13
 */
export function nameFormFault(name: string): string | undefined {
  const fault = textFault(name, { max: maxFieldNameLength });
  if (fault !== undefined) return fault;
  if (name.trim() === '') return 'A name has something to read.';
  return /[{}]/.test(name) ? 'A name has no braces.' : undefined;
}

/**
 * Finds why a request may not write a Field of this name.
 *
 * @returns `undefined` when it can.
 * @spec CU9, CU10, CU13
 */
export function fieldNameFault(name: string): string | undefined {
  return isRecordKey(name) ? 'The customer itself has a key of this name.' : nameFormFault(name);
}
