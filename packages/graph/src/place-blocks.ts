import dagre from '@dagrejs/dagre';
import type { Placed } from './diagram-layout.ts';
import type { PictureBlock, PictureEdge } from './picture.ts';

interface Sized
  extends Pick<PictureBlock, 'id' | 'position' | 'change'>,
    Partial<Pick<PictureBlock, 'isStart' | 'isEntry'>> {
  readonly width: number;
  readonly height: number;
}

/** The gap between two boxes, for connections. */
const gap = { x: 56, y: 36 };

/** Boxes on a canvas may be smaller than drawn boxes: distances grow until all boxes fit. */
const scales = [1, 1.25, 1.5, 2, 2.5, 3];

/** After this many moves, a removed block goes below all others. */
const mostTries = 40;

/** The library needs a second for this number, and time grows with its square. */
const mostForLibrary = 250;

/**
 * Places blocks by their positions on the canvas; without usable positions, in columns from left to right.
 *
 * @spec PI6, PI7, PI20
 */
export function placeBlocks(blocks: readonly Sized[], edges: readonly PictureEdge[]): readonly Placed[] {
  const present = blocks.filter(({ change }) => change !== 'removed');
  const scale = scales.find((each) => areApart(present, each));
  if (scale === undefined) return fromOrigin(inColumns(blocks, edges));
  return fromOrigin(pushedApart(blocks, scale));
}

function boxAt({ position, width, height }: Sized, scale: number): Placed | undefined {
  if (position === undefined || !isPlace(position.left) || !isPlace(position.top)) return undefined;
  return { x: Math.round(position.left * scale), y: Math.round(position.top * scale), width, height };
}

/** Larger coordinates cannot be drawn. */
function isPlace(value: number): boolean {
  return Math.abs(value) < 1e6;
}

function areApart(blocks: readonly Sized[], scale: number): boolean {
  const grid = createGrid();
  return blocks.every((block) => {
    const box = boxAt(block, scale);
    return box !== undefined && grid.takeIfFree(box);
  });
}

/** Present blocks stay in place; a removed block moves until it covers none. */
function pushedApart(blocks: readonly Sized[], scale: number): readonly Placed[] {
  const grid = createGrid();
  const placed = blocks.map((block) => {
    const box = block.change === 'removed' ? undefined : boxAt(block, scale);
    if (box !== undefined) grid.takeIfFree(box);
    return box;
  });
  let bottom = 0;
  for (const box of placed) bottom = Math.max(bottom, box === undefined ? 0 : box.y + box.height + mostTries * gap.y);
  return placed.map((box, at) => {
    const block = blocks[at] as Sized;
    if (box !== undefined) return box;
    const wanted = boxAt(block, scale) ?? { x: 0, y: 0, width: block.width, height: block.height };
    for (let tries = 0; tries < mostTries; tries += 1) {
      const place = { ...wanted, y: wanted.y + tries * gap.y };
      if (grid.takeIfFree(place)) return place;
    }
    const place = { ...wanted, y: bottom };
    bottom += block.height + gap.y;
    return place;
  });
}

/** Indexes boxes by the grid squares that they touch. */
function createGrid(): { readonly takeIfFree: (box: Placed) => boolean } {
  const size = 400;
  const squares = new Map<string, Placed[]>();

  function* squaresOf({ x, y, width, height }: Placed): Generator<Placed[]> {
    for (let column = Math.floor(x / size); column <= Math.floor((x + width + gap.x) / size); column += 1) {
      for (let row = Math.floor(y / size); row <= Math.floor((y + height + gap.y) / size); row += 1) {
        const key = `${column} ${row}`;
        const square = squares.get(key) ?? [];
        squares.set(key, square);
        yield square;
      }
    }
  }

  return {
    takeIfFree(box) {
      const touched = [...squaresOf(box)];
      if (touched.some((square) => square.some((other) => isOver(box, other)))) return false;
      for (const square of touched) square.push(box);
      return true;
    },
  };
}

function isOver(a: Placed, b: Placed): boolean {
  return (
    a.x < b.x + b.width + gap.x &&
    b.x < a.x + a.width + gap.x &&
    a.y < b.y + b.height + gap.y &&
    b.y < a.y + a.height + gap.y
  );
}

/** Places all blocks in columns from left to right, and ignores the canvas: keywords beside the greeting. @spec KW17 */
export function inColumns(blocks: readonly Sized[], connections: readonly PictureEdge[]): readonly Placed[] {
  const start = blocks.find(({ isStart }) => isStart === true);
  const entries = start === undefined ? [] : blocks.filter(({ isEntry }) => isEntry === true);
  const edges: readonly Pick<PictureEdge, 'from' | 'to'>[] = [
    ...connections,
    ...entries.map(({ id }) => ({ from: start?.id ?? '', to: id })),
  ];
  if (blocks.length > mostForLibrary || edges.length > 2 * mostForLibrary) return bySteps(blocks, edges);
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'LR', nodesep: gap.y, ranksep: 1.6 * gap.x });
  graph.setDefaultEdgeLabel(() => ({}));
  // Generated names: ids of blocks are arbitrary.
  const names = new Map(blocks.map(({ id }, at) => [id, `b${at}`]));
  for (const { id, width, height } of blocks) graph.setNode(names.get(id) as string, { width, height });
  for (const [at, { from, to }] of edges.entries()) {
    // The heavier an edge, the shorter it is.
    const label = at < connections.length ? {} : { weight: 10 };
    if (from !== to) graph.setEdge(names.get(from) as string, names.get(to) as string, label, `e${at}`);
  }
  dagre.layout(graph);
  return blocks.map(({ id, width, height }) => {
    const { x = 0, y = 0 } = graph.node(names.get(id) as string) as { readonly x?: number; readonly y?: number };
    return { x: Math.round(x - width / 2), y: Math.round(y - height / 2), width, height };
  });
}

/** A column for each number of steps from the start, and a last one for unreachable blocks. */
function bySteps(blocks: readonly Sized[], edges: readonly Pick<PictureEdge, 'from' | 'to'>[]): readonly Placed[] {
  const leaving = Map.groupBy(edges, ({ from }) => from);
  const entered = new Set(edges.map(({ to }) => to));
  const columns = new Map<string, number>();
  let reached = blocks.filter(({ id }) => !entered.has(id)).map(({ id }) => id);
  for (let column = 0; reached.length > 0; column += 1) {
    for (const id of reached) columns.set(id, column);
    const next = reached.flatMap((id) => (leaving.get(id) ?? []).map(({ to }) => to));
    reached = [...new Set(next)].filter((id) => !columns.has(id));
  }
  const last = [...columns.values()].reduce((most, column) => Math.max(most, column + 1), 0);
  const filled = new Map<number, number>();
  return blocks.map(({ id, width, height }) => {
    const column = columns.get(id) ?? last;
    const y = filled.get(column) ?? 0;
    filled.set(column, y + height + gap.y);
    return { x: column * Math.round(width + 1.6 * gap.x), y, width, height };
  });
}

export function fromOrigin(placed: readonly Placed[]): readonly Placed[] {
  const left = placed.reduce((least, { x }) => Math.min(least, x), Number.POSITIVE_INFINITY);
  const top = placed.reduce((least, { y }) => Math.min(least, y), Number.POSITIVE_INFINITY);
  return placed.map((box) => ({ ...box, x: box.x - left, y: box.y - top }));
}
