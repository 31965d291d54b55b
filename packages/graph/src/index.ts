/** @module Draws diagrams as SVG, Mermaid and DOT. Runs in a browser. */
export type { DiagramLayout } from './diagram-layout.ts';
export { layOut } from './lay-out.ts';
export type {
  Change,
  DrawnCoverage,
  DrawnFinding,
  Picture,
  PictureBlock,
  PictureEdge,
  PictureOptions,
} from './picture.ts';
export { pictureOf } from './picture.ts';
export type { Theme } from './style.ts';
export { tidyDiagram } from './tidy-diagram.ts';
export { toDot } from './to-dot.ts';
export { toMermaid } from './to-mermaid.ts';
export { type SvgOptions, toSvg } from './to-svg.ts';
