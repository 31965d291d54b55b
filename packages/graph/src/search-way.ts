import type { LaidBlock, Point } from './diagram-layout.ts';
import { rankedQueue } from './ranked-queue.ts';

/** Distances of the lanes for connections from a box; large pictures omit the last. */
export const lanes = [16, 28, 40];
const mostForAllLanes = 100;

/** The least distance of a line from a box. */
const clearance = 8;

/** The pixels of detour that one corner is worth. */
const cornerCost = 60;

/** Extra pixels for each pixel shared with another connection. */
const sharedCost = 4;

const mostCells = 1_500_000;

/** The most steps of the search for all connections together, about a second. */
const mostSteps = 6_000_000;

/**
 * A search over lines next to boxes and through the ends of connections. A state is a crossing with the direction of
 * arrival: even is horizontal, odd is vertical.
 */
export interface Search {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly columnOf: ReadonlyMap<number, number>;
  readonly rowOf: ReadonlyMap<number, number>;
  readonly isBlocked: Uint8Array;
  /** The number of connections from a crossing to the next one, to the right and down. */
  readonly usesAcross: Uint8Array;
  readonly usesDown: Uint8Array;
  readonly costs: Float64Array;
  readonly cameFrom: Int32Array;
  /** The round that last reached a state. */
  readonly seen: Int32Array;
  round: number;
  steps: number;
}

/** @returns `undefined` if the picture is too large. */
export function createSearch(blocks: readonly LaidBlock[], ends: readonly Point[]): Search | undefined {
  const [lane = 0] = lanes;
  const beside = blocks.length > mostForAllLanes ? lanes.slice(0, -1) : lanes;
  const xs = ordered([
    ...blocks.flatMap(({ x, width }) => [...beside.flatMap((each) => [x - each, x + width + each]), x + width / 2]),
  ]);
  const ys = ordered([...blocks.flatMap(({ y, height }) => [y - lane, y + height + lane]), ...ends.map(({ y }) => y)]);
  const cells = xs.length * ys.length;
  if (cells > mostCells) return undefined;
  return {
    xs,
    ys,
    columnOf: new Map(xs.map((x, at) => [x, at])),
    rowOf: new Map(ys.map((y, at) => [y, at])),
    isBlocked: blockedCells(blocks, xs, ys),
    usesAcross: new Uint8Array(cells),
    usesDown: new Uint8Array(cells),
    costs: new Float64Array(cells * 2),
    cameFrom: new Int32Array(cells * 2),
    seen: new Int32Array(cells * 2),
    round: 0,
    steps: 0,
  };
}

function blockedCells(blocks: readonly LaidBlock[], xs: readonly number[], ys: readonly number[]): Uint8Array {
  const isBlocked = new Uint8Array(xs.length * ys.length);
  for (const { x, y, width, height } of blocks) {
    const [left, right] = [x - clearance, x + width + clearance];
    const [top, bottom] = [y - clearance, y + height + clearance];
    for (let row = firstFrom(ys, top); row < ys.length && (ys[row] as number) <= bottom; row += 1) {
      for (let column = firstFrom(xs, left); column < xs.length && (xs[column] as number) <= right; column += 1) {
        isBlocked[row * xs.length + column] = 1;
      }
    }
  }
  return isBlocked;
}

/** Finds the cheapest way between the ends of a connection, and marks it as used. */
export function findWay(search: Search, from: Point, to: Point): readonly Point[] | undefined {
  const [lane = 0] = lanes;
  const first = crossing(search, from.x + lane, from.y);
  const last = crossing(search, to.x - lane, to.y);
  if (first === undefined || last === undefined || !reach(search, first, last)) return undefined;
  const way: number[] = [];
  for (let state = last * 2; state >= 0; state = search.cameFrom[state] as number) way.push(state >> 1);
  way.reverse();
  mark(search, way);
  return [from, ...way.map((cell) => pointOf(search, cell)), to];
}

function crossing({ xs, columnOf, rowOf, isBlocked }: Search, x: number, y: number): number | undefined {
  const column = columnOf.get(x);
  const row = rowOf.get(y);
  if (column === undefined || row === undefined) return undefined;
  const cell = row * xs.length + column;
  return isBlocked[cell] === 1 ? undefined : cell;
}

function pointOf({ xs, ys }: Search, cell: number): Point {
  return { x: xs[cell % xs.length] as number, y: ys[Math.floor(cell / xs.length)] as number };
}

function distance({ xs, ys }: Search, one: number, other: number): number {
  const columns = xs.length;
  return (
    Math.abs((xs[one % columns] as number) - (xs[other % columns] as number)) +
    Math.abs((ys[Math.floor(one / columns)] as number) - (ys[Math.floor(other / columns)] as number))
  );
}

/** @returns Whether there is a way. */
function reach(search: Search, first: number, last: number): boolean {
  const { xs, usesAcross, usesDown, costs, cameFrom, seen, isBlocked } = search;
  const columns = xs.length;
  const open = rankedQueue();
  search.round += 1;
  const begin = first * 2;
  costs[begin] = 0;
  cameFrom[begin] = -1;
  seen[begin] = search.round;
  open.push(begin, 0);
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    if (state === last * 2) return true;
    search.steps += 1;
    if (search.steps > mostSteps) return false;
    const cell = state >> 1;
    const column = cell % columns;
    if (column > 0) step(state, cell - 1, 0, usesAcross[cell - 1] as number);
    if (column < columns - 1) step(state, cell + 1, 0, usesAcross[cell] as number);
    if (cell >= columns) step(state, cell - columns, 1, usesDown[cell - columns] as number);
    if (cell + columns < isBlocked.length) step(state, cell + columns, 1, usesDown[cell] as number);
  }
  return false;

  function step(state: number, next: number, direction: 0 | 1, uses: number): void {
    if (isBlocked[next] === 1) return;
    const length = distance(search, state >> 1, next);
    const corner = (state & 1) === direction ? 0 : cornerCost;
    const cost = (costs[state] as number) + length * (1 + sharedCost * Math.min(uses, 2)) + corner;
    const target = next * 2 + direction;
    if (seen[target] === search.round && (costs[target] as number) <= cost) return;
    seen[target] = search.round;
    costs[target] = cost;
    cameFrom[target] = state;
    open.push(target, cost + distance(search, next, last));
  }
}

function mark({ usesAcross, usesDown }: Search, way: readonly number[]): void {
  for (let at = 1; at < way.length; at += 1) {
    const [one, other] = [way[at - 1] as number, way[at] as number];
    const least = Math.min(one, other);
    const uses = Math.abs(one - other) === 1 ? usesAcross : usesDown;
    uses[least] = Math.min(255, (uses[least] as number) + 1);
  }
}

/** The first index at which a sorted list reaches a value. */
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
