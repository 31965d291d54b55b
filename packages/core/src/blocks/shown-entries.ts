import type { BlockDefinition, BlockProblem } from '../domain/blocks/block-definition.ts';
import { mostEntries } from '../domain/blocks/saved-field.ts';
import { isJsonList, isJsonObject, type JsonObject, ownMember } from '../domain/json/json-value.ts';
import { conditions } from './conditions/definition.ts';

/**
 * Adds the condition `show` to the entries of a list param: an object with the params `match` and `conditions` of the
 * block `conditions`.
 *
 * @spec CX6
 */
export function withShownEntries(question: BlockDefinition, param: string): BlockDefinition {
  return {
    ...question,
    readsFields: (params) => [
      ...(question.readsFields?.(params) ?? []),
      ...showsIn(params, param).flatMap(({ show }) => conditions.readsFields?.(show) ?? []),
    ],
    needsFields: question.needsFields ?? (() => []),
    check: (params) => [...(question.check?.(params) ?? []), ...showProblems(params, param)],
  };
}

interface Show {
  readonly index: number;
  readonly show: JsonObject;
}

function showsIn(params: JsonObject, param: string): readonly Show[] {
  const entries = ownMember(params, param);
  if (!isJsonList(entries)) return [];
  return entries.slice(0, mostEntries).flatMap((entry, index) => {
    const show = isJsonObject(entry) ? ownMember(entry, 'show') : undefined;
    return isJsonObject(show) ? [{ index, show }] : [];
  });
}

/** One problem for each `show`. */
function showProblems(params: JsonObject, param: string): readonly BlockProblem[] {
  const entries = ownMember(params, param);
  const wrong = (isJsonList(entries) ? entries.slice(0, mostEntries) : []).flatMap((entry, index) => {
    const show = isJsonObject(entry) ? ownMember(entry, 'show') : undefined;
    return show === undefined || isJsonObject(show) ? [] : [index];
  });
  const named = (index: number): string => `entry ${index + 1} of "${param}"`;
  return [
    ...wrong.map((index) => ({
      code: 'param_type',
      message: `${named(index)} should have an object as "show".`,
      param,
      at: [index, 'show'],
    })),
    ...showsIn(params, param).flatMap(({ index, show }) => {
      const problem = problemOfShow(show);
      if (problem === undefined) return [];
      const { message, at, param: within } = problem;
      return [
        { ...problem, message: `${named(index)}: ${message}`, param, at: [index, 'show', within, ...(at ?? [])] },
      ];
    }),
  ];
}

function problemOfShow(show: JsonObject): BlockProblem | undefined {
  const match = ownMember(show, 'match');
  if (match !== undefined && match !== 'all' && match !== 'any') {
    return { code: 'param_enum', message: '"match" should be all or any.', param: 'match' };
  }
  const list = ownMember(show, 'conditions');
  if (!isJsonList(list)) return { code: 'param_type', message: '"conditions" should be a list.', param: 'conditions' };
  if (list.length === 0) {
    return { code: 'param_min_items', message: '"conditions" should have an entry.', param: 'conditions' };
  }
  return conditions.check?.(show)[0];
}
