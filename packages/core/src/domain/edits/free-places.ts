import type { Catalog } from '../blocks/catalog.ts';
import { roomBetween, roomOfBlock } from '../diagram/block-room.ts';
import type { Diagram } from '../diagram/diagram.ts';
import { isJsonObject, type JsonValue } from '../json/json-value.ts';
import type { BlockInput } from './change-set.ts';

/** From one column to the next, and from one block down to the next where neither is large. In the units of positions. */
const width = 320;
const usualHeight = 240;

/** How many blocks stand below each other before another column begins. */
const rows = 8;

/**
 * Gives added blocks that say neither `top` nor `left` a place where they cover no other block: in columns at the right
 * of all that are there.
 *
 * @spec ED37
 */
export function withFreePlaces(
  diagram: Diagram,
  added: readonly BlockInput[],
  catalog: Catalog,
): readonly BlockInput[] {
  const taken: readonly (JsonValue | BlockInput)[] = [...Object.values(diagram.nodes), ...added];
  const first = taken.reduce<number>((most, each) => {
    const left = isJsonObject(each as JsonValue) ? (each as BlockInput).left : undefined;
    return typeof left === 'number' ? Math.max(most, left + width) : most;
  }, 0);
  const nextPlace = placesFrom(first);
  return added.map((block) => {
    if (block.top !== undefined || block.left !== undefined) return block;
    return { ...block, ...nextPlace(heightOf(block, catalog)) };
  });
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
