import type { Field, FieldWrite } from '../../domain/field/field.ts';
import { typedValue } from '../../domain/field/field-value.ts';
import { isJsonObject, type JsonValue, ownMember } from '../../domain/json/json-value.ts';
import { costs } from '../budget/costs.ts';
import type { ExecutionContext } from './block-behaviour.ts';

/**
 * Reads the name of a Field as an author writes it: plainly, or as a reference, `@{name}`. Space and case are part of
 * the name.
 *
 * @returns `undefined` when no Field is named.
 * @spec RN41
 */
export function fieldName(written: JsonValue | undefined): string | undefined {
  if (typeof written !== 'string') return undefined;
  const name = written.startsWith('@{') && written.endsWith('}') ? written.slice(2, -1) : written;
  return name.trim() === '' || /[{}]/.test(name) ? undefined : name;
}

/** Writes the result of a block to the Field that its `destination` names; nothing when it names none. @spec RN41 */
export function writeDestination({ params }: ExecutionContext, field: Field): readonly FieldWrite[] {
  return writeField(fieldName(ownMember(params, 'destination')), field);
}

export function writeField(name: string | undefined, { type, value }: Field): readonly FieldWrite[] {
  return name === undefined ? [] : [{ kind: 'set', name, type, value }];
}

/** Writes a value that came from outside: `undefined`, which JSON's `null` becomes, removes the Field. @spec RN102 */
export function writeAnswered(name: string | undefined, field: Field | undefined): readonly FieldWrite[] {
  if (name === undefined) return [];
  return field === undefined ? [{ kind: 'unset', name }] : writeField(name, field);
}

/**
 * Writes the member `fields` of a host's answer. The type of each Field follows from its value; `null` removes the
 * Field.
 *
 * @spec RN102
 */
export function writeAnsweredFields(
  { budget }: ExecutionContext,
  answer: JsonValue | undefined,
): readonly FieldWrite[] {
  const fields = isJsonObject(answer) ? ownMember(answer, 'fields') : undefined;
  if (!isJsonObject(fields)) return [];
  const writes: FieldWrite[] = [];
  const names = Object.keys(fields);
  budget.charge(names.length * costs.element);
  for (const written of names) {
    budget.charge(costs.entry + written.length * costs.character);
    writes.push(...writeAnswered(fieldName(written), typedValue(ownMember(fields, written))));
  }
  return writes;
}
