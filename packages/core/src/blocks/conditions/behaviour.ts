import { findField } from '../../domain/field/field.ts';
import { type JsonObject, ownMember } from '../../domain/json/json-value.ts';
import type { BlockBehaviour, ExecutionContext } from '../../runner/behaviour/block-behaviour.ts';
import { fieldName } from '../../runner/behaviour/field-writes.ts';
import { entriesParam, textParam } from '../../runner/behaviour/params.ts';
import { leave } from '../../runner/behaviour/transition.ts';
import { compareField } from '../../runner/field/compare-field.ts';
import { fillJson } from '../../runner/text/fill-json.ts';

/** @spec RN75, RN76, RN128 */
export const conditions: BlockBehaviour = {
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
