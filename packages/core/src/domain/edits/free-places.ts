import type { Diagram } from '../diagram/diagram.ts';
import { isJsonObject, type JsonValue, ownMember } from '../json/json-value.ts';
import type { BlockInput } from './change-set.ts';

/** What a block takes of a canvas at most, with room around it. In the units of positions. */
const room = { width: 320, height: 240 } as const;

/** How many blocks stand below each other before another column begins. */
const mostRows = 8;

interface Place {
  readonly left: number;
  readonly top: number;
}

/**
 * Gives added blocks that say neither `top` nor `left` a place where they cover no other block: in columns at the right
 * of all that are there.
 *
 * @spec ED8001
 */
export function withFreePlaces(diagram: Diagram, added: readonly BlockInput[]): readonly BlockInput[] {
  if (added.every(isPlaced)) return added;
  const taken = [...Object.values(diagram.nodes).flatMap(placeOf), ...added.filter(isPlaced).map(toPlace)];
  const left = taken.reduce((most, place) => Math.max(most, place.left + room.width), 0);
  const top = taken.reduce(
    (least, place) => Math.min(least, place.top),
    taken.length === 0 ? 0 : Number.POSITIVE_INFINITY,
  );
  let count = 0;
  return added.map((block) => {
    if (isPlaced(block)) return block;
    const place = {
      left: left + Math.floor(count / mostRows) * room.width,
      top: top + (count % mostRows) * room.height,
    };
    count += 1;
    return { ...block, ...place };
  });
}

function isPlaced({ top, left }: BlockInput): boolean {
  return top !== undefined || left !== undefined;
}

function toPlace({ top = 0, left = 0 }: BlockInput): Place {
  return { top, left };
}

function placeOf(node: JsonValue): readonly Place[] {
  if (!isJsonObject(node)) return [];
  const top = ownMember(node, 'top');
  const left = ownMember(node, 'left');
  return typeof top === 'number' && typeof left === 'number' ? [{ top, left }] : [];
}
