import { isJsonList, isJsonObject, type JsonObject, ownMember } from '../json/json-value.ts';
import type { ParamDefinition, SavedField } from './block-definition.ts';
import { param } from './describe-block.ts';

/** The rules of a block check this number of list entries. A longer list breaks the rule about its length. */
export const mostEntries = 1_000;

/** The Field that a param names, if any. */
export function savedByParam(param: string): (params: JsonObject) => readonly SavedField[] {
  return (params) => {
    const name = ownMember(params, param);
    return typeof name === 'string' && name !== '' ? [{ name, param }] : [];
  };
}

/** The Fields that a member of the entries of a list param names. */
export function savedByEntries(param: string, member: string): (params: JsonObject) => readonly SavedField[] {
  return (params) => {
    const entries = ownMember(params, param);
    if (!isJsonList(entries)) return [];
    return entries.slice(0, mostEntries).flatMap((entry, index): readonly SavedField[] => {
      const name = isJsonObject(entry) ? ownMember(entry, member) : undefined;
      return typeof name === 'string' && name !== '' ? [{ name, param, at: [index, member] }] : [];
    });
  };
}

/** A Field name is any text that is possible in `@{name}`. */
export const fieldNamePattern = '^[^{}]*$';

/** The param that names the Field in which the block saves its answer or result. */
export const destinationParam: ParamDefinition = param('destination', 'string', {
  rules: { pattern: fieldNamePattern },
  description: 'Field that takes the result.',
});

/** The Field that a block with a `destination` writes. @spec BL21 */
export function destinationField(params: JsonObject): readonly string[] {
  const name = ownMember(params, 'destination');
  return typeof name === 'string' && name !== '' ? [name] : [];
}

/** The same Field, with the place of its name in the params. @spec RU57 */
export const savedAtDestination = savedByParam('destination');

/** The same Field, except after `$failed`, which saves nothing. */
export function destinationOnSuccess(params: JsonObject, output: string): readonly string[] {
  return output === '$success' ? destinationField(params) : [];
}
