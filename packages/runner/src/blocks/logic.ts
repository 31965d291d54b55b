import { type FieldWrite, findField, type JsonObject, ownMember } from '@botwright/core/conversation';
import type { BlockBehaviour, ExecutionContext } from '../behaviour/block-behaviour.ts';
import { fieldName, writeDestination, writeField } from '../behaviour/field-writes.ts';
import { entriesParam, textParam } from '../behaviour/params.ts';
import { leave } from '../behaviour/transition.ts';
import { compareField } from '../field/compare-field.ts';
import { valueAs } from '../field/written-value.ts';
import { fillJson } from '../text/fill-json.ts';

/** @spec RN75, RN76 */
const conditions: BlockBehaviour = {
  block: 'conditions',
  enter: (context) => {
    const all = entriesParam(context.params, 'conditions', context.budget);
    const isAny = textParam(context.params, 'match') === 'any';
    const isTrue = isAny ? all.some((each) => holds(context, each)) : all.every((each) => holds(context, each));
    return leave(all.length > 0 && isTrue ? 'true' : 'false');
  },
};

function holds({ fields, limits, budget }: ExecutionContext, condition: JsonObject): boolean {
  const name = fieldName(ownMember(condition, 'field'));
  if (name === undefined) return false;
  const value = fillJson(ownMember(condition, 'value') ?? null, fields, limits.textLength, budget);
  return compareField(findField(fields, name), textParam(condition, 'operator'), value, budget);
}

/** @spec RN72, RN73, RN74 */
const setAField: BlockBehaviour = {
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

/** @spec RN87, RN88 */
const formulas: BlockBehaviour = {
  block: 'formulas',
  enter: (context) => {
    const field = context.formula(textParam(context.params, 'expression'));
    return field === undefined ? leave('$failed') : leave('$success', { writes: writeDestination(context, field) });
  },
};

/** Blocks that compute with Fields. */
export const logic: readonly BlockBehaviour[] = [conditions, setAField, formulas];
