import type { Diagram } from '@botwright/core/diagram';
import { edgeLabelOf, linesOf } from './marks.ts';
import { type Change, type PictureBlock, type PictureEdge, type PictureOptions, pictureOf } from './picture.ts';
import { plainText, shortened } from './plain-text.ts';

export interface TextOptions extends PictureOptions {
  /** For people, above the picture. */
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
 * Draws a diagram as a Mermaid flowchart. Mermaid decides the layout.
 *
 * @spec PI17, PI18
 */
export function toMermaid(diagram: Diagram, options: TextOptions = {}): string {
  const { blocks, edges } = pictureOf(diagram, options);
  const names = new Map(blocks.map(({ id }, at) => [id, `b${at}`]));
  const title = plainText(options.title ?? '');
  const used = Map.groupBy(blocks, classOf);
  return [
    'flowchart LR',
    ...(title === '' ? [] : [`  accTitle: ${escapeParts(shortened(title, 60))}`]),
    ...blocks.map((block) => `  ${names.get(block.id)}${shapeOf(block)}`),
    ...edges.map((edge) => `  ${names.get(edge.from)} ${arrowOf(edge)} ${names.get(edge.to)}`),
    ...[...used].flatMap(([kind, members]) => {
      const named = members.map(({ id }) => names.get(id)).join(',');
      return kind === undefined ? [] : [`  classDef ${kind} ${classes[kind]}`, `  class ${named} ${kind}`];
    }),
    ...edges.flatMap(({ change }, at) => (change === undefined ? [] : [`  linkStyle ${at} ${linkColors[change]}`])),
    '',
  ].join('\n');
}

/** The class with the highest priority. */
function classOf({ change, findings, visits }: PictureBlock): string | undefined {
  if (change !== undefined) return change;
  if (findings.length > 0) return findings.some(({ severity }) => severity === 'error') ? 'error' : 'warning';
  return visits === 0 ? 'missed' : undefined;
}

function shapeOf(block: PictureBlock): string {
  const label = linesOf(block, 24).map(escapeMermaid).join('<br/>');
  return block.isStart || block.isEntry ? `(["${label}"])` : `["${label}"]`;
}

function arrowOf(edge: PictureEdge): string {
  const plain = edge.isJump === true ? '==>' : '-->';
  const arrow = edge.times === 0 || edge.change === 'removed' ? '-.->' : plain;
  const label = edgeLabelOf(edge);
  return label === '' ? arrow : `${arrow}|"${escapeMermaid(label)}"|`;
}

/**
 * Writes as character references the characters that end a label or have a meaning anywhere: quotes, `%%`, references,
 * tags, backticks, and the colon after words such as `style`. Mermaid decodes these references before it looks for
 * formulas, line ends, icons and lists; characters of these are written so that Mermaid decodes them last.
 */
function escapeMermaid(text: string): string {
  let escaped = '';
  let done = 0;
  for (const { index, 0: match } of text.matchAll(mermaidSyntax)) {
    escaped += escapeParts(text.slice(done, index)) + readAtTheEnd(match);
    done = index + match.length;
  }
  return escaped + escapeParts(text.slice(done));
}

/**
 * One character each: dollars next to another one, or before a character that JavaScript would take for a part of a
 * match; backslashes; the colon of an icon; marks of emphasis; and the mark of a list, a heading or a quotation at the
 * beginning. Mermaid 11 reads markdown in every label; Mermaid 12 does not.
 */
const mermaidSyntax =
  /\$(?=[$&'`])|(?<=\$)\$|[\\*]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|~(?=~)|(?<=~)~|:(?=fa-)|^[-+#>](?=[\s#>]|$)|(?<=^\d{1,9})[.)](?=\s|$)/gu;

function escapeParts(text: string): string {
  return text.replace(/["#%&;<>:\\`]/g, (character) => `#${character.codePointAt(0)};`);
}

/** Mermaid leaves references in this form while it draws, and decodes them in the finished picture. */
function readAtTheEnd(character: string): string {
  return `#64258;\u00b0\u00b0${character.codePointAt(0)}#182;\u00df`;
}
