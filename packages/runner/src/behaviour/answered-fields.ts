import { isJsonObject, type JsonValue, ownMember } from '@botwright/core/diagram';
import { type FieldWrite, fieldName } from '../field/field.ts';
import { typedValue } from '../field/typed-value.ts';
import { costs } from '../work/costs.ts';
import type { Visit } from './block-behaviour.ts';
import { writeAnswered } from './write-field.ts';

/**
 * Writes the member `fields` of what a host answered, typed by what the values are; `null` clears a Field.
 *
 * @spec RN102
 */
export function writeAnsweredFields({ work }: Visit, answer: JsonValue | undefined): readonly FieldWrite[] {
  const fields = isJsonObject(answer) ? ownMember(answer, 'fields') : undefined;
  if (!isJsonObject(fields)) return [];
  const writes: FieldWrite[] = [];
  const names = Object.keys(fields);
  work.charge(names.length * costs.element);
  for (const written of names) {
    work.charge(costs.entry + written.length * costs.character);
    writes.push(...writeAnswered(fieldName(written), typedValue(ownMember(fields, written))));
  }
  return writes;
}
