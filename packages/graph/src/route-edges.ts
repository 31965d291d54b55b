import type { LaidBlock, LaidEdge, Point } from './diagram-layout.ts';
import type { PictureEdge } from './picture.ts';
import { createSearch, findWay, lanes } from './search-way.ts';

/** With more edges there is no search. */
const mostEdges = 600;

/**
 * Leads connections from their outputs and jumps from their blocks around the boxes, in straight lines with few
 * corners, and separates lines if there is room. In large pictures, and if the search finds no way, lines ignore boxes.
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
  return ends.map(({ edge, from, to }) => ({
    ...edge,
    points: withoutInner((search && findWay(search, from, to)) ?? straightWay(from, to)),
  }));
}

function straightWay(from: Point, to: Point): readonly Point[] {
  const [lane = 0] = lanes;
  if (to.x - from.x >= 2 * lane) {
    const x = to.x - lane;
    return [from, { x, y: from.y }, { x, y: to.y }, to];
  }
  const out = from.x + lane;
  const back = to.x - lane;
  const y = (from.y + to.y) / 2;
  return [from, { x: out, y: from.y }, { x: out, y }, { x: back, y }, { x: back, y: to.y }, to];
}

/** Removes points between their neighbours on one line. */
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
