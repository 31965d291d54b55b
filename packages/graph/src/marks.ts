import type { Change, PictureBlock, PictureEdge } from './picture.ts';
import { shortened } from './plain-text.ts';

/** A block names its first findings and counts the others. */
const mostNamed = 4;

const signs: Readonly<Record<Change, string>> = { added: '+', removed: '−', changed: '~' };

/** The change of a block or connection as a sign, for pictures without colours, such as `'+ '`. @spec PI15 */
function signOf({ change }: Pick<PictureBlock, 'change'>): string {
  return change === undefined ? '' : `${signs[change]} `;
}

/** The lines of a block: its title, kind, text, findings and visits. @param width - Of its text. */
export function linesOf(block: PictureBlock, width: number): readonly string[] {
  const { title, type, text, findings, visits } = block;
  const rest = findings.length - mostNamed;
  const lines = [
    signOf(block) + shortened(title, 24),
    ...(type === title ? [] : [type]),
    shortened(text, width),
    ...findings.slice(0, mostNamed).map(({ severity, code }) => `${severity}: ${code}`),
    ...(rest > 0 ? [`and ${rest} more`] : []),
    ...(visits === undefined ? [] : [visits === 0 ? 'not visited' : `✓ ${visits}×`]),
  ];
  return lines.filter((line) => line !== '');
}

/** The text at a connection. */
export function edgeLabelOf(edge: PictureEdge): string {
  const times = edge.times === undefined ? '' : ` ${edge.times}×`;
  return `${signOf(edge)}${edge.label}${times}`;
}
