import { expect, it } from 'vitest';
import { connectionIdOf, isDiagramConnection, isNode, startDiagram } from './diagram.ts';

const node = { id: 'a', template: 'chat', params: {} };

it.for<readonly [string, unknown]>([
  ['the three members alone', node],
  ['every documented member', { ...node, path: 'b', name: '', top: -1.5, left: 0, isTarget: false }],
  ['members of the author', { ...node, notes: null, bricks: [1] }],
  ['no prototype', Object.assign(Object.create(null), node)],
])('[DG5] a block with %s is well-formed', ([, value]) => {
  expect(isNode(value)).toBe(true);
});

it.for<readonly [string, unknown]>([
  ['a number', 1],
  ['null', null],
  ['a text', 'a'],
  ['a list', [node]],
  ['undefined', undefined],
  ...(['id', 'template', 'params'] as const).map((member): [string, unknown] => [
    `a block without ${member}`,
    Object.fromEntries(Object.entries(node).filter(([key]) => key !== member)),
  ]),
  ['a block whose members stand under __proto__', JSON.parse(`{"__proto__": ${JSON.stringify(node)}}`)],
  ['a number as id', { ...node, id: 1 }],
  ['null as template', { ...node, template: null }],
  ['a list as params', { ...node, params: [] }],
  ['null as params', { ...node, params: null }],
  ['null as path', { ...node, path: null }],
  ['a number as name', { ...node, name: 1 }],
  ['a text as top', { ...node, top: '1' }],
  ['null as left', { ...node, left: null }],
  ['a text as isTarget', { ...node, isTarget: 'true' }],
])('[DG5] %s is malformed', ([, value]) => {
  expect(isNode(value)).toBe(false);
});

const connection = { id: 'a.$success--b', type: '$success', sourcePath: 'a', targetPath: 'b' };

it('[DG6] a connection with its four strings is well-formed with any other members', () => {
  expect(isDiagramConnection({ ...connection, color: null })).toBe(true);
});

it.for<readonly [string, unknown]>([
  ['a number', 1],
  ['null', null],
  ['a list', Object.values(connection)],
  ['undefined', undefined],
  ...Object.keys(connection).flatMap((member): [string, unknown][] => [
    [`null as ${member}`, { ...connection, [member]: null }],
    [`a number as ${member}`, { ...connection, [member]: 1 }],
    [`no ${member}`, Object.fromEntries(Object.entries(connection).filter(([key]) => key !== member))],
  ]),
])('[DG6] %s is malformed', ([, value]) => {
  expect(isDiagramConnection(value)).toBe(false);
});

it('[DG16] the id of a connection is made of its ends and its output', () => {
  expect(connectionIdOf(connection)).toBe('a.$success--b');
  expect(connectionIdOf({ sourcePath: '', type: 'true', targetPath: '__proto__' })).toBe('.true--__proto__');
});

it('[DG9] a bot created without a diagram has the start point only', () => {
  const hidden = { id: 'hidden', path: 'hidden', template: 'hidden', params: {}, top: 0, left: 0, isTarget: true };
  expect(startDiagram()).toEqual({ nodes: { hidden }, connections: {} });
});

it('[DG9] each bot has a start point of its own', () => {
  expect(startDiagram().nodes['hidden']).not.toBe(startDiagram().nodes['hidden']);
});
