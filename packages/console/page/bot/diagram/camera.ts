import {
  type Box,
  boxAround,
  centred,
  fitted,
  opening,
  type Point,
  panned,
  type Size,
  type Viewport,
  zoomedAt,
} from '../model/viewport.ts';

/** Controls the view of a diagram from outside. */
export interface Camera {
  readonly viewport: Viewport;
  pan(dx: number, dy: number): void;
  /** @param at - The fixed place in the window; default its middle. */
  zoom(factor: number, at?: Point): void;
  /** @param box - The box to show; default everything. */
  fit(box?: Box): void;
  /**
   * Sets the first view of a diagram; does nothing after the user has moved it.
   *
   * @param box - The box to show; default everything, or its start if everything would be unreadable.
   */
  open(start: Box, box: Box | undefined): void;
  /** Centres a box, unless it is fully visible and readable. */
  show(box: Box): void;
  /** The point of the diagram in the middle of the window. */
  centre(): Point;
}

export interface CameraPorts {
  /** Size of the window of the diagram. */
  size(): Size;
  boxes(): readonly Box[];
  /** Called for every change, at most once a frame. */
  apply(viewport: Viewport): void;
}

/** Below this scale texts are unreadable, so a searched block is shown larger. */
const readable = 0.6;

/** Moves the view of a diagram. Applies all changes between two frames together. */
export function createCamera({ size, boxes, apply }: CameraPorts): Camera {
  let viewport: Viewport = { x: 0, y: 0, scale: 1 };
  let isScheduled = false;
  let isMoved = false;

  const show = (next: Viewport) => {
    viewport = next;
    if (isScheduled) return;
    isScheduled = true;
    requestAnimationFrame(() => {
      isScheduled = false;
      apply(viewport);
    });
  };
  const set = (next: Viewport) => {
    isMoved = true;
    show(next);
  };
  const middle = (): Point => ({ x: size().width / 2, y: size().height / 2 });

  return {
    get viewport() {
      return viewport;
    },
    pan: (dx, dy) => set(panned(viewport, dx, dy)),
    zoom: (factor, at = middle()) => set(zoomedAt(viewport, factor, at)),
    fit(box = boxAround(boxes())) {
      if (box !== undefined) set(fitted(box, size()));
    },
    open(start, box) {
      const whole = boxAround(boxes()) ?? start;
      if (isMoved) show(viewport);
      else show(box === undefined ? opening(whole, start, size()) : fitted(box, size()));
    },
    show(box) {
      isMoved = true;
      const { x, y, scale } = viewport;
      const { width, height } = size();
      const [left, top] = [box.x * scale + x, box.y * scale + y];
      const isVisible =
        left >= 0 && top >= 0 && left + box.width * scale <= width && top + box.height * scale <= height;
      if (!isVisible || scale < readable) set(centred(box, { width, height }, Math.max(scale, readable + 0.2)));
    },
    centre() {
      const { width, height } = size();
      return { x: (width / 2 - viewport.x) / viewport.scale, y: (height / 2 - viewport.y) / viewport.scale };
    },
  };
}
