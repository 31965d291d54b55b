import { ownMember } from '@botwright/core/diagram';
import type { BlockBehaviour, Visit } from '../behaviour/block-behaviour.ts';
import { leave } from '../behaviour/move.ts';
import { textParam } from '../behaviour/param.ts';
import { writeField } from '../behaviour/write-field.ts';
import { type FieldWrite, fieldName, findField } from '../field/field.ts';
import { valueAs } from '../field/value-as.ts';
import { fillJson } from '../text/fill-json.ts';

/** @spec RN72, RN73, RN74 */
export const setAField: BlockBehaviour = {
  block: 'set_a_field',
  enter: (visit) => leave('success', { writes: writesOf(visit) }),
};

function writesOf(visit: Visit): readonly FieldWrite[] {
  const { params, fields, limits, work } = visit;
  const name = fieldName(ownMember(params, 'field'));
  if (name === undefined) return [];
  if (textParam(params, 'action') === 'UNSET') return [{ kind: 'unset', name }];

  const value = fillJson(ownMember(params, 'value') ?? null, fields, limits.textLength, work);
  const field = valueAs(findField(fields, name)?.type, value);
  return field === undefined ? [] : writeField(name, field);
}
