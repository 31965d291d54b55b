import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { OutputEnd } from '../model/diagram-edits.ts';
import { diagramPoint, type Point } from '../model/viewport.ts';
import type { Camera } from './camera.ts';

export interface Gestures {
  /** A block, or the background, was pressed. */
  onSelect(id: string | undefined): void;
  /** A double click opened a block. */
  onOpen?(id: string): void;
  /** A block is being dragged; the distance in pixels of the diagram. */
  onDrag?(id: string, dx: number, dy: number): void;
  /** The block was dropped. */
  onDrop?(id: string, dx: number, dy: number): void;
  /** A connection is being drawn from an output to a place of the diagram. */
  onDraw?(from: OutputEnd, to: Point): void;
  /** The connection was dropped, on a block or outside. */
  onConnect?(from: OutputEnd, to: string | undefined, at: Point): void;
}

/** A press that moves less is a click: hands tremble. */
const stillPx = 4;
/** Pixels of a line, for wheels that count in lines. */
const lineHeight = 18;

type Press =
  | { readonly kind: 'pan' }
  | { readonly kind: 'block'; readonly id: string }
  | { readonly kind: 'output'; readonly from: OutputEnd };

/** The state of the pointers on a canvas. */
interface Pointing {
  readonly element: HTMLElement;
  readonly camera: Camera;
  readonly gestures: RefObject<Gestures>;
  readonly pointers: Map<number, Point>;
  press: Press | undefined;
  begin: Point;
  isMoved: boolean;
}

/** Lets a pointer, two fingers and a wheel move the view, blocks and connections. */
export function useGestures(window: RefObject<HTMLElement | null>, camera: Camera, gestures: Gestures): void {
  const latest = useRef(gestures);
  latest.current = gestures;

  useEffect(() => {
    const element = window.current;
    if (element === null) return;
    const pointing: Pointing = {
      ...{ element, camera, gestures: latest, pointers: new Map() },
      ...{ press: undefined, begin: { x: 0, y: 0 }, isMoved: false },
    };
    const ended = new AbortController();
    const on = <K extends keyof HTMLElementEventMap>(
      type: K,
      handle: (pointing: Pointing, event: HTMLElementEventMap[K]) => void,
    ) => element.addEventListener(type, (event) => handle(pointing, event), { passive: false, signal: ended.signal });
    on('pointerdown', down);
    on('pointermove', move);
    on('pointerup', up);
    on('pointercancel', up);
    on('wheel', turnWheel);
    on('dblclick', ({ gestures: { current } }, event) => {
      const id = blockAt(element, event);
      if (id !== undefined) current?.onOpen?.(id);
    });
    return () => ended.abort();
  }, [camera]);
}

function down(pointing: Pointing, event: PointerEvent): void {
  const { element, gestures, pointers } = pointing;
  if (event.button !== 0 && event.button !== 1) return;
  element.setPointerCapture(event.pointerId);
  pointers.set(event.pointerId, placeOf(element, event));
  if (pointers.size > 1) {
    pointing.press = undefined;
    return;
  }
  pointing.begin = placeOf(element, event);
  pointing.isMoved = false;
  const target = event.target as Element;
  const id = target.closest<HTMLElement>('[data-block]')?.dataset['block'];
  const output = target.closest<HTMLElement>('[data-output]')?.dataset['output'];
  if (id === undefined || event.button !== 0) pointing.press = { kind: 'pan' };
  else if (output === undefined || !gestures.current?.onConnect) pointing.press = { kind: 'block', id };
  else pointing.press = { kind: 'output', from: { block: id, output } };
}

function move(pointing: Pointing, event: PointerEvent): void {
  const { element, camera, gestures, pointers, press, begin } = pointing;
  const before = pointers.get(event.pointerId);
  if (before === undefined) return;
  const place = placeOf(element, event);
  if (pointers.size === 2) {
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1] as Point;
    const middle = { x: (place.x + other.x) / 2, y: (place.y + other.y) / 2 };
    camera.pan((place.x - before.x) / 2, (place.y - before.y) / 2);
    camera.zoom(distance(place, other) / Math.max(1, distance(before, other)), middle);
  }
  pointers.set(event.pointerId, place);
  if (press === undefined) return;
  pointing.isMoved ||= distance(place, begin) > stillPx;
  if (!pointing.isMoved) return;
  const { scale } = camera.viewport;
  const { onDrag, onDraw } = gestures.current as Gestures;
  if (press.kind === 'output') onDraw?.(press.from, diagramPoint(camera.viewport, place));
  else if (press.kind === 'block' && onDrag !== undefined) {
    onDrag(press.id, (place.x - begin.x) / scale, (place.y - begin.y) / scale);
  } else camera.pan(place.x - before.x, place.y - before.y);
}

function up(pointing: Pointing, event: PointerEvent): void {
  const { element, camera, pointers, press, begin, isMoved } = pointing;
  const { onSelect, onDrop, onConnect } = pointing.gestures.current as Gestures;
  pointers.delete(event.pointerId);
  if (press === undefined || pointers.size > 0) return;
  pointing.press = undefined;
  const place = placeOf(element, event);
  const isCancelled = event.type === 'pointercancel';
  if (press.kind === 'output') {
    const to = !isCancelled && isMoved ? blockAt(element, event) : undefined;
    onConnect?.(press.from, to, diagramPoint(camera.viewport, place));
  } else if (!isMoved) onSelect(press.kind === 'block' ? press.id : undefined);
  else if (press.kind === 'block') {
    const times = isCancelled ? 0 : 1 / camera.viewport.scale;
    onDrop?.(press.id, (place.x - begin.x) * times, (place.y - begin.y) * times);
  }
}

function turnWheel({ element, camera }: Pointing, event: WheelEvent): void {
  event.preventDefault();
  const times = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? lineHeight : 1;
  const [dx, dy] = [event.deltaX * times, event.deltaY * times];
  if (event.ctrlKey || event.metaKey) camera.zoom(Math.exp(-dy / 300), placeOf(element, event));
  else if (event.shiftKey && dx === 0) camera.pan(-dy, 0);
  else camera.pan(-dx, -dy);
}

function placeOf(element: HTMLElement, { clientX, clientY }: MouseEvent): Point {
  const { left, top } = element.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

function blockAt(element: HTMLElement, { clientX, clientY }: MouseEvent): string | undefined {
  return document
    .elementsFromPoint(clientX, clientY)
    .map((each) => (element.contains(each) ? each.closest<HTMLElement>('[data-block]') : null))
    .find((each) => each !== null)?.dataset['block'];
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
