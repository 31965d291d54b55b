import { findField } from '../../domain/field/field.ts';
import { type JsonObject, ownMember } from '../../domain/json/json-value.ts';
import { compareField } from '../field/compare-field.ts';
import { fillJson } from '../text/fill-json.ts';
import type { ExecutionContext } from './block-behaviour.ts';
import { fieldName } from './field-writes.ts';
import { entriesParam, textParam } from './params.ts';

/**
 * Whether all of `conditions` hold, or any of them if `match` is `any`; `false` without conditions.
 *
 * @param written - An object with these members, such as the params of a block.
 * @spec RN75, RN76, RN128
 */
export function conditionsHold(context: ExecutionContext, written: JsonObject): boolean {
  const all = entriesParam(written, 'conditions', context.budget);
  const isAny = textParam(written, 'match') === 'any';
  const isTrue = isAny
    ? all.some((each, at) => holds(context, each, at))
    : all.every((each, at) => holds(context, each, at));
  return all.length > 0 && isTrue;
}

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
