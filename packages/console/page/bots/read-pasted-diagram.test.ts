import { expect, it } from 'vitest';
import { readPastedDiagram } from './read-pasted-diagram.ts';

const diagram = { nodes: { a: { id: 'a' } }, connections: {} };

const bare = { bot: { bot: {}, isPulled: false, diagram } };

it.for([diagram, { diagram }, { data: { diagram } }, { name: 'Mine', diagram }])('reads %j', (value) => {
  expect(readPastedDiagram(JSON.stringify(value))).toEqual(bare);
});

it('[CO68] reads a file’s data about its bot and the numbers in it', () => {
  const bot = { id: 'AB', number: 7, name: 'Lead', channel_family: 'native' };
  const links = { 3: { id: 'cd', name: 'Shop', channel_family: 'api' } };
  expect(readPastedDiagram(JSON.stringify({ botwright: 1, server: 'https://a.test', bot, links, diagram }))).toEqual({
    bot: {
      server: 'https://a.test',
      isPulled: true,
      bot: { id: 'ab', number: 7, name: 'Lead', channelFamily: 'native' },
      links: { 3: { id: 'cd', name: 'Shop', channelFamily: 'api' } },
      diagram,
    },
  });
  expect(readPastedDiagram(JSON.stringify({ bot, links: [3], diagram }))).toEqual({
    problem: expect.stringMatching(/^"links" has/),
  });
});

it.for([
  ['{', /not valid JSON/],
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
] as const)('[CO64][CO66] refuses %s', ([text, problem]) => {
  expect(readPastedDiagram(text)).toEqual({ problem });
});

it('[BF4] reads text with a byte order mark', () => {
  expect(readPastedDiagram(`\uFEFF${JSON.stringify(diagram)}`)).toEqual(bare);
});
