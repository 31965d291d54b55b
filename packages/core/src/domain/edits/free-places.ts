import type { Diagram } from '../diagram/diagram.ts';
import { isJsonObject } from '../json/json-value.ts';
import type { BlockInput } from './change-set.ts';

/** What a block takes of a canvas at most, with room around it. In the units of positions. */
const width = 320;
const height = 240;

/** How many blocks stand below each other before another column begins. */
const rows = 8;

/**
 * Gives added blocks that say neither `top` nor `left` a place where they cover no other block: in columns at the right
 * of all that are there. A block that has no place stands at 0, 0, where editors show it.
 *
 * @spec ED37
 */
export function withFreePlaces(diagram: Diagram, added: readonly BlockInput[]): readonly BlockInput[] {
  const placed = added.filter(hasPlace);
  const there = Object.values(diagram.nodes).filter(isJsonObject);
  const lefts = [...there, ...placed].map(({ left }) => (typeof left === 'number' ? left : 0));
  const first = lefts.reduce((most, left) => Math.max(most, left + width), 0);
  let count = 0;
  return added.map((block) => {
    if (hasPlace(block)) return block;
    const place = { left: first + Math.floor(count / rows) * width, top: (count % rows) * height };
    count += 1;
    return { ...block, ...place };
  });
}

function hasPlace({ top, left }: BlockInput): boolean {
  return top !== undefined || left !== undefined;
}
