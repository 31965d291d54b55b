import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { IconButton } from '../../parts/button.tsx';
import { outputPoint } from '../model/block-box.ts';
import type { OutputEnd } from '../model/diagram-edits.ts';
import { edgePath } from '../model/edge-path.ts';
import { neighbourOf } from '../model/find-blocks.ts';
import { type Box, boxAround, intersects, type Point, type Viewport } from '../model/viewport.ts';
import { type Camera, createCamera } from './camera.ts';
import { type BlockMarks, CanvasBlock } from './canvas-block.tsx';
import { type Scene, type SceneEdge, sceneOf } from './scene.ts';
import { useGestures } from './use-gestures.ts';
import { useShown } from './use-shown.ts';

/** A connection that the author is drawing. */
interface Drawn {
  readonly from: OutputEnd;
  readonly to: Point;
}

export interface CanvasProps {
  readonly label: string;
  readonly scene: Scene;
  readonly selected?: string | undefined;
  readonly lit?: string | undefined;
  readonly marks?: ReadonlyMap<string, BlockMarks>;
  readonly groupOf: (block: string) => string;
  readonly onSelect: (id: string | undefined) => void;
  readonly onOpen?: (id: string) => void;
  /** Called after a block was moved; without it blocks cannot be moved. */
  readonly onMove?: (id: string, to: Point) => void;
  /** Called after a connection was drawn; `to` is undefined outside a block. Without it none can be drawn. */
  readonly onConnect?: (from: OutputEnd, to: string | undefined, at: Point) => void;
  readonly onDelete?: (id: string) => void;
  /** Blocks of the first view; default all if they are readable, otherwise the start. */
  readonly beginAt?: readonly string[];
  /** Receives the camera after the first render. */
  readonly onCamera?: (camera: Camera) => void;
  readonly children?: ComponentChildren;
}

/** Pixels that an arrow key pans or moves. */
const keyStep = { pan: 80, move: 16 } as const;

/** Pause in zooming before texts are repainted at the new scale. */
const sharpenMs = 160;

/** Distance of the dots behind the diagram, in pixels. */
const groundCell = 24;

/** Instructions for the keyboard, in the description of the canvas. @spec CO55 */
const keyHelp =
  'Arrow keys go from block to block, with Shift they move the view, with Alt the block. Enter opens a block, Escape leads back, Delete deletes it, plus and minus zoom, 0 shows all. The list of blocks next to the diagram has the same content.';

/** A diagram that can be panned and zoomed. Panning sets one transformation and updates no block. */
export function Canvas(props: CanvasProps) {
  const { scene, selected, lit, marks, groupOf, onSelect, onOpen, onMove, onConnect } = props;
  const window = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<{ readonly id: string; readonly dx: number; readonly dy: number }>();
  const [drawn, setDrawn] = useState<Drawn>();
  const moved = useMemo(() => (drag === undefined ? scene : withMoved(scene, drag)), [scene, drag]);
  const { camera, shown, layer, ground } = useCamera(window, moved, props);

  useGestures(window, camera, {
    onSelect(id) {
      onSelect(id);
      window.current?.focus({ preventScroll: true });
    },
    ...(onOpen && { onOpen }),
    ...(onMove && {
      onDrag: (id: string, dx: number, dy: number) => setDrag({ id, dx, dy }),
      onDrop(id: string, dx: number, dy: number) {
        setDrag(undefined);
        const box = scene.boxes.get(id);
        if (box !== undefined && (dx !== 0 || dy !== 0)) onMove(id, { x: box.x + dx, y: box.y + dy });
      },
    }),
    ...(onConnect && {
      onDraw: (from: OutputEnd, to: Point) => setDrawn({ from, to }),
      onConnect(from: OutputEnd, to: string | undefined, at: Point) {
        setDrawn(undefined);
        onConnect(from, to, at);
      },
    }),
  });

  const leads = useMemo(() => Map.groupBy(moved.edges, ({ from }) => from), [moved]);
  return (
    <div class={`canvas${shown.isFar ? ' is-far' : ''}`}>
      <div class="canvas-ground" ref={ground} />
      <div
        ref={window}
        class="canvas-window"
        role="application"
        aria-roledescription="diagram"
        aria-label={props.label}
        aria-description={keyHelp}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application handles the keyboard.
        tabIndex={0}
        onKeyDown={(event) => event.target === window.current && pressKey(event, camera, props)}
      >
        <div class="canvas-layer moved" ref={layer} aria-hidden="true">
          <Edges scene={moved} region={shown.region} selected={selected} lit={lit} />
          {drawn !== undefined && <DrawnEdge scene={moved} drawn={drawn} />}
          {[...shown.ids].map((id) => {
            const block = moved.byId.get(id);
            const box = moved.boxes.get(id);
            if (block === undefined || box === undefined) return null;
            return (
              <CanvasBlock
                key={id}
                block={block}
                box={box}
                group={groupOf(id)}
                isSelected={id === selected}
                isLit={id === lit}
                isFar={shown.isFar}
                marks={marks?.get(id)}
                connected={(leads.get(id) ?? []).map(({ output }) => output).join('\n')}
              />
            );
          })}
        </div>
      </div>
      <p class="hidden" aria-live="polite">
        {selected !== undefined &&
          spokenText(scene, selected, marks?.has(selected) === true, leads.get(selected) ?? [])}
      </p>
      <fieldset class="canvas-tools" aria-label="View">
        <IconButton icon="plus" label="Zoom in" onClick={() => camera.zoom(1.25)} />
        <IconButton icon="minus" label="Zoom out" onClick={() => camera.zoom(1 / 1.25)} />
        <IconButton icon="fit" label="Show all" onClick={() => camera.fit()} />
        {props.children}
      </fieldset>
    </div>
  );
}

/** The camera of a canvas, and the blocks in its view. */
function useCamera(
  window: RefObject<HTMLDivElement | null>,
  moved: Scene,
  { scene, beginAt = [], onCamera }: Pick<CanvasProps, 'scene' | 'beginAt' | 'onCamera'>,
) {
  const layer = useRef<HTMLDivElement>(null);
  const ground = useRef<HTMLDivElement>(null);
  const size = useRef({ width: 800, height: 600 });
  const latest = useRef(scene);
  latest.current = scene;
  const painted = useRef(1);
  const sharpening = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [shown, update] = useShown(moved, () => size.current);

  const apply = (viewport: Viewport) => {
    const { x, y, scale } = viewport;
    if (layer.current !== null) {
      layer.current.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
      if (painted.current !== scale) {
        painted.current = scale;
        clearTimeout(sharpening.current);
        sharpening.current = setTimeout(() => repaint(layer.current), sharpenMs);
      }
    }
    // A transformation moves the dots without a repaint.
    if (ground.current !== null) {
      ground.current.style.transform = `translate(${x % groundCell}px, ${y % groundCell}px)`;
    }
    update(viewport);
  };
  const camera = useMemo(
    () => createCamera({ size: () => size.current, boxes: () => [...latest.current.boxes.values()], apply }),
    [],
  );

  useLayoutEffect(() => {
    const element = window.current;
    if (element === null) return;
    const measure = () => {
      const { width, height } = element.getBoundingClientRect();
      if (width === 0 || height === 0) return;
      size.current = { width, height };
      openView(camera, latest.current, beginAt);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    onCamera?.(camera);
    return () => {
      observer.disconnect();
      clearTimeout(sharpening.current);
    };
  }, []);
  return { camera, shown, layer, ground };
}

function pressKey(event: KeyboardEvent, camera: Camera, props: CanvasProps): void {
  const { selected, onSelect, onOpen, onDelete } = props;
  if (event.ctrlKey || event.metaKey) return;
  const direction = directions[event.key];
  if (direction !== undefined) pressArrow(event, direction, camera, props);
  else if (event.key === '+' || event.key === '=') camera.zoom(1.2);
  else if (event.key === '-') camera.zoom(1 / 1.2);
  else if (event.key === '0') camera.fit();
  else if (event.key === 'Enter' && selected !== undefined) onOpen?.(selected);
  else if (event.key === 'Delete' && selected !== undefined) onDelete?.(selected);
  else if (event.key === 'Escape') onSelect(undefined);
  else return;
  event.preventDefault();
}

function pressArrow(
  { shiftKey, altKey }: KeyboardEvent,
  [name, x, y]: Direction,
  camera: Camera,
  { scene, selected, onSelect, onMove }: CanvasProps,
): void {
  if (shiftKey) {
    camera.pan(-x * keyStep.pan, -y * keyStep.pan);
    return;
  }
  const box = selected === undefined ? undefined : scene.boxes.get(selected);
  if (altKey && selected !== undefined && box !== undefined) {
    onMove?.(selected, { x: box.x + x * keyStep.move, y: box.y + y * keyStep.move });
    return;
  }
  const next = selected === undefined ? scene.blocks[0]?.id : neighbourOf(selected, name, scene.boxes);
  const nextBox = next === undefined ? undefined : scene.boxes.get(next);
  if (next === undefined || nextBox === undefined) return;
  onSelect(next);
  camera.show(nextBox);
}

/** The text of a block for screen readers. */
function spokenText(scene: Scene, id: string, hasProblems: boolean, leads: readonly SceneEdge[]): string {
  const block = scene.byId.get(id);
  if (block === undefined) return '';
  const { title, type, text } = block;
  return [
    `${title}, ${type}${text === '' ? '' : `: ${text}`}`,
    hasProblems ? 'Has problems' : '',
    ...leads.map(({ label, to }) => `${label} leads to ${scene.byId.get(to)?.title ?? to}`),
  ]
    .filter(Boolean)
    .join('. ');
}

/** A browser reuses the pixels of a layer that only moves, so another scale blurs it until the repaint. */
function repaint(layer: HTMLElement | null): void {
  layer?.classList.remove('moved');
  requestAnimationFrame(() => requestAnimationFrame(() => layer?.classList.add('moved')));
}

type Direction = readonly ['left' | 'right' | 'up' | 'down', number, number];

const directions: Readonly<Record<string, Direction>> = {
  ArrowLeft: ['left', -1, 0],
  ArrowRight: ['right', 1, 0],
  ArrowUp: ['up', 0, -1],
  ArrowDown: ['down', 0, 1],
};

function openView(camera: Camera, { blocks, boxes }: Scene, beginAt: readonly string[]): void {
  const first = blocks.find(({ isStart }) => isStart) ?? blocks[0];
  const start = (first && boxes.get(first.id)) ?? { x: 0, y: 0, width: 0, height: 0 };
  camera.open(start, boxAround(beginAt.flatMap((id) => boxes.get(id) ?? [])));
}

function DrawnEdge({ scene, drawn: { from, to } }: { readonly scene: Scene; readonly drawn: Drawn }) {
  const source = scene.byId.get(from.block);
  const box = scene.boxes.get(from.block);
  if (source === undefined || box === undefined) return null;
  const index = source.outputs.findIndex(({ output }) => output === from.output);
  return (
    <svg class="edges over" aria-hidden="true">
      <path class="edge drawn" d={edgePath(outputPoint(box, source, index), to)} />
    </svg>
  );
}

/** The scene with one moved block; redraws only its connections. */
function withMoved(
  scene: Scene,
  { id, dx, dy }: { readonly id: string; readonly dx: number; readonly dy: number },
): Scene {
  const box = scene.boxes.get(id);
  if (box === undefined) return scene;
  const boxes = new Map(scene.boxes).set(id, { ...box, x: box.x + dx, y: box.y + dy });
  const isMoved = ({ from, to }: { readonly from: string; readonly to: string }) => from === id || to === id;
  const { edges } = sceneOf({ blocks: scene.blocks, edges: scene.edges.filter(isMoved) }, boxes);
  return { ...scene, boxes, edges: [...scene.edges.filter((edge) => !isMoved(edge)), ...edges] };
}

function Edges({
  scene,
  region,
  selected,
  lit,
}: {
  readonly scene: Scene;
  readonly region: Box;
  readonly selected: string | undefined;
  readonly lit: string | undefined;
}) {
  const near = useMemo(() => scene.edges.filter(({ box }) => intersects(box, region)), [scene, region]);
  const isOwn = ({ from, to }: { readonly from: string; readonly to: string }) =>
    selected !== undefined && (from === selected || to === selected);
  const kinds = useMemo(() => {
    const kindOf = (edge: SceneEdge) => (isOwn(edge) ? 'own' : (edge.change ?? 'plain'));
    const paths = Map.groupBy(near, (edge) => `${kindOf(edge)}${edge.isJump === true ? ' jump' : ''}`);
    return [...paths].map(([kind, edges]) => [kind, edges.map(({ path }) => path)] as const);
  }, [near, selected, lit]);
  return (
    <svg class="edges" aria-hidden="true">
      {kinds.flatMap(([kind, paths]) =>
        // A path for some connections draws faster than one for each, and than one for all.
        Array.from({ length: Math.ceil(paths.length / 24) }, (_, part) => (
          <path key={`${kind} ${part}`} class={`edge ${kind}`} d={paths.slice(part * 24, (part + 1) * 24).join('')} />
        )),
      )}
    </svg>
  );
}
