import { expect, it } from 'vitest';
import { readPastedDiagram } from './read-pasted-diagram.ts';

const diagram = { nodes: { a: { id: 'a' } }, connections: {} };

it.for([diagram, { diagram }, { data: { diagram } }, { name: 'Mine', diagram }])('reads %j', (value) => {
  expect(readPastedDiagram(JSON.stringify(value))).toEqual({ diagram });
});

it.for([
  ['{', /no JSON/],
  ['[]', /"nodes" and "connections"/],
  ['{"nodes": {}}', /"nodes" and "connections"/],
  ['{"nodes": [], "connections": {}}', /"nodes" and "connections"/],
  ['null', /"nodes" and "connections"/],
] as const)('refuses %s', ([text, message]) => {
  expect(readPastedDiagram(text)).toEqual({ problem: expect.stringMatching(message) });
});
