import type { Diagram } from '@botwright/core/diagram';
import { expect, it } from 'vitest';
import { fileNameOf } from './file-names.ts';
import { stableDiagram, stableText } from './stable-diagram.ts';

const connection = (sourcePath: string, targetPath: string, type = '$success') => {
  const id = `${sourcePath}.${type}--${targetPath}`;
  return [id, { targetPath, sourcePath, type, id }] as const;
};

it('[PU2] sorts the unordered parts of a diagram', () => {
  const diagram = {
    later: { b: 1, a: [{ d: 1, c: 2 }] },
    connections: Object.fromEntries([connection('b', 'a'), connection('a', 'b')]),
    nodes: {
      b: { params: { text: 'B', buttons: ['second', 'first'] }, id: 'b', own: 1, template: 'chat', left: 2, top: 1 },
      a: { id: 'a', template: 'chat', params: {} },
    },
  } as unknown as Diagram;
  expect(JSON.stringify(stableDiagram(diagram))).toBe(
    JSON.stringify({
      later: { a: [{ c: 2, d: 1 }], b: 1 },
      nodes: {
        a: { id: 'a', template: 'chat', params: {} },
        b: { id: 'b', template: 'chat', top: 1, left: 2, params: { buttons: ['second', 'first'], text: 'B' }, own: 1 },
      },
      connections: {
        'a.$success--b': { id: 'a.$success--b', type: '$success', sourcePath: 'a', targetPath: 'b' },
        'b.$success--a': { id: 'b.$success--a', type: '$success', sourcePath: 'b', targetPath: 'a' },
      },
    }),
  );
});

it('[PU2] preserves the order of connections that leave one output', () => {
  const keysOf = (...targets: readonly string[]) => {
    const connections = Object.fromEntries([...targets.map((target) => connection('b', target)), connection('a', 'z')]);
    return Object.keys(stableDiagram({ nodes: {}, connections } as unknown as Diagram)['connections'] as object);
  };
  expect(keysOf('y', 'x')).toEqual(['a.$success--z', 'b.$success--y', 'b.$success--x']);
  expect(keysOf('x', 'y')).toEqual(['a.$success--z', 'b.$success--x', 'b.$success--y']);
});

it('[PU2] malformed entries and hostile keys stay', () => {
  const text = '{"connections":{"z":null,"a":[1]},"nodes":{"b":7,"__proto__":{"id":"x"},"a":"text"}}';
  expect(stableText(JSON.parse(text))).toBe(
    '{"nodes":{"__proto__":{"id":"x"},"a":"text","b":7},"connections":{"a":[1],"z":null}}',
  );
});

it.for([
  ['Lead form', 'lead-form-d083cf4e.json'],
  ['  Grüße, ../../etc & Co! ', 'gru-e-etc-co-d083cf4e.json'],
  ['预订', 'bot-d083cf4e.json'],
  ['x'.repeat(60), `${'x'.repeat(40)}-d083cf4e.json`],
] as const)('[PU3] a bot called %s gets the file %s', ([name, file]) => {
  const bot = { id: 'd083cf4e-68d4-4131-b8d0-ffd523ecbf31', name };
  expect(fileNameOf(bot, () => false)).toBe(file);
  const long = file.replace('d083cf4e', bot.id);
  expect(fileNameOf(bot, (name) => name === file)).toBe(long);
  expect(fileNameOf(bot, (name) => name === file || name === long)).toBe(long.replace('.json', '-2.json'));
});
