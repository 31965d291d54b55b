import type { Diagram } from '@botwright/core/diagram';
import { edgeLabelOf, linesOf } from './marks.ts';
import { type Change, type PictureBlock, type PictureEdge, pictureOf } from './picture.ts';
import { plainText, withoutCommands } from './plain-text.ts';
import type { TextOptions } from './to-mermaid.ts';

const colors: Readonly<Record<Change | 'error' | 'warning', string>> = {
  added: '#1a7f37',
  removed: '#c2252f',
  changed: '#9a6200',
  error: '#c2252f',
  warning: '#9a6200',
};

const fills: Readonly<Record<Change, string>> = { added: '#e9f8ee', removed: '#fdeeee', changed: '#fff5de' };

/**
 * Draws a diagram as a Graphviz graph. Each block has its id as `id`, which Graphviz copies into its SVGs.
 *
 * @spec PI17, PI19
 */
export function toDot(diagram: Diagram, options: TextOptions = {}): string {
  const { blocks, edges } = pictureOf(diagram, options);
  const names = new Map(blocks.map(({ id }, at) => [id, `b${at}`]));
  const title = plainText(options.title ?? '');
  return [
    'digraph bot {',
    '  rankdir=LR;',
    '  node [shape=box, style=rounded, fontname="sans-serif", fontsize=11, margin="0.15,0.1"];',
    '  edge [fontname="sans-serif", fontsize=10];',
    ...(title === '' ? [] : [`  label=${quoted([title])};`, '  labelloc=t;']),
    ...blocks.map((block) => `  ${names.get(block.id)} [${blockAttributes(block).join(', ')}];`),
    ...edges.map((edge) => `  ${names.get(edge.from)} -> ${names.get(edge.to)} [${edgeAttributes(edge).join(', ')}];`),
    '}',
    '',
  ].join('\n');
}

function blockAttributes(block: PictureBlock): readonly string[] {
  const { id, change, findings, visits, isStart, isEntry } = block;
  const worst = findings.some(({ severity }) => severity === 'error') ? 'error' : 'warning';
  const color = change ?? (findings.length > 0 ? worst : undefined);
  const styles = [
    'rounded',
    ...(change === undefined ? [] : ['filled']),
    ...(change === 'removed' ? ['dashed'] : visits === 0 ? ['dotted'] : []),
  ];
  return [
    `id=${quoted([plainText(id)])}`,
    `label=${quoted(linesOf(block, 30))}`,
    ...(isStart || isEntry ? ['shape=oval'] : []),
    `style="${styles.join(',')}"`,
    ...(color === undefined ? [] : [`color="${colors[color]}"`, 'penwidth=2']),
    ...(change === undefined ? [] : [`fillcolor="${fills[change]}"`]),
  ];
}

function edgeAttributes(edge: PictureEdge): readonly string[] {
  const { change, times, isJump } = edge;
  const plain = isJump === true ? 'bold' : undefined;
  const style = change === 'removed' ? 'dashed' : times === 0 ? 'dotted' : plain;
  return [
    `label=${quoted([edgeLabelOf(edge)])}`,
    ...(style === undefined ? [] : [`style=${style}`]),
    ...(isJump === true ? ['arrowhead=vee'] : []),
    ...(change === undefined ? [] : [`color="${colors[change]}"`, 'penwidth=2']),
  ];
}

/** Writes a label, in which backslashes and character references have a meaning. */
function quoted(lines: readonly string[]): string {
  const escaped = lines.map((line) =>
    withoutCommands(line.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('&', '&amp;')),
  );
  return `"${escaped.join('\\n')}"`;
}
