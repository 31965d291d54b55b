import type { Field, FieldType } from '../../domain/field/field.ts';
import { typedValue } from '../../domain/field/field-value.ts';
import type { JsonValue } from '../../domain/json/json-value.ts';
import { readIsoDate } from '../../domain/time/iso-date.ts';
import { readNumber } from './read-number.ts';

/**
 * Makes a Field of a value, with the type that the Field had before where the value is a text that reads as that
 * type: a number that an author writes as text stays a number. Else the type follows from the value.
 *
 * @returns `undefined` when no Field can have the value.
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
