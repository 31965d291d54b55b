import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { diagramPoint, type Point } from '../model/viewport.ts';
import type { Camera } from './camera.ts';

/** An output of a block. */
export interface OutputEnd {
  readonly block: string;
  readonly output: string;
}

export interface Gestures {
  /** A block, or none, was pressed. */
  onSelect(id: string | undefined): void;
  /** A block was opened by a double click. */
  onOpen?(id: string): void;
  /** A block is dragged; how far, in pixels of the diagram. */
  onDrag?(id: string, dx: number, dy: number): void;
  /** It was let go. */
  onDrop?(id: string, dx: number, dy: number): void;
  /** A connection is drawn from an output to a place of the diagram. */
  onDraw?(from: OutputEnd, to: Point): void;
  /** It was let go over a block, or over none. */
  onConnect?(from: OutputEnd, to: string | undefined, at: Point): void;
}

/** A press that moves less is a click: no hand is quite still. */
const stillPx = 4;
/** Wheels that count in lines instead of pixels. */
const lineHeight = 18;

type Press =
  | { readonly kind: 'pan' }
  | { readonly kind: 'block'; readonly id: string }
  | { readonly kind: 'output'; readonly from: OutputEnd };

/** Lets a pointer, two fingers and a wheel move the view, blocks and connections. */
export function useGestures(window: RefObject<HTMLElement | null>, camera: Camera, gestures: Gestures): void {
  const latest = useRef(gestures);
  latest.current = gestures;

  useEffect(() => {
    const element = window.current;
    if (element === null) return;
    const pointers = new Map<number, Point>();
    let press: Press | undefined;
    let begin: Point = { x: 0, y: 0 };
    let isMoved = false;

    const placeOf = (event: MouseEvent): Point => {
      const { left, top } = element.getBoundingClientRect();
      return { x: event.clientX - left, y: event.clientY - top };
    };
    const blockAt = (event: MouseEvent): string | undefined =>
      document
        .elementsFromPoint(event.clientX, event.clientY)
        .map((each) => (element.contains(each) ? each.closest<HTMLElement>('[data-block]') : null))
        .find((each) => each !== null)?.dataset['block'];

    const down = (event: PointerEvent) => {
      if (event.button !== 0 && event.button !== 1) return;
      element.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, placeOf(event));
      if (pointers.size > 1) {
        press = undefined;
        return;
      }
      begin = placeOf(event);
      isMoved = false;
      const target = event.target as Element;
      const id = target.closest<HTMLElement>('[data-block]')?.dataset['block'];
      const output = target.closest<HTMLElement>('[data-output]')?.dataset['output'];
      if (id !== undefined && output !== undefined && latest.current.onConnect && event.button === 0) {
        press = { kind: 'output', from: { block: id, output } };
      } else if (id !== undefined && event.button === 0) press = { kind: 'block', id };
      else press = { kind: 'pan' };
    };

    const move = (event: PointerEvent) => {
      const before = pointers.get(event.pointerId);
      if (before === undefined) return;
      const place = placeOf(event);
      if (pointers.size === 2) {
        const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1] as Point;
        const middle = { x: (place.x + other.x) / 2, y: (place.y + other.y) / 2 };
        camera.pan((place.x - before.x) / 2, (place.y - before.y) / 2);
        camera.zoom(distance(place, other) / Math.max(1, distance(before, other)), middle);
      }
      pointers.set(event.pointerId, place);
      if (press === undefined) return;
      isMoved ||= distance(place, begin) > stillPx;
      if (!isMoved) return;
      const { scale } = camera.viewport;
      const [dx, dy] = [(place.x - begin.x) / scale, (place.y - begin.y) / scale];
      const { onDrag, onDraw } = latest.current;
      if (press.kind === 'output') onDraw?.(press.from, diagramPoint(camera.viewport, place));
      else if (press.kind === 'block' && onDrag !== undefined) onDrag(press.id, dx, dy);
      else camera.pan(place.x - before.x, place.y - before.y);
    };

    const up = (event: PointerEvent) => {
      pointers.delete(event.pointerId);
      if (press === undefined || pointers.size > 0) return;
      const done = press;
      press = undefined;
      const place = placeOf(event);
      const { scale } = camera.viewport;
      const isCancelled = event.type === 'pointercancel';
      if (done.kind === 'output') {
        const isDropped = !isCancelled && isMoved;
        latest.current.onConnect?.(
          done.from,
          isDropped ? blockAt(event) : undefined,
          diagramPoint(camera.viewport, place),
        );
      } else if (!isMoved) latest.current.onSelect(done.kind === 'block' ? done.id : undefined);
      else if (done.kind === 'block') {
        const times = isCancelled ? 0 : 1 / scale;
        latest.current.onDrop?.(done.id, (place.x - begin.x) * times, (place.y - begin.y) * times);
      }
    };

    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      const times = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? lineHeight : 1;
      const [dx, dy] = [event.deltaX * times, event.deltaY * times];
      if (event.ctrlKey || event.metaKey) camera.zoom(Math.exp(-dy / 300), placeOf(event));
      else if (event.shiftKey && dx === 0) camera.pan(-dy, 0);
      else camera.pan(-dx, -dy);
    };

    const open = (event: MouseEvent) => {
      const id = blockAt(event);
      if (id !== undefined) latest.current.onOpen?.(id);
    };

    element.addEventListener('pointerdown', down);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', up);
    element.addEventListener('pointercancel', up);
    element.addEventListener('wheel', wheel, { passive: false });
    element.addEventListener('dblclick', open);
    return () => {
      element.removeEventListener('pointerdown', down);
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerup', up);
      element.removeEventListener('pointercancel', up);
      element.removeEventListener('wheel', wheel);
      element.removeEventListener('dblclick', open);
    };
  }, [camera]);
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
