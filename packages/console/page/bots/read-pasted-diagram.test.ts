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

it.for([
  ['{"nodes": {"a": {}, "a": {}}, "connections": {}}', 'The key "a" is in this object twice. See line 1, column 21.'],
  [
    '{"diagram": {"nodes": {},\n "n\\u006fdes": {}, "connections": {}}}',
    'The key "nodes" is in this object twice. See line 2, column 2.',
  ],
  [
    '{"nodes": {"__proto__": 1, "__proto__": 2}, "connections": {}}',
    'The key "__proto__" is in this object twice. See line 1, column 28.',
  ],
  [
    '{"nodes": {},\n "connections": {"c": {"at": 36028797018963969}}}',
    'The whole number 36028797018963969 would lose digits: write it as a text, in quotes. See line 2, column 24.',
  ],
] as const)('[CO64][CO1301] refuses %s', ([text, problem]) => {
  expect(readPastedDiagram(text)).toEqual({ problem });
});

it('[BF4] reads what has a byte order mark', () => {
  expect(readPastedDiagram(`\uFEFF${JSON.stringify(diagram)}`)).toEqual({ diagram });
});
