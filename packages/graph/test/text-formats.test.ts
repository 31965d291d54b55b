import type { Diagram, JsonObject } from '@botwright/core/diagram';
import { Graphviz } from '@hpcc-js/wasm-graphviz';
import { JSDOM } from 'jsdom';
import { beforeAll, describe, expect, it } from 'vitest';
import { toDot, toMermaid } from '../src/index.ts';
import { orderBot } from './sample-bots.ts';

const hostiles = [
  'a "quoted" one',
  'back\\slash\\',
  'end',
  '`**markdown**`',
  '%%{init: {}}%%',
  'style x:#35;y;',
  'classDef a:#quot;;',
  '#quot; #35; &amp; &lt;',
  '</text><img src=x onerror=alert(1)>',
  'click b0 "javascript:alert(1)"',
  ']] --> b0["x',
  '\\N \\G \\l {a|b}',
  'a\nb\u2028c\u0000d',
  'مرحبا 👩‍👩‍👧‍👦 日本語',
  '--- subgraph ;',
];

function named(text: string): Diagram {
  return {
    nodes: {
      [text]: { id: 'a', name: text, template: 'own', params: { text } },
      b: { id: 'b', template: 'chat', params: {} },
    },
    connections: { x: { id: 'x', type: text, sourcePath: text, targetPath: 'b' } },
  };
}

/** A difference with something of everything. */
function compared(): { readonly after: Diagram; readonly before: Diagram } {
  const before = orderBot();
  const after = orderBot();
  delete after.nodes['track'];
  delete after.connections['welcome.$track--track'];
  after.nodes['bye'] = { ...(after.nodes['bye'] as JsonObject), name: 'Bye' };
  after.nodes['new'] = { id: 'new', template: 'chat', params: { text: 'New' } };
  return { after, before };
}

const options = {
  title: 'Orders: "all"',
  coverage: { blocks: { welcome: 2 }, outputs: { welcome: { $bye: 2 } } },
  findings: [
    { code: 'dead-end', message: 'm', severity: 'warning' as const, blockId: 'bye' },
    { code: 'whole', message: 'm', severity: 'error' as const },
  ],
};

describe('Mermaid', () => {
  interface Flowchart {
    readonly getVertices: () => ReadonlyMap<string, { readonly text: string; readonly classes: readonly string[] }>;
    readonly getEdges: () => readonly { readonly start: string; readonly end: string; readonly text: string }[];
  }
  let parse: (text: string) => Promise<Flowchart>;

  beforeAll(async () => {
    const { window } = new JSDOM('');
    Object.assign(globalThis, { window, document: window.document });
    const { default: mermaid } = await import('mermaid');
    parse = async (text) => {
      // Reading the whole text registers the kinds of diagrams.
      await mermaid.parse(text);
      const { db } = await mermaid.mermaidAPI.getDiagramFromText(text);
      return db as unknown as Flowchart;
    };
  }, 60_000);

  /** Mermaid stores character references under another name until it draws. */
  function drawn(text: string): string {
    const read = (label: string) => label.replace(/ﬂ°°(\d+)¶ß/g, (_, code) => String.fromCodePoint(Number(code)));
    // Mermaid decodes once before it looks for formulas and icons, and once in the finished picture.
    return read(read(text)).replaceAll(/<br\/?>/g, '\n');
  }

  it('[PI17] has a block for each block, with its label, and a link for each connection', async () => {
    const chart = await parse(toMermaid(orderBot(), options));
    expect([...chart.getVertices().values()].map(({ text }) => drawn(text))).toEqual([
      'Start',
      'How can we help?\nButtons\nWhat is it about, @{name}?\n✓ 2×',
      'track\nSend text\nIt is on its way.\nnot visited',
      'bye\nSend text\nBye!\nwarning: dead-end\nnot visited',
    ]);
    expect(chart.getEdges().map(({ start, end, text }) => [start, drawn(text), end])).toEqual([
      ['b0', 'success', 'b1'],
      ['b1', 'Track my order 0×', 'b2'],
      ['b1', 'Start again 0×', 'b1'],
      ['b1', 'Nothing 2×', 'b3'],
    ]);
  });

  it('[PI17] marks a difference by signs and classes', async () => {
    const { after, before } = compared();
    const chart = await parse(toMermaid(after, { before }));
    expect([...chart.getVertices().values()].map(({ text, classes }) => [drawn(text).split('\n')[0], classes])).toEqual(
      [
        ['Start', []],
        ['How can we help?', []],
        ['~ Bye', ['changed']],
        ['+ new', ['added']],
        ['− track', ['removed']],
      ],
    );
    expect(chart.getEdges().map(({ text }) => drawn(text))).toContain('− Track my order');
  });

  it.for(hostiles)('[PI18] the text %j stays a text', async (text) => {
    const chart = await parse(toMermaid(named(text), { title: text }));
    expect([...chart.getVertices().keys()]).toEqual(['b0', 'b1']);
    expect(chart.getEdges()).toHaveLength(1);
    const [first] = [...chart.getVertices().values()];
    const [line = ''] = drawn(first?.text ?? '').split('\n');
    const plain = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
    expect(line.endsWith('…') ? plain.startsWith(line.slice(0, -1)) : line === plain).toBe(true);
  });
});

describe('DOT', () => {
  let graphviz: Graphviz;

  beforeAll(async () => {
    graphviz = await Graphviz.load();
  });

  interface Drawn {
    readonly label?: string;
    readonly objects: readonly {
      readonly id: string;
      readonly label: string;
      readonly _ldraw_: readonly { readonly text?: string }[];
    }[];
    readonly edges: readonly {
      readonly tail: number;
      readonly head: number;
      readonly _ldraw_?: readonly { readonly text?: string }[];
    }[];
  }

  /** Lays the graph out with Graphviz. */
  function draw(dot: string): Drawn {
    return JSON.parse(graphviz.layout(dot, 'json', 'dot')) as Drawn;
  }

  /** Graphviz doubles backslashes of labels in its JSON. */
  const linesOf = (parts: readonly { readonly text?: string }[] = []) =>
    parts.flatMap(({ text }) => text?.replaceAll('\\\\', '\\') ?? []);

  it('[PI17] has a node for each block, with its id and label, and an edge for each connection', () => {
    const { objects, edges } = draw(toDot(orderBot(), options));
    expect(objects.map(({ id }) => id)).toEqual(['hidden', 'welcome', 'track', 'bye']);
    expect(linesOf(objects[3]?._ldraw_)).toEqual(['bye', 'Send text', 'Bye!', 'warning: dead-end', 'not visited']);
    expect(edges.map(({ tail, head, _ldraw_ }) => [tail, ...linesOf(_ldraw_), head])).toEqual([
      [0, 'success', 1],
      [1, 'Track my order 0×', 2],
      [1, 'Start again 0×', 1],
      [1, 'Nothing 2×', 3],
    ]);
  });

  it('[PI17] marks a difference by signs and colours', () => {
    const { after, before } = compared();
    const dot = toDot(after, { before });
    expect(draw(dot).objects.map(({ _ldraw_ }) => linesOf(_ldraw_)[0])).toEqual([
      'Start',
      'How can we help?',
      '~ Bye',
      '+ new',
      '− track',
    ]);
    expect(dot).toMatch(/id="track".*style="rounded,filled,dashed", color="#c2252f"/);
  });

  it.for(hostiles)('[PI19] the text %j stays a text', (text) => {
    const { objects, edges } = draw(toDot(named(text), { title: text }));
    expect([objects.length, edges.length]).toEqual([2, 1]);
    const [line = ''] = linesOf(objects[0]?._ldraw_);
    const plain = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
    expect(line.endsWith('…') ? plain.startsWith(line.slice(0, -1)) : line === plain).toBe(true);
  });
});
