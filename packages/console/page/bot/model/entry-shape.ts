import { isJsonObject, type JsonObject, type JsonValue } from '@botwright/core/conversation';
import type { BlockVariant, ParamDefinition } from '@botwright/core/diagram';

/** The members of the entries of a list param, such as buttons. */
export interface EntryShape {
  readonly members: readonly string[];
  /** The members that an entry may lack. */
  readonly optional: readonly string[];
  /** The member that names the output of an entry; users need not fill it in. */
  readonly id?: string;
  /** The members that are numbers. */
  readonly numbers: readonly string[];
  /** The allowed values of a member, if they are few. */
  readonly choices: Readonly<Record<string, readonly string[]>>;
  /** The members that are lists of entries themselves. */
  readonly lists: Readonly<Record<string, EntryShape>>;
}

/**
 * Finds the members of entries: those in the param's description of the catalog, such as `{id, label, value?}`, and
 * those of existing entries.
 *
 * @returns `undefined` when there are none: the list is then edited as JSON.
 */
export function entryShapeOf(
  param: Pick<ParamDefinition, 'name' | 'description'>,
  value: JsonValue | undefined,
  variant: BlockVariant | undefined,
): EntryShape | undefined {
  const entries = Array.isArray(value) ? (value as readonly JsonValue[]) : [];
  if (entries.some((entry) => !isJsonObject(entry))) return undefined;
  const written = /\{(\w+\??(?:, ?\w+\??)*)\}/.exec(param.description)?.[1]?.split(/, ?/) ?? [];
  const named = written.map((member) => member.replace('?', ''));
  const used = entries.flatMap((entry) => Object.keys(entry as JsonObject));
  const members = [...new Set([...named, ...used])];
  if (members.length === 0) return undefined;
  const id = variant?.outputDerivations.find((derivation) => derivation.param === param.name)?.each;
  return {
    members,
    optional: written.filter((member) => member.endsWith('?')).map((member) => member.slice(0, -1)),
    ...(id !== undefined && { id }),
    numbers: /\bNumbers: (\w+(?:, \w+)*)/.exec(param.description)?.[1]?.split(', ') ?? [],
    choices: Object.fromEntries(
      members.flatMap((member) => {
        const list = new RegExp(`\\b${member}(?:s|es): (\\w+(?:, \\w+)*)`, 'i').exec(param.description)?.[1];
        return list === undefined ? [] : [[member, list.split(', ')]];
      }),
    ),
    lists: Object.fromEntries(
      named.flatMap((member) => {
        const description = new RegExp(`\\b${member} is a list of (\\{\\w+, .*)`, 'i').exec(param.description)?.[1];
        const shape = description && entryShapeOf({ name: member, description }, undefined, undefined);
        return shape ? [[member, shape]] : [];
      }),
    ),
  };
}

/** An initial entry. The id of its output is the first free one, of the allowed ones if they are few. */
export function newEntry(
  { members, optional, id, choices, lists }: EntryShape,
  entries: readonly JsonValue[],
): JsonObject {
  const taken = new Set(entries.map((entry) => (isJsonObject(entry) && id !== undefined ? entry[id] : undefined)));
  let number = entries.length + 1;
  while (taken.has(`o${number}`)) number += 1;
  return Object.fromEntries(
    members
      .filter((member) => !optional.includes(member))
      .map((member) => {
        const list = lists[member];
        if (list !== undefined) return [member, [newEntry(list, [])]];
        const allowed = choices[member];
        const first = (member === id && allowed?.find((each) => !taken.has(each))) || allowed?.[0];
        return [member, first ?? (member === id ? `o${number}` : '')];
      }),
  );
}
