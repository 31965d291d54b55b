import type { LaidBlock, LaidEdge, Point } from './diagram-layout.ts';
import type { PictureEdge } from './picture.ts';

/** Distances of the lanes beside a box that connections take; large pictures do without the last. */
const lanes = [16, 28, 40];
const mostForAllLanes = 100;

/** Nothing passes closer to a box. */
const clearance = 8;

/** In pixels that a connection goes further to have one corner less. */
const cornerCost = 60;

/** In pixels for each pixel on the way of another connection. */
const sharedCost = 4;

/** More are joined without a search. */
const mostEdges = 600;
const mostCells = 1_500_000;

/** How many steps the search takes for all connections together, about a second. */
const mostSteps = 6_000_000;

/**
 * Leads each connection from its output, and each jump from its block, around the boxes, in straight lines with few corners, and apart from others
 * where there is room. Large pictures, and connections that no way leads to, go straight.
 *
 * @spec PI8
 */
export function routeEdges(
  blocks: readonly LaidBlock[],
  edges: readonly PictureEdge[],
  entry: number,
): readonly LaidEdge[] {
  const byId = new Map(blocks.map((block) => [block.id, block]));
  const ends = edges.flatMap((edge) => {
    const source = byId.get(edge.from);
    const target = byId.get(edge.to);
    const output = source?.outputs.find((each) => each.output === edge.output);
    if (source === undefined || target === undefined) return [];
    const y = edge.isJump === true ? source.y + entry : output?.y;
    if (y === undefined) return [];
    return [{ edge, from: { x: source.x + source.width, y }, to: { x: target.x, y: target.y + entry } }];
  });
  const search =
    ends.length > mostEdges
      ? undefined
      : createSearch(
          blocks,
          ends.flatMap(({ from, to }) => [from, to]),
        );
  return ends.map(({ edge, from, to }) => ({ ...edge, points: search?.(from, to) ?? straightWay(from, to) }));
}

function straightWay(from: Point, to: Point): readonly Point[] {
  const [lane = 0] = lanes;
  if (to.x - from.x >= 2 * lane) {
    const x = to.x - lane;
    return withoutInner([from, { x, y: from.y }, { x, y: to.y }, to]);
  }
  const out = from.x + lane;
  const back = to.x - lane;
  const y = (from.y + to.y) / 2;
  return withoutInner([from, { x: out, y: from.y }, { x: out, y }, { x: back, y }, { x: back, y: to.y }, to]);
}

type Search = (from: Point, to: Point) => readonly Point[] | undefined;

/**
 * Prepares a search over the lines beside boxes and through the ends of connections. A state is a crossing with the
 * direction of arrival: even across, odd along the height.
 */
function createSearch(blocks: readonly LaidBlock[], ends: readonly Point[]): Search | undefined {
  const [lane = 0] = lanes;
  const beside = blocks.length > mostForAllLanes ? lanes.slice(0, -1) : lanes;
  const xs = ordered([
    ...blocks.flatMap(({ x, width }) => [...beside.flatMap((each) => [x - each, x + width + each]), x + width / 2]),
  ]);
  const ys = ordered([...blocks.flatMap(({ y, height }) => [y - lane, y + height + lane]), ...ends.map(({ y }) => y)]);
  const columns = xs.length;
  const cells = columns * ys.length;
  if (cells > mostCells) return undefined;

  const columnOf = new Map(xs.map((x, at) => [x, at]));
  const rowOf = new Map(ys.map((y, at) => [y, at]));
  const isBlocked = new Uint8Array(cells);
  for (const { x, y, width, height } of blocks) {
    const [left, right] = [x - clearance, x + width + clearance];
    const [top, bottom] = [y - clearance, y + height + clearance];
    for (let row = firstFrom(ys, top); row < ys.length && (ys[row] as number) <= bottom; row += 1) {
      for (let column = firstFrom(xs, left); column < columns && (xs[column] as number) <= right; column += 1) {
        isBlocked[row * columns + column] = 1;
      }
    }
  }

  /** How many connections go from a crossing to the next one, to the right and down. */
  const usesAcross = new Uint8Array(cells);
  const usesDown = new Uint8Array(cells);
  const costs = new Float64Array(cells * 2);
  const cameFrom = new Int32Array(cells * 2);
  const seen = new Int32Array(cells * 2);
  let round = 0;
  let steps = 0;

  return (from, to) => {
    const first = crossing(from.x + lane, from.y);
    const last = crossing(to.x - lane, to.y);
    if (first === undefined || last === undefined) return undefined;
    const end = find(first, last);
    if (end === undefined) return undefined;
    const way: number[] = [];
    for (let state = end; state >= 0; state = cameFrom[state] as number) way.push(state >> 1);
    way.reverse();
    mark(way);
    return withoutInner([
      from,
      ...way.map((cell) => ({ x: xs[cell % columns] as number, y: ys[Math.floor(cell / columns)] as number })),
      to,
    ]);
  };

  function crossing(x: number, y: number): number | undefined {
    const column = columnOf.get(x);
    const row = rowOf.get(y);
    if (column === undefined || row === undefined) return undefined;
    const cell = row * columns + column;
    return isBlocked[cell] === 1 ? undefined : cell;
  }

  function find(first: number, last: number): number | undefined {
    round += 1;
    const goalX = xs[last % columns] as number;
    const goalY = ys[Math.floor(last / columns)] as number;
    const open = createQueue();
    const begin = first * 2;
    costs[begin] = 0;
    cameFrom[begin] = -1;
    seen[begin] = round;
    open.push(begin, 0);
    for (let state = open.pop(); state !== undefined; state = open.pop()) {
      const cell = state >> 1;
      if (state === last * 2) return state;
      steps += 1;
      if (steps > mostSteps) return undefined;
      const column = cell % columns;
      if (column > 0) step(state, cell - 1, 0, usesAcross[cell - 1] as number);
      if (column < columns - 1) step(state, cell + 1, 0, usesAcross[cell] as number);
      if (cell >= columns) step(state, cell - columns, 1, usesDown[cell - columns] as number);
      if (cell + columns < cells) step(state, cell + columns, 1, usesDown[cell] as number);
    }
    return undefined;

    function step(state: number, next: number, direction: 0 | 1, uses: number): void {
      if (isBlocked[next] === 1) return;
      const cell = state >> 1;
      const length =
        direction === 0
          ? Math.abs((xs[next % columns] as number) - (xs[cell % columns] as number))
          : Math.abs((ys[Math.floor(next / columns)] as number) - (ys[Math.floor(cell / columns)] as number));
      const corner = (state & 1) === direction ? 0 : cornerCost;
      const cost = (costs[state] as number) + length * (1 + sharedCost * Math.min(uses, 2)) + corner;
      const target = next * 2 + direction;
      if (seen[target] === round && (costs[target] as number) <= cost) return;
      seen[target] = round;
      costs[target] = cost;
      cameFrom[target] = state;
      const left =
        Math.abs((xs[next % columns] as number) - goalX) + Math.abs((ys[Math.floor(next / columns)] as number) - goalY);
      open.push(target, cost + left);
    }
  }

  function mark(way: readonly number[]): void {
    for (let at = 1; at < way.length; at += 1) {
      const [one, other] = [way[at - 1] as number, way[at] as number];
      const least = Math.min(one, other);
      const uses = Math.abs(one - other) === 1 ? usesAcross : usesDown;
      uses[least] = Math.min(255, (uses[least] as number) + 1);
    }
  }
}

/** Where a sorted list reaches a value. */
function firstFrom(values: readonly number[], value: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function ordered(values: readonly number[]): readonly number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}

/** Points that lie between their neighbours on one line are no corners. */
function withoutInner(points: readonly Point[]): readonly Point[] {
  const corners: Point[] = [];
  for (const point of points) {
    const [before, last] = [corners.at(-2), corners.at(-1)];
    if (last !== undefined && last.x === point.x && last.y === point.y) continue;
    const isInner =
      before !== undefined &&
      last !== undefined &&
      ((before.x === last.x && last.x === point.x) || (before.y === last.y && last.y === point.y));
    if (isInner) corners.pop();
    corners.push(point);
  }
  return corners;
}

/** A binary heap. Of equal ones, the order is that of the heap, which is the same in every run. */
function createQueue(): { push(state: number, rank: number): void; pop(): number | undefined } {
  const states: number[] = [];
  const ranks: number[] = [];

  function swap(a: number, b: number): void {
    const [state, rank] = [states[a] as number, ranks[a] as number];
    states[a] = states[b] as number;
    ranks[a] = ranks[b] as number;
    states[b] = state;
    ranks[b] = rank;
  }

  return {
    push(state, rank) {
      states.push(state);
      ranks.push(rank);
      for (let at = states.length - 1; at > 0; ) {
        const parent = (at - 1) >> 1;
        if ((ranks[parent] as number) <= (ranks[at] as number)) break;
        swap(at, parent);
        at = parent;
      }
    },
    pop() {
      const last = states.length - 1;
      if (last < 0) return undefined;
      swap(0, last);
      const state = states.pop();
      ranks.pop();
      for (let at = 0; ; ) {
        const left = 2 * at + 1;
        if (left >= last) break;
        const right = left + 1;
        const least = right < last && (ranks[right] as number) < (ranks[left] as number) ? right : left;
        if ((ranks[at] as number) <= (ranks[least] as number)) break;
        swap(at, least);
        at = least;
      }
      return state;
    },
  };
}
