import type { PictureBlock, PictureEdge } from '@botwright/graph';
import { blockHeight, blockMeasures } from './block-box.ts';
import { type Box, intersects, type Point } from './viewport.ts';

/** Room between two blocks where the page places them. */
const gap = { x: 96, y: 32 } as const;

/** Blocks of other editors may be smaller than ours: their distances are stretched until ours do not overlap. */
const stretches = [1, 1.25, 1.5, 2, 2.5, 3] as const;

/** Beyond this, a place is of no use on a canvas. */
const farthest = 1e6;

/** Where the blocks are shown. */
export interface Placement {
  readonly boxes: ReadonlyMap<string, Box>;
  /** The distances in the diagram times this are those on the canvas. */
  readonly stretch: number;
  /** Whether the diagram has no useful places, so that these are the page's. */
  readonly isOwn: boolean;
}

type PlacedBlock = Pick<PictureBlock, 'id' | 'text' | 'outputs' | 'position'>;
type Way = Pick<PictureEdge, 'from' | 'to'>;

/** Places blocks where the diagram has them, or in columns from left to right where that is of no use. */
export function placeBlocks(blocks: readonly PlacedBlock[], edges: readonly Way[]): Placement {
  const stretch = stretches.find((each) => isApart(blocks, each));
  if (stretch !== undefined) return placeWith(blocks, stretch);
  // A few blocks that overlap are the author's; many on one place are nobody's.
  if (hasPlaces(blocks)) return placeWith(blocks, 1);
  return { boxes: inColumns(blocks, edges), stretch: 1, isOwn: true };
}

/** Places blocks where the diagram has them, as an earlier placement of it did. */
export function placeWith(blocks: readonly PlacedBlock[], stretch: number): Placement {
  const boxes = new Map<string, Box>();
  for (const block of blocks) boxes.set(block.id, boxOf(block, stretch));
  return { boxes, stretch, isOwn: false };
}

/** Places all blocks in columns, by their distance from the start. */
export function inColumns(blocks: readonly PlacedBlock[], edges: readonly Way[]): ReadonlyMap<string, Box> {
  const columns = columnsOf(blocks, edges);
  const boxes = new Map<string, Box>();
  for (const [at, column] of columns.entries()) {
    const heights = column.map(blockHeight);
    let y = 0;
    for (const [index, block] of column.entries()) {
      const height = heights[index] as number;
      boxes.set(block.id, { x: at * (blockMeasures.width + gap.x), y, width: blockMeasures.width, height });
      y += height + gap.y;
    }
  }
  return boxes;
}

/** How many rows a column has at most; what is beyond begins another column. */
const mostRows = 24;

/**
 * Sorts blocks into columns, each in the order in which the column before leads to it, so that few connections cross.
 * What no step from the start reaches comes last.
 */
function columnsOf(blocks: readonly PlacedBlock[], edges: readonly Way[]): readonly (readonly PlacedBlock[])[] {
  const byId = new Map(blocks.map((block) => [block.id, block]));
  const leaving = Map.groupBy(edges, ({ from }) => from);
  const entered = new Set(edges.filter(({ from, to }) => from !== to).map(({ to }) => to));
  const seen = new Set<string>();
  const columns: PlacedBlock[][] = [];
  const begin = (ids: readonly string[]) => {
    let reached = ids.filter((id) => !seen.has(id));
    while (reached.length > 0) {
      for (const id of reached) seen.add(id);
      columns.push(reached.flatMap((id) => byId.get(id) ?? []));
      const next = reached.flatMap((id) => (leaving.get(id) ?? []).map(({ to }) => to));
      reached = [...new Set(next)].filter((id) => byId.has(id) && !seen.has(id));
    }
  };
  begin(blocks.filter(({ id }) => !entered.has(id)).map(({ id }) => id));
  begin(blocks.map(({ id }) => id));
  return columns.flatMap((column) =>
    Array.from({ length: Math.ceil(column.length / mostRows) }, (_, part) =>
      column.slice(part * mostRows, (part + 1) * mostRows),
    ),
  );
}

function boxOf(block: PlacedBlock, stretch: number): Box {
  const { left, top } = block.position ?? { left: 0, top: 0 };
  return {
    x: Math.round(bounded(left) * stretch),
    y: Math.round(bounded(top) * stretch),
    width: blockMeasures.width,
    height: blockHeight(block),
  };
}

function bounded(value: number): number {
  return Number.isFinite(value) ? Math.max(-farthest, Math.min(farthest, value)) : 0;
}

/** Whether at least two thirds of the blocks have a place of their own. */
function hasPlaces(blocks: readonly PlacedBlock[]): boolean {
  const places = new Set(blocks.map(({ position }) => position && `${position.left} ${position.top}`));
  places.delete(undefined);
  return places.size >= (blocks.length * 2) / 3;
}

function isApart(blocks: readonly PlacedBlock[], stretch: number): boolean {
  if (blocks.some(({ position }) => position === undefined)) return false;
  const boxes = blocks.map((block) => boxOf(block, stretch)).sort((a, b) => a.y - b.y);
  return boxes.every((box, at) => {
    for (let below = at + 1; below < boxes.length; below += 1) {
      const other = boxes[below] as Box;
      if (other.y >= box.y + box.height) return true;
      if (intersects(box, other)) return false;
    }
    return true;
  });
}

/** The nearest place at or below `wished` where a block of this height is over no other. */
export function freePlace(wished: Point, height: number, boxes: Iterable<Box>): Point {
  const others = [...boxes];
  const place = { x: Math.round(wished.x), y: Math.round(wished.y) };
  for (;;) {
    const box = { ...place, width: blockMeasures.width, height };
    const hit = others.find((other) => intersects(other, box));
    if (hit === undefined) return place;
    place.y = Math.round(hit.y + hit.height + gap.y);
  }
}
