import type { JsonObject } from '../json/json-value.ts';
import type { BlockInput } from './change-set.ts';

/**
 * Gives each block to add its id: the one it names, or the first of `n0`, `n1`, … that is free. An id is free
 * when no block of the diagram has it and the request neither adds nor deletes it by name.
 *
 * @returns The ids, in the order of `added`.
 * @spec ED4
 */
export function assignBlockIds(
  nodes: JsonObject,
  added: readonly BlockInput[],
  deleted: ReadonlySet<string>,
): readonly string[] {
  const named = new Set(added.map(({ id }) => id));
  let next = 0;
  const takeFree = () => {
    while (Object.hasOwn(nodes, `n${next}`) || named.has(`n${next}`) || deleted.has(`n${next}`)) next += 1;
    next += 1;
    return `n${next - 1}`;
  };
  return added.map(({ id }) => id ?? takeFree());
}
