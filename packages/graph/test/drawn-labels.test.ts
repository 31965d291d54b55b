import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Diagram } from '@botwright/core/diagram';
import { Graphviz } from '@hpcc-js/wasm-graphviz';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium, launchChromium } from '../../e2e/test/support/browser.ts';
import { toDot, toMermaid } from '../src/index.ts';

type Browser = Awaited<ReturnType<typeof launchChromium>>;

/** Each has a meaning in Mermaid or Graphviz, or in a library of them. */
const labels = [
  'cost $$5 and $$6$$',
  '$$x^2$$',
  '$$',
  '$& $1',
  'a\\nb',
  'C:\\new\\temp\\',
  'fa:fa-car drive',
  'far:fa-bell fab:fa-x',
  '&amp; &lt;b&gt; &copy',
  '#35; #amp; #x41;',
  '&#x41; &#65;',
  '**bold** _it_ ~~x~~',
  '`code`',
  '1. list',
  '- item',
  '+ new',
  '# heading',
  '> quoted',
  '%% comment',
  '%%{init: {}}%%',
  'click a "x"',
  'end',
  'style x:#35;y;',
  'say "hi"',
  '<br> or <br/>',
  '<b>x</b>',
  '\\l \\r \\N \\G \\E',
  '{a|b} [x](y)',
  '--> ---',
  "it's a::b:::c",
  'مرحبا 日本語 👩‍👩‍👧',
  'snake_case_name',
];

/** A bot with a block and a connection for each label. */
function botOf(texts: readonly string[]): Diagram {
  const ids = texts.map((_, at) => `n${at}`);
  const blocks = ids.map((id, at) => [id, { id, name: 'Block', template: 'own', params: { text: texts[at] ?? '' } }]);
  const edges = ids.map((id, at) => [id, { id, type: texts[at] ?? '', sourcePath: id, targetPath: 'z' }]);
  return {
    nodes: Object.fromEntries([...blocks, ['z', { id: 'z', name: 'Last', template: 'own', params: {} }]]),
    connections: Object.fromEntries(edges),
  };
}

/** The author's text, without the sign at the beginning of outputs. */
const edgeTexts = (texts: readonly string[]) => texts.map((text) => text.replace(/^\$/, ''));

/** Parts of labels, short enough for one line. */
const anyLabel = fc
  .array(
    fc.constantFrom(...'$\\#&;%<>`*_~:-+.)("\'|[]{}=/@!^n1a b'.split(''), 'fa:fa-x', '&amp;', '#35;', '<br>', '$$'),
    {
      minLength: 1,
      maxLength: 7,
    },
  )
  .map((parts) => parts.join('').replace(/\s+/g, ' ').trim())
  .filter((label) => label !== '' && label !== '$' && label.length <= 20);

const sample = fc.sample(anyLabel, { seed: 25, numRuns: 150 });

const chromium = findChromium();

describe.skipIf(chromium === undefined)('Mermaid, drawn in Chromium', { timeout: 120_000 }, () => {
  let browser: Browser;
  let page: Awaited<ReturnType<Browser['newPage']>>;

  beforeAll(async () => {
    browser = await launchChromium(chromium ?? '');
    page = await browser.newPage();
    await page.setContent('<!doctype html><div id="drawn"></div>');
    await page.addScriptTag({
      content: readFileSync(createRequire(import.meta.url).resolve('mermaid/dist/mermaid.min.js'), 'utf8'),
    });
  }, 60_000);
  afterAll(() => browser?.close());

  interface Drawn {
    readonly blocks: readonly (readonly string[])[];
    readonly edges: readonly string[];
    readonly title: string;
    readonly pictures: number;
  }

  async function draw(texts: readonly string[], title = ''): Promise<Drawn> {
    const source = toMermaid(botOf(texts), { title });
    return page.evaluate(`(async () => {
      mermaid.initialize({ startOnLoad: false, flowchart: { curve: 'linear' } });
      const { svg } = await mermaid.render('m', ${JSON.stringify(source)});
      const place = document.getElementById('drawn');
      place.innerHTML = svg;
      // As people see it: a line for each break.
      for (const end of place.querySelectorAll('br')) end.replaceWith('\\n');
      const texts = (selector) => [...place.querySelectorAll(selector)].map((each) => each.textContent.trim());
      return {
        blocks: texts('.node .nodeLabel').map((label) => label.split('\\n')),
        edges: texts('.edgeLabel .edgeLabel'),
        title: place.querySelector('title')?.textContent ?? '',
        pictures: place.querySelectorAll('i, math, .katex, foreignObject a, foreignObject b, ul, ol').length,
      };
    })()`) as Promise<Drawn>;
  }

  it('[PI18] shows every text as it was written', async () => {
    const { blocks, edges, pictures } = await draw(labels);
    expect(blocks.slice(0, -1)).toEqual(labels.map((label) => ['Block', 'own', label]));
    expect(edges).toEqual(edgeTexts(labels));
    expect(pictures).toBe(0);
  });

  it('[PI18] shows a sample of texts as they were written', async () => {
    const { blocks, edges } = await draw(sample);
    expect(blocks.slice(0, -1)).toEqual(sample.map((label) => ['Block', 'own', label]));
    expect(edges).toEqual(edgeTexts(sample));
  });

  it.for(labels)('[PI18] shows the title %j as it was written', async (label) => {
    expect((await draw(['x'], label)).title).toBe(label);
  });
});

describe('DOT, drawn by Graphviz', () => {
  it.for([
    ['a table', labels],
    ['a sample', sample],
  ] as const)('[PI19] shows every text as it was written: %s', async ([, texts]) => {
    const svg: string = (await Graphviz.load()).layout(toDot(botOf(texts), { title: texts[0] ?? '' }), 'svg', 'dot');
    const groups = (kind: string) => [...svg.matchAll(new RegExp(`<g id="[^"]*" class="${kind}">(.*?)</g>`, 'gs'))];
    const linesOf = (group: string) => [...group.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => read(text));
    const blocks = groups('node').map(([, group]) => linesOf(group ?? ''));
    expect(blocks.filter(([name]) => name === 'Block')).toEqual(texts.map((text) => ['Block', 'own', text]));
    expect(groups('edge').map(([, group]) => linesOf(group ?? '').join('\n'))).toEqual(edgeTexts(texts));
    expect(linesOf(svg)[0]).toBe(texts[0]);
  });
});

/** The text of XML. */
function read(xml = ''): string {
  const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', apos: "'" };
  return xml
    .replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
      if (name !== undefined) return named[name] ?? whole;
      return String.fromCodePoint(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal));
    })
    .replaceAll('\u00a0', ' ');
}
