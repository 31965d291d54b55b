import { type JsonObject, ownMember } from '@botwright/core/diagram';
import type { BlockBehaviour, Visit } from '../behaviour/block-behaviour.ts';
import { leave } from '../behaviour/move.ts';
import { entriesParam, textParam } from '../behaviour/param.ts';
import { compareField } from '../field/compare-field.ts';
import { fieldName, findField } from '../field/field.ts';
import { fillJson } from '../text/fill-json.ts';

/** @spec RN75, RN76 */
export const conditions: BlockBehaviour = {
  block: 'conditions',
  enter: (visit) => {
    const all = entriesParam(visit.params, 'conditions', visit.work);
    const isAny = textParam(visit.params, 'match') === 'any';
    const verdict = isAny ? all.some((each) => holds(visit, each)) : all.every((each) => holds(visit, each));
    return leave(all.length > 0 && verdict ? 'true' : 'false');
  },
};

function holds({ fields, limits, work }: Visit, condition: JsonObject): boolean {
  const name = fieldName(ownMember(condition, 'field'));
  if (name === undefined) return false;
  const value = fillJson(ownMember(condition, 'value') ?? null, fields, limits.textLength, work);
  return compareField(findField(fields, name), textParam(condition, 'operator'), value, work);
}
