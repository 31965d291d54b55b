import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { type Box, contains, intersects, type Size, shownBox, type Viewport } from '../model/viewport.ts';
import type { Scene } from './scene.ts';

/** Distance beyond the window within which blocks are drawn, in windows: a fast pan shows drawn blocks. */
const around = 0.6;
/** Blocks added in one frame; so many take a few milliseconds on a slow machine. */
const mostAdded = 32;
/** Below this scale blocks are drawn as boxes with a name: the rest is unreadable. */
export const farScale = 0.5;

interface Shown {
  readonly ids: ReadonlySet<string>;
  /** Edges are drawn within it. */
  readonly region: Box;
  readonly isFar: boolean;
}

const nothing: Shown = { ids: new Set(), region: { x: 0, y: 0, width: 0, height: 0 }, isFar: false };

/**
 * Selects the drawn blocks: those in the window and near it. A pan changes nothing until it approaches the edge of the
 * drawn region; then each frame adds a few blocks.
 *
 * @spec CO45
 */
export function useShown(scene: Scene, size: () => Size): readonly [Shown, (viewport: Viewport) => void] {
  const [shown, setShown] = useState(nothing);
  const current = useRef(nothing);
  const last = useRef<Viewport | undefined>(undefined);
  const frame = useRef(0);
  const latest = useRef(scene);
  latest.current = scene;

  const look = useCallback((viewport: Viewport, isNew: boolean) => {
    const isFar = viewport.scale < farScale;
    const near = shownBox(viewport, size(), around / 3);
    const before = current.current;
    if (!isNew && frame.current === 0 && isFar === before.isFar && contains(before.region, near)) return;
    cancelAnimationFrame(frame.current);
    const region = shownBox(viewport, size(), around);
    const window = shownBox(viewport, size());
    const { boxes } = latest.current;
    const wanted = [...boxes].filter(([, box]) => intersects(box, region));
    const drawn = wanted.filter(([id]) => before.ids.has(id)).map(([id]) => id);
    const missing = wanted
      .filter(([id]) => !before.ids.has(id))
      .sort(([, a], [, b]) => Number(intersects(b, window)) - Number(intersects(a, window)))
      .map(([id]) => id);
    const step = () => {
      drawn.push(...missing.splice(0, mostAdded));
      current.current = { ids: new Set(drawn), region, isFar };
      setShown(current.current);
      frame.current = missing.length > 0 ? requestAnimationFrame(step) : 0;
    };
    step();
  }, []);

  const update = useCallback((viewport: Viewport) => {
    last.current = viewport;
    look(viewport, false);
  }, []);
  useEffect(() => {
    if (last.current !== undefined) look(last.current, true);
  }, [scene]);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);
  return [shown, update];
}
