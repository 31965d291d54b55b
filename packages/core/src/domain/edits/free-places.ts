import type { Catalog } from '../blocks/catalog.ts';
import { roomBetween, roomOfBlock } from '../diagram/block-room.ts';
import type { Diagram } from '../diagram/diagram.ts';
import { isJsonObject } from '../json/json-value.ts';
import type { BlockInput } from './change-set.ts';

/** From one column to the next, and from one block down to the next where neither is large. In the units of positions. */
const width = 320;
const usualHeight = 240;

/** How many blocks stand below each other before another column begins. */
const rows = 8;

/**
 * Gives added blocks that say neither `top` nor `left` a place where they cover no other block: in columns at the right
 * of all that are there. A block that has no place stands at 0, 0, where editors show it.
 *
 * @spec ED37
 */
export function withFreePlaces(
  diagram: Diagram,
  added: readonly BlockInput[],
  catalog: Catalog,
): readonly BlockInput[] {
  const placed = added.filter(hasPlace);
  const there = Object.values(diagram.nodes).filter(isJsonObject);
  const lefts = [...there, ...placed].map(({ left }) => (typeof left === 'number' ? left : 0));
  const nextPlace = placesFrom(lefts.reduce((most, left) => Math.max(most, left + width), 0));
  return added.map((block) => (hasPlace(block) ? block : { ...block, ...nextPlace(heightOf(block, catalog)) }));
}

function hasPlace({ top, left }: BlockInput): boolean {
  return top !== undefined || left !== undefined;
}

function heightOf({ type, params = {} }: BlockInput, catalog: Catalog): number {
  const template = catalog.byName(type)?.template ?? type;
  return Math.max(usualHeight, roomOfBlock({ template, params }, catalog).height + roomBetween);
}

/** Gives places in columns, the first of which begins at `left`. */
function placesFrom(left: number): (height: number) => { readonly left: number; readonly top: number } {
  let count = 0;
  let top = 0;
  return (height) => {
    if (count % rows === 0) top = 0;
    const place = { left: left + Math.floor(count / rows) * width, top };
    count += 1;
    top += height;
    return place;
  };
}
