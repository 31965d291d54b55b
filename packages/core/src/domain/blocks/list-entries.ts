import { isJsonList, isJsonObject, type JsonObject, type JsonValue, ownMember } from '../json/json-value.ts';
import type { BlockProblem } from './block-definition.ts';
import { mostEntries } from './saved-field.ts';

/**
 * `text`: a string that is not blank; `string`: any string; `number`: an integer from 1; `any`: optional; a list: one
 * of these values; a form: a string that a pattern matches; bounds: an integer within them.
 */
export type EntryMember = 'text' | 'string' | 'number' | 'any' | readonly string[] | EntryForm | EntryBounds;

export interface EntryForm {
  readonly form: RegExp;
  /** The end of a sentence after "should have". */
  readonly expected: string;
}

export interface EntryBounds {
  readonly min: number;
  readonly max: number;
}

/** By name of the member; a name that ends with `?` may be missing. */
type MemberRules = Readonly<Record<string, EntryMember>>;
/** The rules of the members of an entry, if its members decide them. */
export type EntryRules = (entry: JsonObject) => MemberRules;
type Check = (params: JsonObject) => readonly BlockProblem[];

/**
 * Makes a check that the entries of a list param are objects with these members. Reports one problem for each faulty
 * entry among the first 1,000. The rules of the param report a value that is not a list, and a long list.
 *
 * @spec BL15
 */
export function entriesCheck(param: string, members: MemberRules | EntryRules): Check {
  return (params) => entriesProblems(ownMember(params, param), members, { param, name: `"${param}"`, at: [] });
}

/** A list in the value of a param. */
export interface ListPlace {
  readonly param: string;
  /** Of the list, for people. */
  readonly name: string;
  /** Path from the value of the param to the list. */
  readonly at: readonly (string | number)[];
}

/** The problems of the entries of a list, as `entriesCheck` reports them. */
export function entriesProblems(
  entries: JsonValue | undefined,
  members: MemberRules | EntryRules,
  { param, name, at }: ListPlace,
): readonly BlockProblem[] {
  if (!isJsonList(entries)) return [];
  return entries
    .slice(0, mostEntries)
    .flatMap((entry, index) => problemsOf(entry, members, param, `entry ${index + 1} of ${name}`, [...at, index]));
}

/** The same for a param that is one such object. The rules of the param report other values and an empty object. */
export function objectCheck(param: string, members: MemberRules): Check {
  return (params) => {
    const value = ownMember(params, param);
    if (!isJsonObject(value) || Object.keys(value).length === 0) return [];
    return problemsOf(value, members, param, `"${param}"`, []);
  };
}

/** Makes a check that the entries of a list param are strings. @spec QN10 */
export function stringsCheck(param: string): Check {
  return (params) => {
    const entries = ownMember(params, param);
    if (!isJsonList(entries)) return [];
    return entries.slice(0, mostEntries).flatMap((entry, index) => {
      if (typeof entry === 'string') return [];
      const message = `entry ${index + 1} of "${param}" should be a string.`;
      return [{ code: 'param_type', message, param, at: [index] }];
    });
  };
}

/** Runs several checks in order. */
export function checks(...all: readonly Check[]): Check {
  return (params) => all.flatMap((check) => check(params));
}

type Problem = Pick<BlockProblem, 'code'> & { readonly says: string };

/** @returns The first problem of an entry. @param name - Of the entry, for people. */
function problemsOf(
  entry: JsonValue,
  members: MemberRules | EntryRules,
  param: string,
  name: string,
  place: readonly (string | number)[],
): readonly BlockProblem[] {
  const problem = ({ code, says }: Problem, at: readonly string[]): readonly BlockProblem[] => [
    { code, message: `${name} ${says}.`, param, at: [...place, ...at] },
  ];
  if (!isJsonObject(entry)) return problem({ code: 'param_type', says: 'should be an object' }, []);
  for (const [named, rule] of Object.entries(typeof members === 'function' ? members(entry) : members)) {
    if (rule === 'any') continue;
    const member = named.replace('?', '');
    const value = ownMember(entry, member);
    if (value === undefined && member !== named) continue;
    if (value === undefined)
      return problem({ code: 'param_required', says: `needs "${member}", which is missing` }, []);
    const bounds = rule === 'number' ? fromOne : typeof rule === 'object' && 'min' in rule ? rule : undefined;
    const found =
      bounds === undefined ? textProblem(member, value, rule as TextRule) : numberProblem(member, value, bounds);
    if (found !== undefined) return problem(found, [member]);
  }
  return [];
}

const fromOne: EntryBounds = { min: 1, max: Number.POSITIVE_INFINITY };

function numberProblem(name: string, value: JsonValue, { min, max }: EntryBounds): Problem | undefined {
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    return { code: 'param_type', says: `should have an integer as "${name}"` };
  }
  if (value < min) return { code: 'param_min', says: `needs "${name}" to be at least ${min}` };
  return value > max ? { code: 'param_max', says: `needs "${name}" to be at most ${max}` } : undefined;
}

type TextRule = Exclude<EntryMember, 'number' | 'any' | EntryBounds>;

function textProblem(name: string, value: JsonValue, member: TextRule): Problem | undefined {
  if (typeof value !== 'string') return { code: 'param_type', says: `should have a string as "${name}"` };
  if (member === 'text' && value.trim() === '') {
    return { code: 'param_non_empty', says: `has a blank "${name}"` };
  }
  if (typeof member === 'string') return undefined;
  if ('form' in member) {
    return member.form.test(value) ? undefined : { code: 'param_pattern', says: `should have ${member.expected}` };
  }
  return member.includes(value)
    ? undefined
    : { code: 'param_enum', says: `should have one of ${member.join(', ')} as "${name}"` };
}
