/** A place, in pixels of the diagram or of the window. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Box extends Point, Size {}

/** The place of the diagram in its window: a point of the diagram is shown at `x + scale * point.x`. */
export interface Viewport extends Point {
  readonly scale: number;
}

/**
 * The minimum shows two thousand blocks in rows; above twice the size no detail appears. Below the readable scale even
 * the large names of the distant view are unreadable.
 */
const scales = { least: 0.04, readable: 0.2, most: 2 } as const;

/** Margin around the diagram when all of it is shown, in pixels of the window. The buttons of the view are in it. */
const margin = { x: 24, y: 56 } as const;

export function panned({ x, y, scale }: Viewport, dx: number, dy: number): Viewport {
  return { x: x + dx, y: y + dy, scale };
}

/** Zooms so that the diagram's point under `at`, a place in the window, does not move. */
export function zoomedAt({ x, y, scale }: Viewport, factor: number, at: Point): Viewport {
  const next = Math.min(scales.most, Math.max(scales.least, scale * factor));
  const ratio = next / scale;
  return { x: at.x - (at.x - x) * ratio, y: at.y - (at.y - y) * ratio, scale: next };
}

/** The point of the diagram at a place in the window. */
export function diagramPoint({ x, y, scale }: Viewport, at: Point): Point {
  return { x: (at.x - x) / scale, y: (at.y - y) / scale };
}

/**
 * The part of the diagram in the window.
 *
 * @param around - The additional margin on each side, in windows.
 */
export function shownBox(viewport: Viewport, { width, height }: Size, around = 0): Box {
  const { scale } = viewport;
  const { x, y } = diagramPoint(viewport, { x: -width * around, y: -height * around });
  const times = 1 + 2 * around;
  return { x, y, width: (width * times) / scale, height: (height * times) / scale };
}

export function intersects(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

export function contains(outer: Box, inner: Box): boolean {
  return (
    outer.x <= inner.x &&
    outer.y <= inner.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

/** The smallest box that contains all; `undefined` without boxes. */
export function boxAround(boxes: readonly Box[]): Box | undefined {
  if (boxes.length === 0) return undefined;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, width, height } of boxes) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Shows all of a box in the middle of the window, at most at its real size. */
export function fitted(box: Box, window: Size): Viewport {
  const room = { width: Math.max(1, window.width - 2 * margin.x), height: Math.max(1, window.height - 2 * margin.y) };
  const wanted = Math.min(1, room.width / Math.max(1, box.width), room.height / Math.max(1, box.height));
  return centred(box, window, Math.max(scales.least, wanted));
}

/**
 * The first view of a diagram: all of it if its names are then readable; otherwise its start at the smallest readable
 * scale, with as much of the rest as fits.
 *
 * @param start - Lies in `whole`.
 * @spec CO56
 */
export function opening(whole: Box, start: Box, window: Size): Viewport {
  const view = fitted(whole, window);
  const scale = scales.readable;
  if (view.scale >= scale) return view;
  const along = (from: number, length: number, begin: number, room: number, edge: number): number => {
    if (length * scale <= room - 2 * edge) return (room - length * scale) / 2 - from * scale;
    return Math.max(room - edge - (from + length) * scale, edge - begin * scale);
  };
  return {
    x: along(whole.x, whole.width, start.x, window.width, margin.x),
    y: along(whole.y, whole.height, start.y, window.height, margin.y),
    scale,
  };
}

/** Shows the middle of a box in the middle of the window. */
export function centred(box: Box, window: Size, scale: number): Viewport {
  return {
    x: window.width / 2 - (box.x + box.width / 2) * scale,
    y: window.height / 2 - (box.y + box.height / 2) * scale,
    scale,
  };
}
