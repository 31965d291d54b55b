import { expect, it } from 'vitest';
import { isNode } from './is-node.ts';

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
