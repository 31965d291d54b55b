import type { JsonObject, JsonValue } from '@botwright/core/diagram';
import { expect, it } from 'vitest';
import type { LaidBlock, Point } from '../src/diagram-layout.ts';
import { type DiagramLayout, layOut } from '../src/index.ts';
import { join, longBot, orderBot, withoutPlaces } from './sample-bots.ts';

const edgeOf = (layout: DiagramLayout, output: string) => layout.edges.find((edge) => edge.output === output);
const blockOf = (layout: DiagramLayout, id: string) => layout.blocks.find((block) => block.id === id);

function isOver(a: LaidBlock, b: LaidBlock): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

function overlaps({ blocks }: DiagramLayout): number {
  return blocks.flatMap((one, at) => blocks.slice(at + 1).filter((other) => isOver(one, other))).length;
}

/** The number of boxes that a line crosses. Its ends touch two boxes. */
function crossings({ blocks, edges }: DiagramLayout): number {
  const hits = (a: Point, b: Point): number =>
    blocks.filter(
      ({ x, y, width, height }) =>
        Math.max(a.x, b.x) > x &&
        Math.min(a.x, b.x) < x + width &&
        Math.max(a.y, b.y) > y &&
        Math.min(a.y, b.y) < y + height,
    ).length;
  return edges.reduce(
    (sum, { points }) => sum + points.slice(1).reduce((hit, point, at) => hit + hits(points[at] as Point, point), 0),
    0,
  );
}

it('[PI1] draws every entry of the nodes, and the connections that join two of them', () => {
  const diagram = orderBot();
  diagram.nodes['odd'] = 5;
  diagram.nodes['__proto__x'] = { id: 1 };
  join(diagram, 'bye', '$success', 'nowhere');
  diagram.connections['broken'] = { sourcePath: 'bye' };
  const layout = layOut(diagram);
  expect(layout.blocks.map(({ id }) => id)).toEqual(['hidden', 'welcome', 'track', 'bye', 'odd', '__proto__x']);
  expect(layout.edges.map(({ from, output, to }) => [from, output, to])).toEqual([
    ['hidden', '$success', 'welcome'],
    ['welcome', '$track', 'track'],
    ['welcome', '$back', 'welcome'],
    ['welcome', '$bye', 'bye'],
  ]);
});

it('[PI2] a block has its name, its kind, what it says, and its outputs by their labels', () => {
  const diagram = orderBot();
  join(diagram, 'welcome', '$gone', 'bye');
  const welcome = blockOf(layOut(diagram), 'welcome');
  expect(welcome).toMatchObject({ title: 'How can we help?', type: 'Buttons', text: 'What is it about, @{name}?' });
  expect(welcome?.outputs.map(({ output, label }) => [output, label])).toEqual([
    ['$track', 'Track my order'],
    ['$back', 'Start again'],
    ['$bye', 'Nothing'],
    ['$gone', 'gone'],
  ]);
});

it.for<readonly [string, JsonObject, string]>([
  ['chat', { text: 'Hi' }, 'Hi'],
  [
    'conditions',
    {
      match: 'any',
      conditions: [
        { field: 'tier', operator: 'is_not', value: 'gold' },
        { field: 'mail', operator: 'is_set' },
      ],
    },
    'tier is not gold or mail is set',
  ],
  ['set_field', { field: 'tier', action: 'SET', value: 7 }, 'tier = 7'],
  ['set_field', { field: 'tier', action: 'UNSET' }, 'clear tier'],
  ['webhook', { method: 'PUT', url: 'https://x.example' }, 'PUT https://x.example'],
  ['own_block', { colour: 'red', text: 'mine' }, 'mine'],
  ['own_block', { colour: 'red' }, ''],
])('[PI2] a %s with %j says: %s', ([template, params, expected]) => {
  const layout = layOut({ nodes: { a: { id: 'a', template, params } }, connections: {} });
  expect(blockOf(layout, 'a')?.text).toBe(expected);
});

it('[PI3] findings are with their block, and findings without a block are separate', () => {
  const finding = (code: string, blockId?: string) => ({
    code,
    message: 'm',
    severity: 'error' as const,
    ...(blockId !== undefined && { blockId }),
  });
  const findings = [finding('a', 'bye'), finding('b'), finding('c', 'gone'), finding('d', 'bye')];
  const layout = layOut(orderBot(), { findings });
  expect(blockOf(layout, 'bye')?.findings.map(({ code }) => code)).toEqual(['a', 'd']);
  expect(layout.findings.map(({ code }) => code)).toEqual(['b', 'c']);
});

it('[PI4] coverage counts blocks, outputs and connections, and not the start', () => {
  const layout = layOut(orderBot(), { coverage: { blocks: { welcome: 3 }, outputs: { welcome: { $track: 2 } } } });
  expect(layout.blocks.map(({ visits }) => visits)).toEqual([undefined, 3, 0, 0]);
  expect(blockOf(layout, 'welcome')?.outputs.map(({ times }) => times)).toEqual([2, 0, 0]);
  expect(layout.edges.map(({ times }) => times)).toEqual([undefined, 2, 0, 0]);
});

it('[PI5] a difference marks what was added, removed and changed, and not what moved', () => {
  const before = orderBot();
  const after = orderBot();
  delete after.nodes['track'];
  delete after.connections['welcome.$track--track'];
  after.nodes['new'] = { id: 'new', template: 'chat', params: { text: 'New' }, left: 720, top: -160 };
  join(after, 'welcome', '$track', 'new');
  after.nodes['bye'] = { ...(after.nodes['bye'] as JsonObject), params: { text: 'Farewell!' } };
  after.nodes['welcome'] = { ...(after.nodes['welcome'] as JsonObject), top: 3 };
  after.connections['welcome.$back--welcome'] = {
    ...(after.connections['welcome.$back--welcome'] as JsonObject),
    targetPath: 'bye',
  };
  const layout = layOut(after, { before });
  expect(layout.blocks.map(({ id, change }) => [id, change])).toEqual([
    ['hidden', undefined],
    ['welcome', undefined],
    ['bye', 'changed'],
    ['new', 'added'],
    ['track', 'removed'],
  ]);
  expect(layout.edges.map(({ output, to, change }) => [output, to, change])).toEqual([
    ['$success', 'welcome', undefined],
    ['$back', 'welcome', 'removed'],
    ['$back', 'bye', 'added'],
    ['$bye', 'bye', undefined],
    ['$track', 'new', 'added'],
    ['$track', 'track', 'removed'],
  ]);
});

it('[PI6] blocks have their places on the canvas', () => {
  const places = layOut(orderBot()).blocks.map(({ x, y }) => [x, y]);
  expect(places).toEqual([
    [0, 160],
    [340, 160],
    [720, 0],
    [720, 320],
  ]);
});

it('[PI6] a canvas on which boxes would touch is stretched', () => {
  const nodes = Object.fromEntries(
    [0, 1, 2].map((at): [string, JsonValue] => [
      `b${at}`,
      { id: `b${at}`, template: 'chat', params: {}, left: at * 160, top: 0 },
    ]),
  );
  const layout = layOut({ nodes, connections: {} });
  expect(layout.blocks.map(({ x, y }) => [x, y])).toEqual([
    [0, 0],
    [320, 0],
    [640, 0],
  ]);
});

it.for([
  ['no places', withoutPlaces(orderBot())],
  ['one place for all', { ...orderBot(), nodes: sameplace() }],
  ['places beyond all measure', { ...orderBot(), nodes: sameplace(1e300) }],
] as const)('[PI7] blocks with %s go from left to right', ([, diagram]) => {
  const layout = layOut(diagram);
  expect(overlaps(layout)).toBe(0);
  const [hidden, welcome, track, bye] = layout.blocks.map(({ x }) => x);
  expect([hidden, track]).toEqual([0, bye]);
  expect([Number(welcome) > 240, Number(track) > Number(welcome) + 240]).toEqual([true, true]);
});

function sameplace(left = 7): JsonObject {
  return Object.fromEntries(
    Object.entries(orderBot().nodes).map(([id, node]): [string, JsonValue] => [
      id,
      { ...(node as JsonObject), left, top: left },
    ]),
  );
}

it('[PI7] a block that was removed makes way for one in its place', () => {
  const before = orderBot();
  const after = orderBot();
  delete after.nodes['track'];
  after.nodes['new'] = { ...(before.nodes['track'] as JsonObject), id: 'new' };
  const layout = layOut(after, { before });
  expect(blockOf(layout, 'new')).toMatchObject({ x: 720, y: 0 });
  expect(blockOf(layout, 'track')?.x).toBe(720);
  expect(overlaps(layout)).toBe(0);
});

it.for([
  ['on a canvas', longBot(60, { placed: true })],
  ['laid out', longBot(60, { placed: false })],
  ['of a question that leads back', orderBot()],
] as const)('[PI8] no connection runs through a box: blocks %s', ([, diagram]) => {
  const layout = layOut(diagram);
  expect([overlaps(layout), crossings(layout)]).toEqual([0, 0]);
  for (const { points } of layout.edges) {
    for (const [at, point] of points.slice(1).entries()) {
      const before = points[at] as Point;
      expect(point.x === before.x || point.y === before.y).toBe(true);
    }
  }
});

it('[PI8] a connection begins at its output and ends at its block', () => {
  const layout = layOut(orderBot());
  const welcome = blockOf(layout, 'welcome') as LaidBlock;
  const bye = blockOf(layout, 'bye') as LaidBlock;
  const points = edgeOf(layout, '$bye')?.points ?? [];
  expect(points[0]).toEqual({ x: welcome.x + welcome.width, y: welcome.outputs[2]?.y });
  expect(points.at(-1)).toEqual({ x: bye.x, y: bye.y + 24 });
});

it('[PI8] what leads around blocks at the edge is within the picture', () => {
  const diagram = orderBot();
  for (const from of ['track', 'bye']) join(diagram, from, '$success', 'hidden');
  const { edges, width, height } = layOut(diagram);
  const points = edges.flatMap((edge) => edge.points);
  expect(points.filter(({ x, y }) => x < 0 || y < 0 || x > width || y > height)).toEqual([]);
  expect(points.some(({ x }) => x === 0)).toBe(true);
});
