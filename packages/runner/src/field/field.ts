import type { JsonValue } from '@botwright/core/diagram';

export type FieldType = 'string' | 'integer' | 'float' | 'boolean' | 'date' | 'datetime' | 'array' | 'object';

/** What a conversation knows of the visitor under one name. */
export interface Field {
  readonly type: FieldType;
  /** A `date`, and a `datetime`, is `YYYY-MM-DD`, or `YYYY-MM-DDTHH:MM:SS` in UTC. */
  readonly value: JsonValue;
}

/** The Fields of one customer, by name. Names are the author's: any text but the empty one, without braces. */
export interface Fields {
  readonly [name: string]: Field;
}

/** What a step did to a Field. */
export type FieldWrite =
  | { readonly kind: 'set'; readonly name: string; readonly type: FieldType; readonly value: JsonValue }
  | { readonly kind: 'unset'; readonly name: string };

/** Says whether the Field holds a day or a moment. */
export function isDateField({ type }: Field): boolean {
  return type === 'date' || type === 'datetime';
}

/** Reads a Field by a name that an author wrote: what a prototype has is no Field. @spec RN21 */
export function findField(fields: Fields, name: string): Field | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/**
 * Reads where an author names a Field: by its name, or as it stands in texts, `@{name}`. A name is taken as it is.
 *
 * @returns `undefined` when no Field is named.
 * @spec RN41
 */
export function fieldName(written: JsonValue | undefined): string | undefined {
  if (typeof written !== 'string') return undefined;
  const name = written.startsWith('@{') && written.endsWith('}') ? written.slice(2, -1) : written;
  return name.trim() === '' || /[{}]/.test(name) ? undefined : name;
}
