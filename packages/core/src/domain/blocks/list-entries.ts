import { isJsonList, isJsonObject, type JsonObject, type JsonValue, ownMember } from '../json/json-value.ts';
import type { BlockProblem } from './block-definition.ts';

/** `text` is a string that is not blank, `string` any string, `any` may be left out, a list names the values taken. */
export type EntryMember = 'text' | 'string' | 'any' | readonly string[];

/**
 * Makes the check of what the catalog's rules cannot say: that the entries of a list param are objects with these
 * members. It finds one problem for each faulty entry, and none when the param is no list: that is for its own rule.
 *
 * @spec BL15
 */
export function entriesCheck(
  param: string,
  members: { readonly [member: string]: EntryMember },
): (params: JsonObject) => readonly BlockProblem[] {
  const wanted = Object.entries(members).filter(([, member]) => member !== 'any');
  return (params) => {
    const entries = ownMember(params, param);
    if (!isJsonList(entries)) return [];
    const problems: BlockProblem[] = [];
    for (let index = 0; index < entries.length; index += 1) {
      const problem = entryProblem(entries[index] as JsonValue, wanted);
      if (problem === undefined) continue;
      const { code, says, at } = problem;
      problems.push({ code, message: `entry ${index + 1} of "${param}" ${says}.`, param, at: [index, ...at] });
    }
    return problems;
  };
}

interface EntryProblem {
  readonly code: string;
  readonly says: string;
  readonly at: readonly string[];
}

function entryProblem(entry: JsonValue, wanted: readonly (readonly [string, EntryMember])[]): EntryProblem | undefined {
  if (!isJsonObject(entry)) return { code: 'param_type', says: 'should be an object', at: [] };
  for (const [name, member] of wanted) {
    const value = ownMember(entry, name);
    if (value === undefined) return { code: 'param_required', says: `needs "${name}", which is missing`, at: [] };
    if (typeof value !== 'string') {
      return { code: 'param_type', says: `should have a string as "${name}"`, at: [name] };
    }
    if (member === 'text' && value.trim() === '') {
      return { code: 'param_non_empty', says: `should have a "${name}" that is not blank`, at: [name] };
    }
    if (typeof member === 'object' && !member.includes(value)) {
      return { code: 'param_enum', says: `should have one of ${member.join(', ')} as "${name}"`, at: [name] };
    }
  }
  return undefined;
}
