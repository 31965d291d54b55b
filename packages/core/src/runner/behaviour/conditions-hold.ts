import { formulaOf } from '../../domain/blocks/condition-list.ts';
import type { ConditionCheck } from '../../domain/conversation/trace.ts';
import { findField } from '../../domain/field/field.ts';
import { type JsonObject, ownMember } from '../../domain/json/json-value.ts';
import { compareField } from '../field/compare-field.ts';
import { fillJson } from '../text/fill-json.ts';
import type { ExecutionContext } from './block-behaviour.ts';
import { fieldName } from './field-writes.ts';
import { entriesParam, textParam } from './params.ts';

/**
 * Whether all conditions of an object hold, or with `match: any` one of them; without a condition `false`.
 *
 * @param written - An object with `match` and `conditions`, such as the params of a block or an entry of them.
 * @param of - Id of the case that the conditions belong to, for the trace.
 * @spec RN75, RN76, RN128, LG1, LG2
 */
export function conditionsHold(context: ExecutionContext, written: JsonObject, of?: string): boolean {
  const all = entriesParam(written, 'conditions', context.budget);
  const holds = (each: JsonObject, condition: number): boolean => {
    const check = checkOf(context, each);
    context.explain?.({ ...(of !== undefined && { case: of }), condition, ...check });
    return check.holds;
  };
  return textParam(written, 'match') === 'any' ? all.some(holds) : all.length > 0 && all.every(holds);
}

function checkOf(context: ExecutionContext, written: JsonObject): Omit<ConditionCheck, 'condition'> {
  const { fields, limits, budget } = context;
  const formula = formulaOf(written);
  if (formula !== undefined) {
    const found = context.formula(formula)?.value;
    return { formula, operator: 'is', ...(found !== undefined && { found }), wanted: true, holds: found === true };
  }
  const name = fieldName(ownMember(written, 'field'));
  const operator = textParam(written, 'operator');
  const given = ownMember(written, 'value') ?? null;
  if (name === undefined) return { operator, wanted: given, holds: false };
  const wanted = fillJson(given, fields, limits.textLength, budget);
  const field = findField(fields, name);
  const found = field === undefined ? {} : { found: field.value };
  return { field: name, operator, ...found, wanted, holds: compareField(field, operator, wanted, context) };
}
