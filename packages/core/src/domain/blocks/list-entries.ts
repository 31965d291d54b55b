import { isJsonList, isJsonObject, type JsonObject, type JsonValue, ownMember } from '../json/json-value.ts';
import type { BlockProblem } from './block-definition.ts';

/** Members that each entry of a list param must have, and the values they may take. */
export interface EntryShape {
  readonly param: string;
  readonly members: { readonly [member: string]: 'text' | 'any' | readonly string[] };
}

/**
 * Checks what the catalog's rules cannot say: that the entries of a list param are objects with these members.
 * A `text` member is a string that is not blank; `any` may be left out.
 *
 * @returns One problem for each faulty entry. Empty when the param is no list: that is for its own rule.
 * @spec BL15
 */
export function checkEntries(params: JsonObject, shape: EntryShape): readonly BlockProblem[] {
  const entries = ownMember(params, shape.param);
  if (!isJsonList(entries)) return [];
  return entries.flatMap((entry, index) => entryProblem(entry, `${shape.param}[${index}]`, shape) ?? []);
}

function entryProblem(entry: JsonValue, place: string, shape: EntryShape): BlockProblem | undefined {
  const { param } = shape;
  if (!isJsonObject(entry)) return { code: 'param_type', message: `${place} must be an object.`, param };
  for (const [member, wanted] of Object.entries(shape.members)) {
    if (wanted === 'any') continue;
    const value = ownMember(entry, member);
    if (typeof value !== 'string' || value.trim() === '') {
      return { code: 'param_type', message: `${place}.${member} must be a text that is not blank.`, param };
    }
    if (wanted !== 'text' && !wanted.includes(value)) {
      return { code: 'param_enum', message: `${place}.${member} must be one of ${wanted.join(', ')}.`, param };
    }
  }
  return undefined;
}
