import { type FieldWrite, findField } from '../../domain/field/field.ts';
import { type JsonObject, ownMember } from '../../domain/json/json-value.ts';
import type { BlockBehaviour, ExecutionContext } from '../behaviour/block-behaviour.ts';
import { fieldName, writeDestination, writeField } from '../behaviour/field-writes.ts';
import { entriesParam, textParam } from '../behaviour/params.ts';
import { leave } from '../behaviour/transition.ts';
import { compareField } from '../field/compare-field.ts';
import { valueAs } from '../field/written-value.ts';
import { fillJson } from '../text/fill-json.ts';

/** @spec RN75, RN76, RN128 */
const conditions: BlockBehaviour = {
  block: 'conditions',
  enter: (context) => {
    const all = entriesParam(context.params, 'conditions', context.budget);
    const isAny = textParam(context.params, 'match') === 'any';
    const isTrue = isAny
      ? all.some((each, at) => holds(context, each, at))
      : all.every((each, at) => holds(context, each, at));
    return leave(all.length > 0 && isTrue ? 'true' : 'false');
  },
};

function holds(context: ExecutionContext, written: JsonObject, condition: number): boolean {
  const { fields, limits, budget, explain } = context;
  const name = fieldName(ownMember(written, 'field'));
  const operator = textParam(written, 'operator');
  const given = ownMember(written, 'value') ?? null;
  if (name === undefined) {
    explain?.({ condition, operator, wanted: given, holds: false });
    return false;
  }
  const wanted = fillJson(given, fields, limits.textLength, budget);
  const field = findField(fields, name);
  const isTrue = compareField(field, operator, wanted, budget);
  const found = field === undefined ? {} : { found: field.value };
  explain?.({ condition, field: name, operator, ...found, wanted, holds: isTrue });
  return isTrue;
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
