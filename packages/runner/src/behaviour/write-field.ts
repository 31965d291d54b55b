import { ownMember } from '@botwright/core/diagram';
import { type Field, type FieldWrite, fieldName } from '../field/field.ts';
import type { Visit } from './block-behaviour.ts';

/** Writes what a block found out to the Field that its `destination` names; nothing when it names none. @spec RN41 */
export function writeDestination(visit: Visit, field: Field): readonly FieldWrite[] {
  return writeField(fieldName(ownMember(visit.params, 'destination')), field);
}

export function writeField(name: string | undefined, { type, value }: Field): readonly FieldWrite[] {
  return name === undefined ? [] : [{ kind: 'set', name, type, value }];
}

/** Writes a value that came from outside, typed by what it is; `null` removes the Field. @spec RN102 */
export function writeAnswered(name: string | undefined, field: Field | undefined): readonly FieldWrite[] {
  if (name === undefined) return [];
  return field === undefined ? [{ kind: 'unset', name }] : writeField(name, field);
}
