import { expect, it } from 'vitest';
import { parseDiagram } from './parse-diagram.ts';

it.for<readonly [string, unknown, string]>([
  ['nothing', undefined, ''],
  ['null', null, ''],
  ['a list', [], ''],
  ['a text', '{}', ''],
  ['no nodes', { connections: {} }, 'nodes'],
  ['nodes that are a list', { nodes: [], connections: {} }, 'nodes'],
  ['nodes that are null', { nodes: null, connections: {} }, 'nodes'],
  ['no connections', { nodes: {} }, 'connections'],
  ['connections that are a number', { nodes: {}, connections: 5 }, 'connections'],
  ['maps that are only inherited', Object.create({ nodes: {}, connections: {} }), 'nodes'],
])('[DG1] %s is refused, naming the member', ([, input, field]) => {
  expect(parseDiagram(input)).toEqual({ ok: false, field, message: expect.any(String) });
});

it.for<readonly [string, unknown]>([
  ['empty maps', { nodes: {}, connections: {} }],
  ['malformed entries', { nodes: { a: 1, b: null, c: [], d: 'x' }, connections: { e: 1, f: null, g: [], h: 'x' } }],
])('[DG2] %s are taken as sent', ([, input]) => {
  const parsed = parseDiagram(input);
  expect(parsed).toEqual({ ok: true, diagram: input });
  expect(parsed.ok && parsed.diagram).toBe(input);
});

it('[DG19] members next to the maps are preserved', () => {
  const input = { zoom: 2, nodes: {}, notes: [null], connections: {} };
  const parsed = parseDiagram(input);
  expect(parsed.ok && JSON.stringify(parsed.diagram)).toBe(JSON.stringify(input));
});

it.for<readonly [string, unknown, string, string]>([
  ['nodes', { nodes: { 'a/b': { x: Number.NaN } }, connections: {} }, 'nodes', '/nodes/a~1b/x is not a finite number.'],
  [
    'connections',
    { nodes: {}, connections: { c: new Date(0) } },
    'connections',
    '/connections/c is an object of a class, not a plain one.',
  ],
  ['another member', { nodes: {}, connections: {}, more: 1n }, '', '/more is bigint, which JSON does not have.'],
])('[DG3] what is no JSON in %s is refused, naming the place', ([, input, field, message]) => {
  expect(parseDiagram(input)).toEqual({ ok: false, field, message });
});

it('[DG4] a diagram that contains itself is refused', () => {
  const nodes: Record<string, unknown> = {};
  nodes['a'] = nodes;
  expect(parseDiagram({ nodes, connections: {} })).toMatchObject({ ok: false, field: 'nodes' });
});

it('[DG4] a diagram at the greatest depth is accepted and a deeper one is refused', () => {
  const deep = (levels: number): unknown => JSON.parse('{"a":'.repeat(levels) + 1 + '}'.repeat(levels));
  expect(parseDiagram({ nodes: { a: deep(98) }, connections: {} })).toMatchObject({ ok: true });
  expect(parseDiagram({ nodes: { a: deep(99) }, connections: {} })).toMatchObject({ ok: false, field: 'nodes' });
});

it('[DG17] hostile keys stay where they were written', () => {
  const input = JSON.parse('{"nodes": {"__proto__": {"x": 1}, "constructor": 2}, "connections": {}, "__proto__": 3}');
  const parsed = parseDiagram(input);
  expect(parsed.ok && JSON.stringify(parsed.diagram)).toBe(JSON.stringify(input));
  expect(parseDiagram(JSON.parse('{"__proto__": {"nodes": {}, "connections": {}}}'))).toMatchObject({ ok: false });
});
