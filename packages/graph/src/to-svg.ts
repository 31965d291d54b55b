import type { Diagram } from '@botwright/core/diagram';
import type { DiagramLayout, LaidBlock, LaidEdge, Point } from './diagram-layout.ts';
import { fittingTitle, headHeightOf, layOut, measures } from './lay-out.ts';
import type { Change, DrawnFinding, PictureOptions } from './picture.ts';
import { asReference, isRightToLeft, plainText, shortened, widthOf, withoutCommands } from './plain-text.ts';
import { styleOf, type Theme } from './style.ts';

/** How an SVG looks, in addition to its contents. */
export interface SvgOptions extends PictureOptions {
  /** Heading above the picture, and its name for screen readers. */
  readonly title?: string;
  /** Default `auto`. */
  readonly theme?: Theme;
  /** Begins the ids of the title and the description; for several pictures in a page. Default `bw`. */
  readonly idPrefix?: string;
}

/** The most findings without a block that are listed. */
const mostListed = 5;

const signs: Readonly<Record<Change, string>> = { added: '+ added', removed: '− removed', changed: '~ changed' };

/**
 * Draws a diagram as an SVG without scripts, images and fonts. `data-block` and `data-output` identify blocks and
 * outputs.
 *
 * @returns The same text for the same input.
 * @spec PI9, PI10, PI11, PI12, PI13, PI14, PI15, PI16
 */
export function toSvg(diagram: Diagram, options: SvgOptions = {}): string {
  const layout = layOut(diagram, options);
  const title = plainText(options.title ?? '');
  const { margin } = measures;
  const legend = legendOf(layout);
  const legendWidth = legend.reduce((sum, { width }) => sum + width, 0);
  const width = Math.max(layout.width + 2 * margin, 360, legendWidth + 2 * margin);
  const notes = notesOf(layout.findings);
  const head = (title === '' ? 0 : 34) + notes.length * 18;
  const top = margin + head;
  const height = top + layout.height + margin + (legend.length > 0 ? 40 : 0);
  const name = title === '' ? 'Bot diagram' : title;
  const prefix = escapeXml(options.idPrefix ?? 'bw');

  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="bw" role="img" aria-labelledby="${prefix}-title ${prefix}-desc" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<title id="${prefix}-title">${escapeXml(name)}</title>`,
    `<desc id="${prefix}-desc">${escapeXml(describe(layout))}</desc>`,
    `<style>${styleOf(options.theme ?? 'auto')}</style>`,
    `<rect class="bw-page" width="${width}" height="${height}"/>`,
    ...(title === '' ? [] : [textAt(margin, margin + 14, shortened(title, (width - 2 * margin) / 18.5), 'bw-heading')]),
    ...notes.map((note, at) => note(margin, margin + (title === '' ? 0 : 34) + at * 18 + 6, width - 2 * margin)),
    `<g transform="translate(${margin} ${top})">`,
    ...layout.edges.filter(({ change }) => change === undefined).map((edge) => drawEdge(edge, layout)),
    ...layout.edges.filter(({ change }) => change !== undefined).map((edge) => drawEdge(edge, layout)),
    ...layout.blocks.map((block) => drawBlock(block, layout)),
    '</g>',
    ...drawLegend(legend, margin, top + layout.height + margin + 16),
    '</svg>',
    '',
  ].join('\n');
}

/** Describes a picture in words. @spec PI12 */
function describe({ blocks, edges, findings, isCompared, hasCoverage }: DiagramLayout): string {
  const found = [...findings, ...blocks.flatMap((block) => block.findings)];
  const of = (change: Change) => blocks.filter((block) => block.change === change).length;
  const counted = blocks.filter(({ visits }) => visits !== undefined);
  const jumps = edges.filter(({ isJump }) => isJump === true).length;
  const visited = counted.filter(({ visits = 0 }) => visits > 0).length;
  return [
    jumps === 0
      ? `${count(blocks.length, 'block')} and ${count(edges.length, 'connection')}.`
      : `${count(blocks.length, 'block')}, ${count(edges.length - jumps, 'connection')} and ${count(jumps, 'jump')}.`,
    ...(found.length === 0 ? [] : [`${count(found.length, 'finding')}.`]),
    ...(hasCoverage ? [`Tests visit ${visited} of ${count(counted.length, 'block')}.`] : []),
    ...(isCompared ? [`Blocks: ${of('added')} added, ${of('removed')} removed, ${of('changed')} changed.`] : []),
  ].join(' ');
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function drawEdge(edge: LaidEdge, { hasCoverage }: DiagramLayout): string {
  const { change, times, from, output, to, points, isJump } = edge;
  const isMissed = hasCoverage && times === 0;
  const state = change ?? (isMissed ? 'missed' : 'plain');
  const end = points.at(-1) as Point;
  const arrow = `M${end.x} ${end.y}l-9 -5v10z`;
  const names = `data-from="${escapeXml(from)}" data-output="${escapeXml(output)}" data-to="${escapeXml(to)}"`;
  return `<g class="bw-edge bw-${state}${isJump === true ? ' bw-jump' : ''}" ${names}><path class="bw-way" d="${roundedPath(points)}"/><path class="bw-arrow" d="${arrow}"/></g>`;
}

const radius = 8;

/** Rounds corners if the lines between them are long enough. */
function roundedPath(points: readonly Point[]): string {
  const [first, ...others] = points as readonly [Point, ...Point[]];
  // The line stops before the tip of its arrow.
  const last = others.at(-1) as Point;
  const parts = [`M${first.x} ${first.y}`];
  for (const [at, corner] of others.slice(0, -1).entries()) {
    const before = points[at] as Point;
    const after = points[at + 2] as Point;
    const size = Math.min(radius, distance(before, corner) / 2, distance(corner, after) / 2);
    const start = towards(corner, before, size);
    const end = towards(corner, after, size);
    parts.push(`L${start.x} ${start.y}Q${corner.x} ${corner.y} ${end.x} ${end.y}`);
  }
  return `${parts.join('')}L${last.x - 6} ${last.y}`;
}

function distance(a: Point, b: Point): number {
  return Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
}

/** Moves from one corner towards the next, horizontally or vertically. */
function towards(from: Point, to: Point, length: number): Point {
  return { x: from.x + Math.sign(to.x - from.x) * length, y: from.y + Math.sign(to.y - from.y) * length };
}

function drawBlock(block: LaidBlock, { hasCoverage }: DiagramLayout): string {
  const { id, x, y, width, height, title, type, lines, change, visits, findings, outputs, isStart, isEntry } = block;
  const { padding, lineHeight, mostFindings, outputHeight } = measures;
  const isMissed = hasCoverage && visits === 0;
  const state = change ?? (isMissed ? 'missed' : visits === undefined ? 'plain' : 'visited');
  const marks = [
    ...(change === undefined ? [] : [{ text: signs[change], kind: change }]),
    ...(visits === undefined
      ? []
      : [{ text: isMissed ? 'not visited' : `✓ ${visits}×`, kind: isMissed ? 'missed' : 'visited' }]),
  ];
  let right = width - 10;
  const badges = marks.map(({ text, kind }) => {
    const badgeWidth = Math.round(widthOf(text) * 11.5 + 16);
    right -= badgeWidth + 4;
    return `<g class="bw-badge bw-${kind}"><rect x="${right + 4}" y="10" width="${badgeWidth}" height="18" rx="9"/><text x="${right + 4 + badgeWidth / 2}" y="23" text-anchor="middle">${escapeXml(text)}</text></g>`;
  });
  const inner = width - 2 * padding;
  const textTop = headHeightOf(block) + 14;
  const findingsTop = textTop + lines.length * lineHeight + (lines.length > 0 ? 8 : 0);
  const worst = findings.some(({ severity }) => severity === 'error') ? 'error' : 'warning';
  return [
    `<g class="bw-block bw-${state}${findings.length > 0 ? ` bw-has-${worst}` : ''}" data-block="${escapeXml(id)}" transform="translate(${x} ${y})">`,
    `<title>${escapeXml(`${title} (${type})`)}</title>`,
    `<rect class="bw-box" width="${width}" height="${height}" rx="${isStart || isEntry ? 22 : 10}"/>`,
    textAt(padding, 24, fittingTitle(title, width - right - 6), 'bw-name', inner),
    ...(type === title ? [] : [textAt(padding, 40, shortened(type, inner / 11), 'bw-type', inner)]),
    ...lines.map((line, at) => textAt(padding, textTop + at * lineHeight, line, 'bw-text', inner)),
    ...findings.slice(0, mostFindings).map((finding, at) => {
      const isRest = at === mostFindings - 1 && findings.length > mostFindings;
      const shown = isRest ? { ...finding, code: `and ${findings.length - at} more` } : finding;
      return drawFinding(shown, padding, findingsTop + at * lineHeight, shown.code, inner);
    }),
    ...outputs.map(({ output, label, times, y: middle }) => {
      const row = middle - y;
      const shownTimes = times === undefined ? '' : times === 0 ? 'not taken' : `${times}×`;
      const room = inner - widthOf(shownTimes) * 11 - 12;
      const missed = times === 0 ? ' bw-missed' : '';
      return [
        `<g class="bw-output${missed}" data-output="${escapeXml(output)}">`,
        `<path class="bw-rule" d="M0 ${row - outputHeight / 2}h${width}"/>`,
        textAt(padding, row + 4, shortened(label, room / 11.5), 'bw-label', inner),
        ...(shownTimes === ''
          ? []
          : [`<text class="bw-times" x="${width - padding}" y="${row + 4}" text-anchor="end">${shownTimes}</text>`]),
        `<circle class="bw-port" cx="${width}" cy="${row}" r="4"/>`,
        '</g>',
      ].join('');
    }),
    ...badges,
    '</g>',
  ].join('');
}

/** Draws a finding: a disc for an error, a triangle for a warning, and the code. @spec PI13 */
function drawFinding(
  { severity, code, message }: DrawnFinding,
  x: number,
  y: number,
  shown: string,
  width: number,
): string {
  const sign = signOf(severity, x, y);
  return `<g class="bw-finding bw-${severity}"><title>${escapeXml(plainText(`${severity} ${code}: ${message}`))}</title>${sign}${textAt(x + 17, y, shortened(plainText(shown), (width - 17) / 11), 'bw-code')}</g>`;
}

function signOf(severity: 'error' | 'warning', x: number, y: number): string {
  return severity === 'error'
    ? `<path d="M${x} ${y - 4}a5.5 5.5 0 1 1 11 0a5.5 5.5 0 1 1 -11 0z"/>`
    : `<path d="M${x} ${y + 1}l5.5 -11l5.5 11z"/>`;
}

type Note = (x: number, y: number, width: number) => string;

function notesOf(findings: readonly DrawnFinding[]): readonly Note[] {
  const listed = findings.slice(0, mostListed).map(
    (finding): Note =>
      (x, y, width) =>
        drawFinding(finding, x, y, `${finding.code}: ${finding.message}`, width),
  );
  if (findings.length <= mostListed) return listed;
  return [...listed, (x, y) => textAt(x, y, `and ${findings.length - mostListed} more`, 'bw-text')];
}

interface LegendEntry {
  readonly text: string;
  readonly kind: string;
  readonly width: number;
}

/** Explains the colours and signs of this picture. @spec PI15 */
function legendOf({ isCompared, hasCoverage, blocks, findings, edges }: DiagramLayout): readonly LegendEntry[] {
  const found = [...findings, ...blocks.flatMap((block) => block.findings)];
  const entries = [
    ...(isCompared ? (['added', 'removed', 'changed'] as const).map((kind) => ({ kind, text: signs[kind] })) : []),
    ...(hasCoverage
      ? [
          { kind: 'visited', text: '✓ 3× visited, and how often' },
          { kind: 'missed', text: 'not visited, not taken' },
        ]
      : []),
    ...(['error', 'warning'] as const).flatMap((kind) =>
      found.some(({ severity }) => severity === kind) ? [{ kind, text: kind }] : [],
    ),
    ...(edges.some(({ isJump }) => isJump === true) ? [{ kind: 'jump', text: 'jump' }] : []),
  ];
  return entries.map((entry) => ({ ...entry, width: Math.round(widthOf(entry.text) * 12 + 56) }));
}

function drawLegend(entries: readonly LegendEntry[], left: number, y: number): readonly string[] {
  if (entries.length === 0) return [];
  let x = left;
  const drawn = entries.map(({ text, kind, width }) => {
    const at = x;
    x += width;
    const label = textAt(at + 30, y + 4, text, 'bw-label');
    if (kind === 'error' || kind === 'warning') {
      return `<g class="bw-finding bw-${kind}">${signOf(kind, at + 10, y + 4)}${label}</g>`;
    }
    if (kind === 'jump') {
      return `<g class="bw-edge bw-jump"><path class="bw-way" d="M${at} ${y}h16"/><path class="bw-arrow" d="M${at + 22} ${y}l-9 -5v10z"/>${label}</g>`;
    }
    return `<g class="bw-block bw-${kind}"><rect class="bw-box" x="${at}" y="${y - 8}" width="22" height="16" rx="4"/>${label}</g>`;
  });
  return [`<g class="bw-legend">${drawn.join('')}</g>`];
}

/** Draws a line of text. Right-to-left text begins at the right end of its room. @spec PI10 */
function textAt(x: number, y: number, text: string, style: string, room?: number): string {
  if (text === '') return '';
  const place = isRightToLeft(text) && room !== undefined ? `x="${x + room}" direction="rtl"` : `x="${x}"`;
  return `<text class="${style}" ${place} y="${y}">${escapeXml(text)}</text>`;
}

/** @spec PI9 */
function escapeXml(text: string): string {
  const valid = text
    .toWellFormed()
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\ufffd');
  return withoutCommands(valid.replace(/[&<>"'\t\n\r]/g, asReference));
}
