import type { Diagram, JsonObject } from '@botwright/core/diagram';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { type SvgOptions, toSvg } from '../src/index.ts';
import { longBot, orderBot, withoutPlaces } from './sample-bots.ts';

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

interface Read {
  readonly elements: readonly Element[];
  /** The contents of elements with text, by name of the element. */
  readonly texts: readonly (readonly [string, string])[];
}

/** Reads XML; fails for malformed XML. */
function read(svg: string): Read {
  const elements: Element[] = [];
  const texts: [string, string][] = [];
  const open: string[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    open.push(name);
    elements.push({ name, attributes: attributes as Record<string, string> });
  });
  parser.on('closetag', () => open.pop());
  parser.on('text', (text) => {
    if (text.trim() !== '') texts.push([open.at(-1) ?? '', text]);
  });
  parser.write(svg).close();
  return { elements, texts };
}

const shownTexts = (diagram: Diagram, options?: SvgOptions): readonly string[] =>
  read(toSvg(diagram, options)).texts.flatMap(([name, text]) => (name === 'text' ? [text] : []));

function saying(text: string): Diagram {
  return { nodes: { a: { id: 'a', template: 'chat', params: { text } } }, connections: {} };
}

const hostile = '</text><script>alert(1)</script>]]>&amp;"\'<!--';

describe('[PI9] texts of a diagram', () => {
  it('[PI9] stay texts at every place', () => {
    const diagram: Diagram = {
      nodes: { [hostile]: { id: 'a', name: hostile, template: hostile, params: { text: hostile } } },
      connections: { x: { id: 'x', type: hostile, sourcePath: hostile, targetPath: hostile } },
    };
    const findings = [{ code: hostile, message: hostile, severity: 'error' as const, blockId: hostile }];
    const { elements } = read(toSvg(diagram, { title: hostile, findings }));
    const names = new Set(elements.map(({ name }) => name));
    expect([...names].sort()).toEqual(['circle', 'desc', 'g', 'path', 'rect', 'style', 'svg', 'text', 'title']);
    expect(elements.find(({ attributes }) => attributes['data-block'] !== undefined)?.attributes['data-block']).toBe(
      hostile,
    );
    expect(
      elements.flatMap(({ attributes }) => Object.keys(attributes)).filter((name) => /^on|href/.test(name)),
    ).toEqual([]);
  });

  it('[PI9] have no characters that XML has not, and nothing that turns direction', () => {
    expect(shownTexts(saying('a\u0000b\u0007c\ud800d\u202ee\u2067f\uffffg'))).toContain('a b c\ufffddefg');
  });

  it('[PI9] are broken into three lines, and then cut between characters', () => {
    const lines = shownTexts(saying('word '.repeat(200))).filter((text) => text.startsWith('word'));
    expect(lines).toHaveLength(3);
    expect(lines[2]).toMatch(/^(word )+w?o?r?d?…$/);
    const family = '👩‍👩‍👧‍👦';
    const cut = shownTexts(saying(family.repeat(100))).filter((text) => text.includes('👩'));
    expect(cut.join('').replaceAll(family, '')).toBe('…');
    const [whole] = shownTexts(saying('x'.repeat(1_000_000))).filter((text) => text.startsWith('xx'));
    expect(whole?.length).toBeLessThan(60);
  });
});

it('[PI10] a text from right to left begins at the right', () => {
  const { elements } = read(toSvg(saying('שלום עולם')));
  expect(
    elements.filter(({ attributes }) => attributes['direction'] === 'rtl').map(({ attributes }) => attributes['x']),
  ).toEqual(['226']);
  expect(toSvg(saying('Hello שלום'))).not.toContain('direction');
});

it.for([
  ['on a canvas', orderBot()],
  ['laid out', withoutPlaces(orderBot())],
  ['of sixty blocks', longBot(60, { placed: false })],
] as const)('[PI11] the same diagram gives the same bytes: %s', ([, diagram]) => {
  expect(toSvg(JSON.parse(JSON.stringify(diagram)))).toBe(toSvg(diagram));
});

it('[PI12] a picture says in words what it shows', () => {
  const { elements, texts } = read(
    toSvg(orderBot(), {
      title: 'Orders',
      before: withoutPlaces(orderBot()),
      coverage: { blocks: { welcome: 1 }, outputs: {} },
      findings: [{ code: 'a', message: 'b', severity: 'warning' }],
    }),
  );
  expect(elements[0]?.attributes).toMatchObject({ role: 'img', 'aria-labelledby': 'bw-title bw-desc' });
  expect(texts.slice(0, 2)).toEqual([
    ['title', 'Orders'],
    [
      'desc',
      '4 blocks and 4 connections. 1 finding. Tests visit 1 of 3 blocks. Blocks: 0 added, 0 removed, 0 changed.',
    ],
  ]);
});

it('[PI13] findings are on their block, at most four lines, and findings without a block above', () => {
  const finding = (code: string, severity: 'error' | 'warning', blockId?: string) => ({
    code,
    severity,
    message: `${code} is wrong`,
    ...(blockId !== undefined && { blockId }),
  });
  const onBye = ['f1', 'f2', 'f3', 'f4', 'f5'].map((code, at) => finding(code, at === 0 ? 'error' : 'warning', 'bye'));
  const svg = toSvg(orderBot(), { findings: [...onBye, finding('whole', 'error')] });
  const texts = shownTexts(orderBot(), { findings: [...onBye, finding('whole', 'error')] });
  expect(texts).toEqual(expect.arrayContaining(['f1', 'f2', 'f3', 'and 2 more', 'whole: whole is wrong']));
  expect(texts).not.toContain('f4');
  expect(svg).toContain('<title>error f1: f1 is wrong</title>');
});

describe('[PI14] the colours', () => {
  it.for([
    [undefined, true, true],
    ['auto', true, true],
    ['light', true, false],
    ['dark', false, false],
  ] as const)('[PI14] theme %s', ([theme, isLight, follows]) => {
    const svg = toSvg(orderBot(), theme === undefined ? {} : { theme });
    expect([svg.includes('--bw-page:#ffffff'), svg.includes('prefers-color-scheme')]).toEqual([isLight, follows]);
  });

  it('[PI14] touch nothing outside the picture, and load nothing', () => {
    const svg = toSvg(orderBot());
    const style = /<style>(.*?)<\/style>/s.exec(svg)?.[1] ?? '';
    const selectors = [...style.replaceAll(/@media[^{]*\{/g, '').matchAll(/(?<=^|\})([^{}]+)\{/g)].flatMap(
      ([, list = '']) => list.split(','),
    );
    expect(selectors.length).toBeGreaterThan(20);
    expect(selectors.filter((selector) => !selector.startsWith('.bw'))).toEqual([]);
    expect(svg.replace('xmlns="http://www.w3.org/2000/svg"', '')).not.toMatch(
      /url\(|@import|https?:|<script|<image|foreignObject/,
    );
  });
});

it('[PI15] what the colours say is also said by signs, with a legend', () => {
  const before = orderBot();
  const after = orderBot();
  delete after.nodes['track'];
  after.nodes['new'] = { id: 'new', template: 'chat', params: {}, left: 1100, top: 0 };
  after.nodes['bye'] = { ...(after.nodes['bye'] as JsonObject), name: 'Bye' };
  const texts = shownTexts(after, { before });
  for (const sign of ['+ added', '− removed', '~ changed'])
    expect(texts.filter((text) => text === sign)).toHaveLength(2);
  const covered = shownTexts(orderBot(), { coverage: { blocks: { bye: 12 }, outputs: {} } });
  expect(covered).toEqual(expect.arrayContaining(['✓ 12×', 'not visited', 'not taken', 'not visited, not taken']));
  expect(shownTexts(orderBot())).not.toContain('+ added');
});

it('[PI16] blocks, outputs and connections can be found by the ids of the diagram', () => {
  const { elements } = read(toSvg(orderBot()));
  const ids = (name: string) => elements.flatMap(({ attributes }) => attributes[name] ?? []);
  expect(ids('data-block')).toEqual(['hidden', 'welcome', 'track', 'bye']);
  expect(ids('data-from')).toEqual(['hidden', 'welcome', 'welcome', 'welcome']);
  expect(ids('data-to')).toEqual(['welcome', 'track', 'welcome', 'bye']);
  expect(ids('data-output')).toEqual(expect.arrayContaining(['$track', '$back', '$bye']));
});

it.for([true, false])('[PI20] ten thousand blocks are drawn in bounded time, on a canvas: %s', (placed) => {
  const svg = toSvg(longBot(10_000, { placed }), { before: { nodes: {}, connections: {} } });
  expect(svg.match(/data-block/g)).toHaveLength(10_000);
});

it('[PI20] ten thousand blocks that were removed from one place are drawn in bounded time', () => {
  const nodes = Object.fromEntries(
    Object.entries(longBot(10_000, { placed: true }).nodes).map(([id, node]) => [
      id,
      { ...(node as JsonObject), left: 0, top: 0 },
    ]),
  );
  const after = { nodes: { b0: nodes['b0'] as JsonObject }, connections: {} };
  expect(toSvg(after, { before: { nodes, connections: {} } }).match(/data-block/g)).toHaveLength(10_000);
});
