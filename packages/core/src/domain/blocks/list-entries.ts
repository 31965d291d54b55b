import { isJsonList, isJsonObject, type JsonObject, type JsonValue, ownMember } from '../json/json-value.ts';
import type { BlockProblem } from './block-definition.ts';
import { mostEntries } from './saved-field.ts';

/**
 * `text`: a string that is not blank; `string`: any string; `number`: an integer from 1; `any`: optional; a list: one
 * of these values; a form: a string that a pattern matches.
 */
export type EntryMember = 'text' | 'string' | 'number' | 'any' | readonly string[] | EntryForm;

export interface EntryForm {
  readonly form: RegExp;
  /** The end of a sentence after "should have". */
  readonly expected: string;
}

type Members = readonly { readonly name: string; readonly member: EntryMember }[];
type Check = (params: JsonObject) => readonly BlockProblem[];

/**
 * Makes a check that the entries of a list param are objects with these members. Reports one problem for each faulty
 * entry among the first 1,000. The rules of the param report a value that is not a list, and a long list.
 *
 * @spec BL15
 */
export function entriesCheck(param: string, members: { readonly [member: string]: EntryMember }): Check {
  const wanted = wantedOf(members);
  return (params) => {
    const entries = ownMember(params, param);
    if (!isJsonList(entries)) return [];
    const problems: BlockProblem[] = [];
    for (let index = 0; index < Math.min(entries.length, mostEntries); index += 1) {
      const problem = entryProblem(entries[index] as JsonValue, wanted);
      if (problem === undefined) continue;
      const { code, says, at } = problem;
      problems.push({ code, message: `entry ${index + 1} of "${param}" ${says}.`, param, at: [index, ...at] });
    }
    return problems;
  };
}

/** The same for a param that is one such object. The rules of the param report other values and an empty object. */
export function objectCheck(param: string, members: { readonly [member: string]: EntryMember }): Check {
  const wanted = wantedOf(members);
  return (params) => {
    const value = ownMember(params, param);
    if (value === undefined || !isJsonObject(value) || Object.keys(value).length === 0) return [];
    const problem = entryProblem(value, wanted);
    if (problem === undefined) return [];
    const { code, says, at } = problem;
    return [{ code, message: `"${param}" ${says}.`, param, at }];
  };
}

/** Runs several checks in order. */
export function checks(...all: readonly Check[]): Check {
  return (params) => all.flatMap((check) => check(params));
}

function wantedOf(members: { readonly [member: string]: EntryMember }): Members {
  return Object.entries(members).flatMap(([name, member]) => (member === 'any' ? [] : [{ name, member }]));
}

interface EntryProblem {
  readonly code: string;
  readonly says: string;
  readonly at: readonly string[];
}

function entryProblem(entry: JsonValue, wanted: Members): EntryProblem | undefined {
  if (!isJsonObject(entry)) return { code: 'param_type', says: 'should be an object', at: [] };
  for (const { name, member } of wanted) {
    const value = ownMember(entry, name);
    if (value === undefined) return { code: 'param_required', says: `needs "${name}", which is missing`, at: [] };
    const problem = member === 'number' ? numberProblem(name, value) : textProblem(name, value, member);
    if (problem !== undefined) return { ...problem, at: [name] };
  }
  return undefined;
}

function numberProblem(name: string, value: JsonValue): Omit<EntryProblem, 'at'> | undefined {
  if (!Number.isInteger(value)) return { code: 'param_type', says: `should have an integer as "${name}"` };
  return (value as number) < 1 ? { code: 'param_min', says: `should have a "${name}" of at least 1` } : undefined;
}

function textProblem(
  name: string,
  value: JsonValue,
  member: Exclude<EntryMember, 'number'>,
): Omit<EntryProblem, 'at'> | undefined {
  if (typeof value !== 'string') return { code: 'param_type', says: `should have a string as "${name}"` };
  if (member === 'text' && value.trim() === '') {
    return { code: 'param_non_empty', says: `should have a "${name}" that is not blank` };
  }
  if (typeof member === 'string') return undefined;
  if ('form' in member) {
    return member.form.test(value) ? undefined : { code: 'param_pattern', says: `should have ${member.expected}` };
  }
  return member.includes(value)
    ? undefined
    : { code: 'param_enum', says: `should have one of ${member.join(', ')} as "${name}"` };
}
