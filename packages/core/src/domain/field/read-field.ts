import { type InputRead, refuseInput } from '../input/input-fault.ts';
import { isJsonObject, ownMember } from '../json/json-value.ts';
import { type Field, fieldTypes } from './field.ts';
import { defaultFieldBounds, type FieldBounds, fieldBoundsMessage, fieldBytes } from './field-bounds.ts';
import { fieldNameFault } from './field-name.ts';
import { fieldValueFault } from './field-value.ts';

/**
 * Reads a Field that is written by name: `{ type, value }`. The value is kept as it was sent. Its size is counted
 * before anything else is done with it.
 *
 * @param present - The Field that it replaces: one that is too large already can be written while it does not grow.
 * @spec CU8, CU9, CU10, CU11, CU12, CU13, CU61
 */
export function readField(
  name: string,
  body: unknown,
  bounds: FieldBounds = defaultFieldBounds,
  present?: Field,
): InputRead<Field> {
  const fault = fieldNameFault(name);
  if (fault !== undefined) return refuseInput('name', fault);
  if (!isJsonObject(body)) return refuseInput('', 'Expected an object.');

  const sent = ownMember(body, 'type');
  const type = fieldTypes.find((each) => each === sent);
  if (type === undefined) return refuseInput('type', `Expected one of ${fieldTypes.join(', ')}.`);

  const value = ownMember(body, 'value');
  if (value === undefined) return refuseInput('value', 'It is required.');
  const most = Math.max(bounds.fieldBytes, present === undefined ? 0 : fieldBytes(name, present));
  if (fieldBytes(name, { value }, most) > most) {
    return refuseInput('value', fieldBoundsMessage(name, 'field_too_large', bounds));
  }
  const valueFault = fieldValueFault(type, value);
  return valueFault === undefined ? { ok: true, value: { type, value } } : refuseInput('value', valueFault);
}
