import { isJsonList, isJsonObject, type JsonObject, ownMember } from '../json/json-value.ts';

/** A Field in which a block saves an answer or a value, and where its params name it. */
export interface SavedField {
  readonly name: string;
  readonly param: string;
  /** The way from the value of the param to the name, such as `[2, 'destination']` in a list. */
  readonly at?: readonly (string | number)[];
}

/** Most entries of a list that a block's own rules look at: what is beyond is beyond the bound of the list. */
export const mostEntries = 1_000;

/** The Field that a param names, if it names one. */
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
