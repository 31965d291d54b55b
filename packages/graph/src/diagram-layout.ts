import type { Picture, PictureBlock, PictureEdge, PictureOutput } from './picture.ts';

/** A point of a picture, in pixels. */
export interface Point {
  /** From the left edge. */
  readonly x: number;
  /** From the upper edge. */
  readonly y: number;
}

export interface Placed extends Point {
  /** Pixels. */
  readonly width: number;
  /** Pixels. */
  readonly height: number;
}

/** An output; `y` is the middle of its row, from the upper edge of the picture. */
export interface LaidOutput extends PictureOutput {
  /** In pixels. */
  readonly y: number;
}

/** A block with its box. */
export interface LaidBlock extends Omit<PictureBlock, 'outputs'>, Placed {
  /** From top to bottom. */
  readonly outputs: readonly LaidOutput[];
  /** Its text, cut to fit. */
  readonly lines: readonly string[];
}

/** A connection with its corners, from the output to the target block. */
export interface LaidEdge extends PictureEdge {
  /** At least two, in drawing order. */
  readonly points: readonly Point[];
}

/** A diagram with all positions, in pixels from the left upper corner. */
export interface DiagramLayout extends Omit<Picture, 'blocks' | 'edges'> {
  /** Pixels of the whole picture. */
  readonly width: number;
  /** Pixels of the whole picture. */
  readonly height: number;
  /** With their left upper corners and sizes. */
  readonly blocks: readonly LaidBlock[];
  /** With the points of their lines. */
  readonly edges: readonly LaidEdge[];
}
