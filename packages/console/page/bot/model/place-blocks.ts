import type { PictureBlock, PictureEdge } from '@botwright/graph';
import { blockHeight, blockMeasures } from './block-box.ts';
import { type Box, intersects, type Point } from './viewport.ts';

/** Space between two blocks placed by the page. */
const gap = { x: 96, y: 32 } as const;

/** Blocks of other editors may be smaller: their distances are stretched until blocks here do not overlap. */
const stretches = [1, 1.25, 1.5, 2, 2.5, 3] as const;

/** Larger places are unusable on a canvas. */
const farthest = 1e6;

/** The shown places. */
export interface Placement {
  readonly boxes: ReadonlyMap<string, Box>;
  /** Factor between distances in the diagram and on the canvas. */
  readonly stretch: number;
  /** Whether the page chose the places, because the diagram has no useful ones. */
  readonly isOwn: boolean;
}

type PlacedBlock = Pick<PictureBlock, 'id' | 'text' | 'outputs' | 'position'> &
  Partial<Pick<PictureBlock, 'isStart' | 'isEntry'>>;
type Way = Pick<PictureEdge, 'from' | 'to'>;

/** Uses the diagram's places, or columns from left to right if they are not useful. */
export function placeBlocks(blocks: readonly PlacedBlock[], edges: readonly Way[]): Placement {
  const stretch = stretches.find((each) => isApart(blocks, each));
  if (stretch !== undefined) return placeWith(blocks, stretch);
  // The author may overlap a few blocks; many on one place mean that nobody placed them.
  if (hasPlaces(blocks)) return placeWith(blocks, 1);
  return { boxes: inColumns(blocks, edges), stretch: 1, isOwn: true };
}

/** Uses the diagram's places, with the stretch of an earlier placement. */
export function placeWith(blocks: readonly PlacedBlock[], stretch: number): Placement {
  return { boxes: new Map(blocks.map((block) => [block.id, boxOf(block, stretch)])), stretch, isOwn: false };
}

/** Places all blocks in columns, by their distance from the start. */
export function inColumns(blocks: readonly PlacedBlock[], edges: readonly Way[]): ReadonlyMap<string, Box> {
  const start = blocks.find(({ isStart }) => isStart === true);
  // Keywords are beside the greeting.
  const entries = start === undefined ? [] : blocks.filter(({ isEntry }) => isEntry === true);
  const columns = columnsOf(blocks, [...edges, ...entries.map(({ id }) => ({ from: start?.id ?? '', to: id }))]);
  const boxes = new Map<string, Box>();
  for (const [at, column] of columns.entries()) {
    let y = 0;
    for (const block of column) {
      const height = blockHeight(block);
      boxes.set(block.id, { x: at * (blockMeasures.width + gap.x), y, width: blockMeasures.width, height });
      y += height + gap.y;
    }
  }
  return boxes;
}

/** Maximum of rows in a column; further blocks begin another column. */
const mostRows = 24;

/**
 * Sorts blocks into columns, each in the order of the connections from the previous column, so that few connections
 * cross. Unreachable blocks come last.
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

/** Whether at least two thirds of the blocks have distinct places. */
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

/** The nearest place at or below `wanted` at which a block of this height overlaps no other. */
export function freePlace(wanted: Point, height: number, boxes: Iterable<Box>): Point {
  const others = [...boxes];
  const place = { x: Math.round(wanted.x), y: Math.round(wanted.y) };
  for (;;) {
    const box = { ...place, width: blockMeasures.width, height };
    const hit = others.find((other) => intersects(other, box));
    if (hit === undefined) return place;
    place.y = Math.round(hit.y + hit.height + gap.y);
  }
}
