import { ownMember } from '@botwright/core/diagram';
import { type Field, type FieldWrite, fieldName } from '../field/field.ts';
import { storableValue } from '../field/storable-value.ts';
import type { Visit } from './block-behaviour.ts';

/**
 * Writes what a block found out to the Field that its `destination` names; nothing when it names none.
 *
 * @returns `undefined` when the value cannot be kept.
 * @spec RN41, RN45
 */
export function writeDestination(visit: Visit, field: Field): readonly FieldWrite[] | undefined {
  return writeField(visit, fieldName(ownMember(visit.params, 'destination')), field);
}

/** @returns `undefined` when the value cannot be kept. @spec RN45 */
export function writeField(visit: Visit, name: string | undefined, field: Field): readonly FieldWrite[] | undefined {
  if (name === undefined) return [];
  const value = storableValue(field.value, visit.limits.fieldSize);
  return value === undefined ? undefined : [{ kind: 'set', name, type: field.type, value }];
}

/** @returns `undefined` when one of the writes cannot be kept: all of them are done, or none. */
export function joinWrites(writes: readonly (readonly FieldWrite[] | undefined)[]): readonly FieldWrite[] | undefined {
  return writes.includes(undefined) ? undefined : writes.flatMap((each) => each ?? []);
}
