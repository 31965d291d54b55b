import type { Catalog } from '../blocks/catalog.ts';
import { roomBetween, roomOfBlock } from '../diagram/block-room.ts';
import type { Diagram } from '../diagram/diagram.ts';
import { isJsonObject } from '../json/json-value.ts';
import type { BlockInput } from './change-set.ts';

/** Distances between columns, and between small blocks in a column, in the units of positions. */
const width = 320;
const usualHeight = 240;

/** The number of blocks in a column. */
const rows = 8;

/**
 * Positions added blocks without `top` and `left` so that they cover no other block: in columns at the right of all
 * blocks. Editors show a block without a position at 0, 0.
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

/** Returns positions in columns, the first of which begins at `left`. */
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
