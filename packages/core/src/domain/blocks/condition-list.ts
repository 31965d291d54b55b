import { isJsonList, isJsonObject, type JsonObject, type JsonValue, ownMember } from '../json/json-value.ts';
import type { BlockProblem } from './block-definition.ts';
import { entriesProblems, type ListPlace } from './list-entries.ts';
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
] as const;

/** The problems of a list of conditions. @spec BL15 */
export function conditionProblems(list: JsonValue | undefined, place: ListPlace): readonly BlockProblem[] {
  return entriesProblems(list, { field: 'text', operator: conditionOperators, value: 'any' }, place);
}

/** The Fields that conditions compare. */
export function fieldsInConditions(list: JsonValue | undefined): readonly string[] {
  return conditionsIn(list).flatMap(fieldOf);
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
  return conditions.flatMap((condition) => (ownMember(condition, 'operator') === proof ? fieldOf(condition) : []));
}

function fieldOf(condition: JsonObject): readonly string[] {
  const field = ownMember(condition, 'field');
  return typeof field === 'string' && field !== '' ? [field] : [];
}

function conditionsIn(list: JsonValue | undefined): readonly JsonObject[] {
  return isJsonList(list) ? list.slice(0, mostEntries).filter((entry) => isJsonObject(entry)) : [];
}
