import { ownMember } from '@botwright/core/diagram';
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
    const verdicts = judge(visit);
    const holds = textParam(visit.params, 'match') === 'any' ? verdicts.includes(true) : !verdicts.includes(false);
    return leave(verdicts.length > 0 && holds ? 'true' : 'false');
  },
};

function judge({ params, fields, limits }: Visit): readonly boolean[] {
  return entriesParam(params, 'conditions').map((condition) => {
    const name = fieldName(ownMember(condition, 'field'));
    if (name === undefined) return false;
    const value = fillJson(ownMember(condition, 'value') ?? null, fields, limits.textLength);
    return compareField(findField(fields, name), textParam(condition, 'operator'), value);
  });
}
