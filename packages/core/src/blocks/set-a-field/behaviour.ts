import { type FieldWrite, findField } from '../../domain/field/field.ts';
import { ownMember } from '../../domain/json/json-value.ts';
import type { BlockBehaviour, ExecutionContext } from '../../runner/behaviour/block-behaviour.ts';
import { fieldName, writeField } from '../../runner/behaviour/field-writes.ts';
import { textParam } from '../../runner/behaviour/params.ts';
import { leave } from '../../runner/behaviour/transition.ts';
import { valueAs } from '../../runner/field/written-value.ts';
import { fillJson } from '../../runner/text/fill-json.ts';

/** @spec RN72, RN73, RN74 */
export const setAField: BlockBehaviour = {
  block: 'set_a_field',
  enter: (context) => leave('success', { writes: writesOf(context) }),
};

function writesOf(context: ExecutionContext): readonly FieldWrite[] {
  const { params, fields, limits, budget } = context;
  const name = fieldName(ownMember(params, 'field'));
  if (name === undefined) return [];
  if (textParam(params, 'action') === 'UNSET') return [{ kind: 'unset', name }];

  const value = fillJson(ownMember(params, 'value') ?? null, fields, limits.textLength, budget);
  const field = valueAs(findField(fields, name)?.type, value);
  return field === undefined ? [] : writeField(name, field);
}
