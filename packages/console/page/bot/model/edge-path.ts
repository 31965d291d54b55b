import type { Box, Point } from './viewport.ts';

const arrow = 7;

/** The curve of a connection with its arrow head, as the `d` of an SVG path. It leaves to the right and comes from the left. */
export function edgePath(from: Point, to: Point): string {
  const bend = bendOf(from, to);
  return (
    `M${from.x} ${from.y}C${from.x + bend} ${from.y} ${to.x - bend} ${to.y} ${to.x} ${to.y}` +
    `M${to.x - arrow} ${to.y - arrow * 0.6}L${to.x} ${to.y}L${to.x - arrow} ${to.y + arrow * 0.6}`
  );
}

/** A box that has all of the curve in it. */
export function edgeBox(from: Point, to: Point): Box {
  const bend = bendOf(from, to);
  const left = Math.min(from.x, to.x - bend);
  const top = Math.min(from.y, to.y) - arrow;
  return {
    x: left,
    y: top,
    width: Math.max(from.x + bend, to.x) - left,
    height: Math.abs(from.y - to.y) + 2 * arrow,
  };
}

/** A connection that goes back has room to turn. */
function bendOf(from: Point, to: Point): number {
  const distance = to.x - from.x;
  const rest = Math.hypot(distance, to.y - from.y);
  return Math.round(Math.max(Math.min(40, rest / 3), distance >= 0 ? distance / 2 : Math.min(220, -distance / 3 + 40)));
}
