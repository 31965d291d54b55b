import type { BlockProblem, NestedFormula } from '../../domain/blocks/block-definition.ts';
import {
  conditionMembers,
  conditionProblems,
  fieldsInConditions,
  formulasInConditions,
  provenFields,
} from '../../domain/blocks/condition-list.ts';
import { describeOneShape, param } from '../../domain/blocks/describe-block.ts';
import { checks, entriesCheck } from '../../domain/blocks/list-entries.ts';
import { mostEntries } from '../../domain/blocks/saved-field.ts';
import { isJsonList, isJsonObject, type JsonObject, ownMember } from '../../domain/json/json-value.ts';

const mostCases = 50;

export const switchBlock = describeOneShape({
  name: 'switch',
  template: 'switch',
  title: 'Switch',
  description: 'Goes on by the first case whose conditions hold, or by else.',
  group: 'logic',
  saysNothing: () => true,
  params: [
    param('cases', 'array', {
      required: true,
      rules: { minItems: 1, maxItems: mostCases },
      description: `List of {id, name?, match, conditions}. The output of a case is $ and its id. Matches: all, any. Conditions is a list of ${conditionMembers}`,
    }),
  ],
  outputs: ['$else'],
  outputDerivations: [{ param: 'cases', each: 'id', prefix: '$' }],
  requiredTier: 'starter',
  readsFields: (params) => casesIn(params).flatMap(([each]) => fieldsInConditions(ownMember(each, 'conditions'))),
  needsFields: () => [],
  nestedFormulas: formulasInCases,
  fieldsAfter: provenByCases,
  check: checks(
    entriesCheck('cases', {
      id: { form: /^(?!\s*$|else$)/, expected: 'an "id" that is not blank and not "else", the output of no case' },
      match: ['all', 'any'],
    }),
    conditionsOfCases,
  ),
});

/** The cases that are objects, with their indexes. */
function casesIn(params: JsonObject): readonly (readonly [each: JsonObject, index: number])[] {
  const cases = ownMember(params, 'cases');
  if (!isJsonList(cases)) return [];
  return cases.slice(0, mostCases).flatMap((each, index) => (isJsonObject(each) ? [[each, index] as const] : []));
}

function formulasInCases(params: JsonObject): readonly NestedFormula[] {
  return casesIn(params).flatMap(([each, index]) =>
    formulasInConditions(ownMember(each, 'conditions'), { param: 'cases', at: [index, 'conditions'] }),
  );
}

/** Behind a case its conditions hold, and the conditions of the cases before it fail. */
function provenByCases(params: JsonObject, output: string): readonly string[] {
  const proven: string[] = [];
  for (const [each] of casesIn(params)) {
    const isTaken = output === `$${ownMember(each, 'id')}`;
    proven.push(...provenFields(each, isTaken));
    if (isTaken) break;
  }
  return proven;
}

/** @spec LG9 */
function conditionsOfCases(params: JsonObject): readonly BlockProblem[] {
  return casesIn(params).flatMap(([each, index]): readonly BlockProblem[] => {
    const list = ownMember(each, 'conditions');
    const name = `"conditions" of entry ${index + 1} of "cases"`;
    const problem = (code: string, message: string, at: readonly (string | number)[]): readonly BlockProblem[] => [
      { code, message, param: 'cases', at },
    ];
    if (list === undefined) return problem('param_required', `${name} is missing.`, [index]);
    const at = [index, 'conditions'];
    if (!isJsonList(list)) return problem('param_type', `${name} should be a list.`, at);
    if (list.length === 0) return problem('param_min_items', `${name} should have an entry.`, at);
    if (list.length > mostEntries)
      return problem('param_max_items', `${name} should have at most ${mostEntries} entries.`, at);
    return conditionProblems(list, { param: 'cases', name, at });
  });
}
