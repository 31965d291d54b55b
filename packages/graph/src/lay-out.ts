import type { Diagram } from '@botwright/core/diagram';
import type { DiagramLayout, LaidBlock, LaidEdge, Placed } from './diagram-layout.ts';
import { type Picture, type PictureBlock, type PictureOptions, pictureOf } from './picture.ts';
import { placeBlocks } from './place-blocks.ts';
import { shortened, wrapped } from './plain-text.ts';
import { routeEdges } from './route-edges.ts';

export const measures = {
  width: 240,
  padding: 14,
  headHeight: 48,
  lineHeight: 16,
  outputHeight: 22,
  mostLines: 3,
  mostFindings: 4,
  /** Margin around the picture. */
  margin: 28,
  /** The height at which connections enter a block: the middle of the title. */
  entry: 24,
} as const;

const fontSize = 12;

/**
 * Positions every block and connection.
 *
 * @spec PI6, PI7, PI8
 */
export function layOut(diagram: Diagram, options: PictureOptions = {}): DiagramLayout {
  const picture = pictureOf(diagram, options);
  const lines = picture.blocks.map(linesOf);
  const sized = picture.blocks.map(sizedBlock);
  const placed = placeBlocks(sized, picture.edges);
  const blocks = picture.blocks.map((block, at): LaidBlock => {
    const box = placed[at] as Placed;
    const shown = lines[at] ?? [];
    const firstOutput = box.y + box.height - block.outputs.length * measures.outputHeight - 4;
    return {
      ...block,
      ...box,
      lines: shown,
      outputs: block.outputs.map((output, nth) => ({
        ...output,
        y: firstOutput + (nth + 0.5) * measures.outputHeight,
      })),
    };
  });
  return fromOrigin(picture, blocks, routeEdges(blocks, picture.edges, measures.entry));
}

function linesOf({ text }: PictureBlock): readonly string[] {
  return wrapped(text, (measures.width - 2 * measures.padding) / fontSize, measures.mostLines);
}

/** A block with its measures. */
export function sizedBlock(block: PictureBlock): PictureBlock & Pick<Placed, 'width' | 'height'> {
  return { ...block, width: measures.width, height: heightOf(block, linesOf(block)) };
}

/** Connections may pass left of the first block and above it. */
function fromOrigin(picture: Picture, blocks: readonly LaidBlock[], edges: readonly LaidEdge[]): DiagramLayout {
  const points = edges.flatMap((edge) => edge.points);
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const left = Math.min(0, extreme(Math.min, xs));
  const top = Math.min(0, extreme(Math.min, ys));
  const right = extreme(Math.max, [...blocks.map(({ x, width }) => x + width), ...xs]);
  const bottom = extreme(Math.max, [...blocks.map(({ y, height }) => y + height), ...ys]);
  return {
    ...picture,
    blocks: blocks.map((block) => ({
      ...block,
      x: block.x - left,
      y: block.y - top,
      outputs: block.outputs.map((output) => ({ ...output, y: output.y - top })),
    })),
    edges: edges.map((edge) => ({ ...edge, points: edge.points.map(({ x, y }) => ({ x: x - left, y: y - top })) })),
    width: Math.ceil(right - left),
    height: Math.ceil(bottom - top),
  };
}

/** A block named like its kind has one line less. */
export function headHeightOf({ title, type }: Pick<PictureBlock, 'title' | 'type'>): number {
  return measures.headHeight - (title === type ? 14 : 0);
}

function heightOf(block: PictureBlock, lines: readonly string[]): number {
  const { findings, outputs } = block;
  const rows = Math.min(findings.length, measures.mostFindings);
  const text = lines.length * measures.lineHeight + (lines.length > 0 ? 8 : 0);
  const marks = rows * measures.lineHeight + (rows > 0 ? 8 : 0);
  return headHeightOf(block) + text + marks + outputs.length * measures.outputHeight + 8;
}

/** The least or greatest number of a list, which may be too long for arguments; 0 for an empty list. */
function extreme(choose: (a: number, b: number) => number, values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((found, value) => choose(found, value));
}

/** Cuts a title to fit into a box next to a mark of this width. */
export function fittingTitle(title: string, markWidth: number): string {
  return shortened(title, (measures.width - 2 * measures.padding - markWidth) / 15);
}
