import { isJsonObject, type JsonValue, ownMember } from '@botwright/core/diagram';
import { type FieldWrite, fieldName } from '../field/field.ts';
import { typedValue } from '../field/typed-value.ts';
import type { Visit } from './block-behaviour.ts';
import { joinWrites, writeField } from './write-field.ts';

/**
 * Writes the member `fields` of what a host answered, typed by what the values are; `null` clears a Field.
 *
 * @returns `undefined` when one of them cannot be kept.
 * @spec RN102
 */
export function writeAnsweredFields(visit: Visit, answer: JsonValue | undefined): readonly FieldWrite[] | undefined {
  const fields = isJsonObject(answer) ? ownMember(answer, 'fields') : undefined;
  if (!isJsonObject(fields)) return [];
  const writes = Object.entries(fields).map(([written, value]): readonly FieldWrite[] | undefined => {
    const name = fieldName(written);
    if (name === undefined) return [];
    const field = typedValue(value);
    return field === undefined ? [{ kind: 'unset', name }] : writeField(visit, name, field);
  });
  return joinWrites(writes);
}
