import type { Diagram } from '@botwright/core/diagram';
import { edgeLabelOf, marksOf, signOf } from './marks.ts';
import { type Change, type PictureBlock, type PictureEdge, type PictureOptions, pictureOf } from './picture.ts';
import { plainText, shortened } from './plain-text.ts';

export interface TextOptions extends PictureOptions {
  readonly title?: string;
}

const classes: Readonly<Record<string, string>> = {
  added: 'fill:#e9f8ee,stroke:#1a7f37,stroke-width:2px,color:#1c2430',
  removed: 'fill:#fdeeee,stroke:#c2252f,stroke-width:2px,stroke-dasharray:6 4,color:#1c2430',
  changed: 'fill:#fff5de,stroke:#9a6200,stroke-width:2px,color:#1c2430',
  error: 'stroke:#c2252f,stroke-width:3px',
  warning: 'stroke:#9a6200,stroke-width:3px',
  missed: 'stroke-dasharray:2 4',
};

const linkColors: Readonly<Record<Change, string>> = {
  added: 'stroke:#1a7f37,stroke-width:3px',
  removed: 'stroke:#c2252f,stroke-width:2px,stroke-dasharray:6 4',
  changed: 'stroke:#9a6200,stroke-width:3px',
};

/**
 * Draws a diagram as a Mermaid flowchart. What the layout is, Mermaid decides.
 *
 * @spec PI17, PI18
 */
export function toMermaid(diagram: Diagram, options: TextOptions = {}): string {
  const { blocks, edges } = pictureOf(diagram, options);
  const names = new Map(blocks.map(({ id }, at) => [id, `b${at}`]));
  const title = plainText(options.title ?? '');
  const used = new Map<string, string[]>();
  for (const block of blocks) {
    const kind = classOf(block);
    if (kind === undefined) continue;
    const members = used.get(kind) ?? [];
    used.set(kind, members);
    members.push(names.get(block.id) as string);
  }
  return [
    'flowchart LR',
    ...(title === '' ? [] : [`  accTitle: ${escapeMermaid(shortened(title, 60))}`]),
    ...blocks.map((block) => `  ${names.get(block.id)}${shapeOf(block)}`),
    ...edges.map((edge) => `  ${names.get(edge.from)} ${arrowOf(edge)} ${names.get(edge.to)}`),
    ...[...used].flatMap(([kind, members]) => [
      `  classDef ${kind} ${classes[kind]}`,
      `  class ${members.join(',')} ${kind}`,
    ]),
    ...edges.flatMap(({ change }, at) => (change === undefined ? [] : [`  linkStyle ${at} ${linkColors[change]}`])),
    '',
  ].join('\n');
}

/** The class that counts most. */
function classOf({ change, findings, visits }: PictureBlock): string | undefined {
  if (change !== undefined) return change;
  if (findings.length > 0) return findings.some(({ severity }) => severity === 'error') ? 'error' : 'warning';
  return visits === 0 ? 'missed' : undefined;
}

function shapeOf(block: PictureBlock): string {
  const { title, type, text, isStart } = block;
  const lines = [
    signOf(block) + shortened(title, 24),
    ...(type === title ? [] : [type]),
    shortened(text, 24),
    ...marksOf(block),
  ];
  const label = lines
    .filter((line) => line !== '')
    .map(escapeMermaid)
    .join('<br/>');
  return isStart ? `(["${label}"])` : `["${label}"]`;
}

function arrowOf(edge: PictureEdge): string {
  const plain = edge.isJump === true ? '==>' : '-->';
  const arrow = edge.times === 0 || edge.change === 'removed' ? '-.->' : plain;
  const label = edgeLabelOf(edge);
  return label === '' ? arrow : `${arrow}|"${escapeMermaid(label)}"|`;
}

/**
 * Writes all but letters, digits and spaces by their number: a quote would end a label, and `%%`, backticks and words
 * such as `style` before a colon mean something wherever they are.
 */
function escapeMermaid(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N} _.,?!=/…×✓+−~]/gu, (character) => `#${character.codePointAt(0)};`);
}
