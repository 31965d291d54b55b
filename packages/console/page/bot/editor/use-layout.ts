import { isJsonObject } from '@botwright/core/conversation';
import type { Diagram, EditContext } from '@botwright/core/diagram';
import { pictureOf } from '@botwright/graph';
import { useMemo, useState } from 'preact/hooks';
import { type Scene, sceneOf } from '../diagram/scene.ts';
import { type EditOutcome, withPlaces } from '../model/diagram-edits.ts';
import { inColumns, placeBlocks, placeWith } from '../model/place-blocks.ts';
import type { Point } from '../model/viewport.ts';

/** The shown places of a diagram's blocks. */
export interface Layout {
  readonly picture: ReturnType<typeof pictureOf>;
  readonly scene: Scene;
  /** Whether the page, not the author, chose the places. */
  readonly isOwn: boolean;
  /** Factor between stored places and places on the canvas. */
  readonly stretch: number;
  /** Shows the stored places from now on. */
  useStored(): void;
}

/** Places the blocks in columns until the author moves one. */
export function useLayout(diagram: Diagram, ofBot: Parameters<typeof pictureOf>[1]): Layout {
  const picture = useMemo(() => pictureOf(diagram, ofBot), [diagram, ofBot]);
  const [placement, setPlacement] = useState(() => {
    const { isOwn, stretch } = placeBlocks(picture.blocks, picture.edges);
    return { isOwn, stretch };
  });
  const scene = useMemo(() => {
    const { blocks, edges } = picture;
    const boxes = placement.isOwn ? inColumns(blocks, edges) : placeWith(blocks, placement.stretch).boxes;
    return sceneOf(picture, boxes);
  }, [picture, placement]);
  return { picture, scene, ...placement, useStored: () => setPlacement({ isOwn: false, stretch: 1 }) };
}

/** Stores the page's places in the diagram, before the first block that the author moves. */
export function withShownPlaces({ isOwn, scene }: Layout, diagram: Diagram, context: EditContext): EditOutcome {
  return isOwn ? withPlaces(diagram, placesOf(scene.boxes, diagram), context) : { ok: true, diagram };
}

/** Only well-formed blocks can store a place. */
export function placesOf(boxes: Scene['boxes'], { nodes }: Diagram): ReadonlyMap<string, Point> {
  return new Map([...boxes].filter(([id]) => isJsonObject(nodes[id])));
}

export function storedPlace({ stretch }: Layout, { x, y }: Point): Point {
  return { x: x / stretch, y: y / stretch };
}
