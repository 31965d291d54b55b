import type { Diagram } from '../diagram/diagram.ts';
import { isJsonObject, type JsonValue } from '../json/json-value.ts';
import type { BlockInput } from './change-set.ts';

/** What a block takes of a canvas at most, with room around it. In the units of positions. */
const width = 320;
const height = 240;

/** How many blocks stand below each other before another column begins. */
const rows = 8;

/**
 * Gives added blocks that say neither `top` nor `left` a place where they cover no other block: in columns at the right
 * of all that are there.
 *
 * @spec ED37
 */
export function withFreePlaces(diagram: Diagram, added: readonly BlockInput[]): readonly BlockInput[] {
  const taken: readonly (JsonValue | BlockInput)[] = [...Object.values(diagram.nodes), ...added];
  const first = taken.reduce<number>((most, each) => {
    const left = isJsonObject(each as JsonValue) ? (each as BlockInput).left : undefined;
    return typeof left === 'number' ? Math.max(most, left + width) : most;
  }, 0);
  let count = 0;
  return added.map((block) => {
    if (block.top !== undefined || block.left !== undefined) return block;
    const place = { left: first + Math.floor(count / rows) * width, top: (count % rows) * height };
    count += 1;
    return { ...block, ...place };
  });
}
