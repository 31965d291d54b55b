import { namesInFormula } from '../formula/names-in-formula.ts';
import { isJsonList, isJsonObject, type JsonObject, type JsonValue, ownMember } from '../json/json-value.ts';
import type { BlockProblem, NestedFormula } from './block-definition.ts';
import { type EntryMember, entriesProblems, type ListPlace } from './list-entries.ts';
import { mostEntries } from './saved-field.ts';

/** The comparisons of a condition. */
export const conditionOperators = [
  'is',
  'is_not',
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
  'greater',
  'less',
  'is_set',
  'is_not_set',
  'at_least',
  'at_most',
  'matches',
  'not_matches',
  'is_one_of',
] as const;

/** UTF-16 units of the pattern of `matches`. */
export const longestPattern = 500;

/** How entries of a list of conditions are described to authors. */
export const conditionMembers = `{field, operator, value, formula}. A formula (CEL) takes the place of the other three. Operators: ${conditionOperators.join(', ')}.`;

/** The formula of a condition that has one in place of a Field, an operator and a value. @spec LG1 */
export function formulaOf(condition: JsonObject): string | undefined {
  const formula = ownMember(condition, 'formula');
  return typeof formula === 'string' && formula.trim() !== '' ? formula : undefined;
}

/** The problems of a list of conditions. @spec BL15, LG1, LG5 */
export function conditionProblems(list: JsonValue | undefined, place: ListPlace): readonly BlockProblem[] {
  return [...entriesProblems(list, membersOf, place), ...longPatterns(list, place)];
}

const compared: Readonly<Record<string, EntryMember>> = { field: 'text', operator: conditionOperators, value: 'any' };

function membersOf(condition: JsonObject): Readonly<Record<string, EntryMember>> {
  const isFormula = formulaOf(condition) !== undefined || ownMember(condition, 'field') === undefined;
  return isFormula && ownMember(condition, 'formula') !== undefined ? { formula: 'text' } : compared;
}

function longPatterns(list: JsonValue | undefined, { param, name, at }: ListPlace): readonly BlockProblem[] {
  return conditionsIn(list).flatMap(([condition, index]): readonly BlockProblem[] => {
    const value = ownMember(condition, 'value');
    const operator = ownMember(condition, 'operator');
    const isPattern = (operator === 'matches' || operator === 'not_matches') && formulaOf(condition) === undefined;
    if (!isPattern || typeof value !== 'string' || value.length <= longestPattern) return [];
    const message = `entry ${index + 1} of ${name} should have a pattern of at most ${longestPattern} characters.`;
    return [{ code: 'param_max_length', message, param, at: [...at, index, 'value'] }];
  });
}

/** The Fields that conditions compare, or name in their formulas. */
export function fieldsInConditions(list: JsonValue | undefined): readonly string[] {
  return conditionsIn(list).flatMap(([condition]) => {
    const formula = formulaOf(condition);
    return formula === undefined ? fieldOf(condition) : namesInFormula(formula);
  });
}

/** The formulas of conditions. @param place - Of the list. */
export function formulasInConditions(
  list: JsonValue | undefined,
  { param, at }: Omit<ListPlace, 'name'>,
): readonly NestedFormula[] {
  return conditionsIn(list).flatMap(([condition, index]): readonly NestedFormula[] => {
    const expression = formulaOf(condition);
    return expression === undefined ? [] : [{ param, at: [...at, index, 'formula'], expression }];
  });
}

/**
 * The Fields that certainly have a value when conditions hold or fail: the ones that a condition requires to be set if
 * they hold; the ones that a condition requires to be unset if they fail.
 *
 * @param written - An object with `match` and `conditions`.
 */
export function provenFields(written: JsonObject, holds: boolean): readonly string[] {
  const conditions = conditionsIn(ownMember(written, 'conditions'));
  const match = ownMember(written, 'match') ?? 'all';
  const isEachDecided = conditions.length === 1 || (holds ? match === 'all' : match === 'any');
  const proof = holds ? 'is_set' : 'is_not_set';
  if (!isEachDecided) return [];
  return conditions.flatMap(([condition]) =>
    ownMember(condition, 'operator') === proof && formulaOf(condition) === undefined ? fieldOf(condition) : [],
  );
}

function fieldOf(condition: JsonObject): readonly string[] {
  const field = ownMember(condition, 'field');
  return typeof field === 'string' && field !== '' ? [field] : [];
}

/** The entries that are objects, with their indexes. */
function conditionsIn(list: JsonValue | undefined): readonly (readonly [condition: JsonObject, index: number])[] {
  if (!isJsonList(list)) return [];
  return list.slice(0, mostEntries).flatMap((entry, index) => (isJsonObject(entry) ? [[entry, index] as const] : []));
}
