import type { Box, Point } from './viewport.ts';

const arrow = 7;
/** Distance of a backward connection from its blocks. */
const turn = 44;

/**
 * The curve of a connection with its arrow head, as the `d` of an SVG path. It leaves to the right and enters from the
 * left.
 */
export function edgePath(from: Point, to: Point): string {
  return `${curve(from, to)}M${to.x - arrow} ${to.y - arrow * 0.6}L${to.x} ${to.y}L${to.x - arrow} ${to.y + arrow * 0.6}`;
}

function curve(from: Point, to: Point): string {
  const distance = to.x - from.x;
  if (distance >= turn) {
    const bend = Math.round(distance / 2);
    return `M${from.x} ${from.y}C${from.x + bend} ${from.y} ${to.x - bend} ${to.y} ${to.x} ${to.y}`;
  }
  // Backward: out to the right, between the two rows, and in from the left.
  const middle = { x: Math.round((from.x + to.x) / 2), y: middleOf(from, to) };
  return (
    `M${from.x} ${from.y}C${from.x + turn} ${from.y} ${from.x + turn} ${middle.y} ${middle.x} ${middle.y}` +
    `S${to.x - turn} ${to.y} ${to.x} ${to.y}`
  );
}

/** The heads of blocks are small, so the path between two rows runs close to the lower one. */
function middleOf(from: Point, to: Point): number {
  return Math.round(to.y > from.y ? to.y - Math.min((to.y - from.y) / 2, turn) : (from.y + to.y) / 2);
}

/** A box that contains the curve. */
export function edgeBox(from: Point, to: Point): Box {
  const left = Math.min(from.x, to.x - turn);
  const top = Math.min(from.y, to.y) - arrow;
  return {
    x: left,
    y: top,
    width: Math.max(from.x + turn, to.x) - left,
    height: Math.abs(from.y - to.y) + 2 * arrow,
  };
}
