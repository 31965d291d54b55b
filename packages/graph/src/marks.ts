import type { Change, PictureBlock, PictureEdge } from './picture.ts';

/** Findings of a block that are named; the others are counted. */
const mostNamed = 4;

const signs: Readonly<Record<Change, string>> = { added: '+', removed: '−', changed: '~' };

/** What became of a block or connection, for pictures in which colours are not enough: `'+ '`. @spec PI15 */
export function signOf({ change }: Pick<PictureBlock, 'change'>): string {
  return change === undefined ? '' : `${signs[change]} `;
}

/** Findings and visits of a block, each in a line. */
export function marksOf({ findings, visits }: PictureBlock): readonly string[] {
  const named = findings.slice(0, mostNamed).map(({ severity, code }) => `${severity}: ${code}`);
  const rest = findings.length - named.length;
  return [
    ...named,
    ...(rest > 0 ? [`and ${rest} more`] : []),
    ...(visits === undefined ? [] : [visits === 0 ? 'not visited' : `✓ ${visits}×`]),
  ];
}

/** What is written at a connection. */
export function edgeLabelOf(edge: PictureEdge): string {
  const times = edge.times === undefined ? '' : ` ${edge.times}×`;
  return `${signOf(edge)}${edge.label}${times}`;
}
