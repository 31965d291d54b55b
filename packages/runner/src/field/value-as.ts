import type { JsonValue } from '@botwright/core/diagram';
import { readIsoDate } from '../date/read-iso-date.ts';
import { readNumber } from '../number/read-number.ts';
import type { Field, FieldType } from './field.ts';
import { typedValue } from './typed-value.ts';

/**
 * Types a value for a Field that may have a type already: a text which reads as that type is written as it, so
 * that a number set by hand stays a number. Anything else is typed by what it is.
 *
 * @returns `undefined` when the value is none.
 * @spec RN44, RN73
 */
export function valueAs(type: FieldType | undefined, value: JsonValue): Field | undefined {
  const read = typeof value === 'string' && type !== undefined ? readAs(type, value.trim()) : undefined;
  return read ?? typedValue(value);
}

function readAs(type: FieldType, text: string): Field | undefined {
  switch (type) {
    case 'integer':
    case 'float': {
      const value = readNumber(text);
      if (value === undefined) return undefined;
      return { type: type === 'integer' && !Number.isInteger(value) ? 'float' : type, value };
    }
    case 'boolean':
      return text === 'true' || text === 'false' ? { type, value: text === 'true' } : undefined;
    case 'date':
    case 'datetime':
      return readIsoDate(text) === undefined ? undefined : { type, value: text };
    default:
      return undefined;
  }
}
