import type { Change, PictureBlock, PictureEdge } from './picture.ts';

/** A block names its first findings and counts the others. */
const mostNamed = 4;

const signs: Readonly<Record<Change, string>> = { added: '+', removed: '−', changed: '~' };

/** The change of a block or connection as a sign, for pictures without colours, such as `'+ '`. @spec PI15 */
export function signOf({ change }: Pick<PictureBlock, 'change'>): string {
  return change === undefined ? '' : `${signs[change]} `;
}

/** Findings and visits of a block, one per line. */
export function marksOf({ findings, visits }: PictureBlock): readonly string[] {
  const named = findings.slice(0, mostNamed).map(({ severity, code }) => `${severity}: ${code}`);
  const rest = findings.length - named.length;
  return [
    ...named,
    ...(rest > 0 ? [`and ${rest} more`] : []),
    ...(visits === undefined ? [] : [visits === 0 ? 'not visited' : `✓ ${visits}×`]),
  ];
}

/** The text at a connection. */
export function edgeLabelOf(edge: PictureEdge): string {
  const times = edge.times === undefined ? '' : ` ${edge.times}×`;
  return `${signOf(edge)}${edge.label}${times}`;
}
