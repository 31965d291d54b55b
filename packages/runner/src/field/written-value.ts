import { type Field, type FieldType, type JsonValue, readIsoDate, typedValue } from '@botwright/core/conversation';

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

const numberForm = /^([+-]?\d{1,16})(?:([.,])(\d{1,16}))?$/;

/**
 * Reads a number as people type it: digits, perhaps a sign, perhaps a fraction after a point or a comma. A text with a
 * comma before exactly three digits is not read at all: the comma could separate thousands as well as a fraction.
 *
 * @returns `undefined` for any other text, and for numbers beyond the safe integers of JavaScript.
 * @spec RN60
 */
export function readNumber(text: string): number | undefined {
  const [, whole = '', mark, fraction] = numberForm.exec(text.trim()) ?? [];
  if (whole === '' || (mark === ',' && fraction?.length === 3)) return undefined;
  const value = Number(fraction === undefined ? whole : `${whole}.${fraction}`);
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value + 0 : undefined;
}

/** A number, or a text that reads as one. @spec RN85 */
export function numberOf(value: JsonValue | undefined): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? readNumber(value) : undefined;
}
