/** Readable on white, and in the order of the legend. */
export const colours = [
  '#1f6feb',
  '#d1242f',
  '#1a7f37',
  '#8250df',
  '#bf5b04',
  '#0e7490',
  '#9a3412',
  '#57606a',
] as const;

export const width = 760;

/** Wraps drawn elements in a picture with a white background, since pages are read on dark ones too. */
export function svg(height: number, title: string, elements: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" font-size="12" fill="#1f2328" role="img" aria-label="${escapeXml(title)}">
<rect width="${width}" height="${height}" rx="6" fill="#fff"/>
${elements.join('\n')}
</svg>
`;
}

interface TextStyle {
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly bold?: true;
  readonly fill?: string;
}

export function text(x: number, y: number, content: string, { anchor = 'start', bold, fill }: TextStyle = {}): string {
  const style = `${bold === true ? ' font-weight="600"' : ''}${fill === undefined ? '' : ` fill="${fill}"`}`;
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}"${style}>${escapeXml(content)}</text>`;
}

export function line(
  from: readonly [number, number],
  to: readonly [number, number],
  stroke: string,
  dash = '',
): string {
  const dashed = dash === '' ? '' : ` stroke-dasharray="${dash}"`;
  return `<line x1="${round(from[0])}" y1="${round(from[1])}" x2="${round(to[0])}" y2="${round(to[1])}" stroke="${stroke}"${dashed}/>`;
}

export function rectangle(x: number, y: number, w: number, h: number, fill: string): string {
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(Math.max(w, 1))}" height="${round(h)}" rx="2" fill="${fill}"/>`;
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Shortens texts that would be wider than this many characters. */
export function shorten(content: string, characters: number): string {
  return content.length <= characters ? content : `${content.slice(0, characters - 1)}…`;
}

function escapeXml(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
