import type { PictureBlock } from '@botwright/graph';
import type { Box, Point } from './viewport.ts';

/** Sizes of a block on the canvas, in pixels; the page's styles must match. */
export const blockMeasures = { width: 248, head: 40, text: 44, output: 26, foot: 8 } as const;

export function blockHeight({ text, outputs }: Pick<PictureBlock, 'text' | 'outputs'>): number {
  const { head, text: textHeight, output, foot } = blockMeasures;
  return head + (text === '' ? 0 : textHeight) + outputs.length * output + foot;
}

/** The point at which a connection leaves a block by its output number `index`. */
export function outputPoint(box: Box, block: Pick<PictureBlock, 'text'>, index: number): Point {
  const { head, text, output } = blockMeasures;
  return { x: box.x + box.width, y: box.y + head + (block.text === '' ? 0 : text) + (index + 0.5) * output };
}

/** The point at which a jump leaves a block. */
export function jumpPoint(box: Box): Point {
  return { x: box.x + box.width, y: box.y + blockMeasures.head / 2 };
}

/** The point at which connections enter a block. */
export function inputPoint(box: Box): Point {
  return { x: box.x, y: box.y + blockMeasures.head / 2 };
}
