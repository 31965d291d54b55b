import { isJsonList, isJsonObject, type JsonObject, type JsonValue, ownMember } from '../json/json-value.ts';
import type { BlockDefinition, BlockProblem } from './block-definition.ts';
import { conditionMembers, conditionProblems, fieldsInConditions, formulasInConditions } from './condition-list.ts';
import type { ListPlace } from './list-entries.ts';
import { mostEntries } from './saved-field.ts';

/** How the members `words` and `show` are described to authors. */
export const choiceMembers = `words is a list of other words for the label. show is {match, conditions}, as of the block Conditions: the choice is offered when they hold. Matches: all, any. Conditions is a list of ${conditionMembers}`;

/**
 * Adds the condition `show` to the entries of a list param of a question: an object with the params `match` and
 * `conditions` of the block `conditions`.
 *
 * @spec CX6
 */
export function withShownEntries(question: BlockDefinition, param: string): BlockDefinition {
  return {
    ...question,
    readsFields: (params) => [
      ...(question.readsFields?.(params) ?? []),
      ...showsIn(params, param).flatMap(({ show }) =>
        isJsonObject(show) ? fieldsInConditions(ownMember(show, 'conditions')) : [],
      ),
    ],
    nestedFormulas: (params) =>
      showsIn(params, param).flatMap(({ show, place }) =>
        isJsonObject(show)
          ? formulasInConditions(ownMember(show, 'conditions'), { param, at: [...place.at, 'conditions'] })
          : [],
      ),
    needsFields: question.needsFields ?? (() => []),
    check: (params) => [
      ...(question.check?.(params) ?? []),
      ...showsIn(params, param).flatMap(({ show, place }) => problemsOfShow(show, place).slice(0, 1)),
    ],
  };
}

interface Show {
  readonly show: JsonValue;
  readonly place: ListPlace;
}

function showsIn(params: JsonObject, param: string): readonly Show[] {
  const entries = ownMember(params, param);
  if (!isJsonList(entries)) return [];
  return entries.slice(0, mostEntries).flatMap((entry, index): readonly Show[] => {
    const show = isJsonObject(entry) ? ownMember(entry, 'show') : undefined;
    const place = { param, name: `"show" of entry ${index + 1} of "${param}"`, at: [index, 'show'] };
    return show === undefined ? [] : [{ show, place }];
  });
}

function problemsOfShow(show: JsonValue, place: ListPlace): readonly BlockProblem[] {
  const problem = (code: string, says: string, ...at: readonly string[]): readonly BlockProblem[] => [
    { code, message: `${place.name} ${says}.`, param: place.param, at: [...place.at, ...at] },
  ];
  if (!isJsonObject(show)) return problem('param_type', 'should be an object');
  const match = ownMember(show, 'match');
  if (match !== undefined && match !== 'all' && match !== 'any') {
    return problem('param_enum', 'should have all or any as "match"', 'match');
  }
  const list = ownMember(show, 'conditions');
  if (!isJsonList(list)) return problem('param_type', 'should have a list as "conditions"', 'conditions');
  if (list.length === 0) return problem('param_min_items', 'should have an entry in "conditions"', 'conditions');
  return conditionProblems(list, { ...place, at: [...place.at, 'conditions'] });
}
