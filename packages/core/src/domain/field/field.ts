import type { JsonValue } from '../json/json-value.ts';

export const fieldTypes = ['string', 'integer', 'float', 'boolean', 'date', 'datetime', 'array', 'object'] as const;
export type FieldType = (typeof fieldTypes)[number];

/** What is kept of a customer under one name. */
export interface Field {
  readonly type: FieldType;
  /** A `date`, and a `datetime`, is text: `YYYY-MM-DD`, or a moment as ISO 8601 writes it. */
  readonly value: JsonValue;
}

/** The Fields of one customer, by name. Names may be those of a prototype: read with `Object.hasOwn`. */
export interface Fields {
  readonly [name: string]: Field;
}
