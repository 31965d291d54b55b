import { describe, expect, it } from 'vitest';
import type { Diagram } from '../diagram/diagram.ts';
import { isEqualJson, type JsonObject, type JsonValue } from '../json/json-value.ts';
import { diffDiagrams, hasChanges } from './diff-diagrams.ts';

const none = { added: [], removed: [], changed: [] };
const same = { blocks: none, connections: none, others: none };

function withNodes(nodes: JsonObject): Diagram {
  return { nodes, connections: {} };
}

it('[DF1] two equal diagrams have no differences', () => {
  const text = '{"nodes":{"a":{"params":{"x":[1,{"y":null}]}},"b":5},"connections":{"c":null},"z":1}';
  const diff = diffDiagrams(JSON.parse(text), JSON.parse(text));
  expect(diff).toEqual(same);
  expect(hasChanges(diff)).toBe(false);
});

it.for<readonly [string, Diagram]>([
  ['a block', withNodes({ a: 1 })],
  ['a connection', { nodes: {}, connections: { a: 1 } }],
  ['another member', { nodes: {}, connections: {}, a: 1 }],
])('[DF1] %s more is a difference, either way', ([, diagram]) => {
  expect(hasChanges(diffDiagrams(withNodes({}), diagram))).toBe(true);
  expect(hasChanges(diffDiagrams(diagram, withNodes({})))).toBe(true);
});

describe('[DF2] the same JSON', () => {
  it.for<readonly [string, string, boolean]>([
    ['{"a":1,"b":2}', '{"b":2,"a":1}', true],
    ['{"a":{"x":[],"y":{}}}', '{"a":{"y":{},"x":[]}}', true],
    ['[1,2]', '[2,1]', false],
    ['[1]', '[1,1]', false],
    ['[]', '{}', false],
    ['{}', 'null', false],
    ['null', '{}', false],
    ['0', '-0', true],
    ['1', '"1"', false],
    ['{"a":null}', '{}', false],
    ['{}', '{"a":null}', false],
    ['{"__proto__":1}', '{}', false],
    ['{}', '{"__proto__":{}}', false],
    ['{"__proto__":1}', '{"__proto__":2}', false],
    ['{"__proto__":{"a":1}}', '{"__proto__":{"a":1}}', true],
    ['{"constructor":1}', '{"toString":1}', false],
    ['{"a":[{"b":1}]}', '{"a":[{"b":1,"c":null}]}', false],
  ])('[DF2] %s and %s: %s', ([a, b, expected]) => {
    expect(isEqualJson(JSON.parse(a), JSON.parse(b))).toBe(expected);
  });
});

it('[DF3] entries are added and removed under their keys, with their values', () => {
  const { blocks } = diffDiagrams(withNodes({ a: { id: 'x' }, b: 1 }), withNodes({ a2: { id: 'x' }, b: 1 }));
  expect(blocks).toEqual({
    added: [{ id: 'a2', value: { id: 'x' } }],
    removed: [{ id: 'a', value: { id: 'x' } }],
    changed: [],
  });
});

it('[DF4] a changed block names the members and params that differ', () => {
  const before = { template: 'chat', name: 'A', params: { text: 'a', version: 3, old: 1 } };
  const after = { template: 'chat', top: 1, params: { text: 'b', version: 3, new: null } };
  expect(diffDiagrams(withNodes({ a: before }), withNodes({ a: after })).blocks.changed).toEqual([
    { id: 'a', before, after, members: ['name', 'params', 'top'], params: ['new', 'old', 'text'] },
  ]);
});

it('[DF4] a changed connection and a changed member of the diagram name their members', () => {
  const before: Diagram = { nodes: {}, connections: { c: { type: '$a', color: 1 } }, canvas: { zoom: 1 }, note: 'a' };
  const after: Diagram = { nodes: {}, connections: { c: { type: '$b', color: 1 } }, canvas: { zoom: 2 }, note: 'b' };
  expect(diffDiagrams(before, after)).toEqual({
    blocks: none,
    connections: {
      ...none,
      changed: [{ id: 'c', before: before.connections['c'], after: after.connections['c'], members: ['type'] }],
    },
    others: {
      ...none,
      changed: [
        { id: 'canvas', before: { zoom: 1 }, after: { zoom: 2 }, members: ['zoom'] },
        { id: 'note', before: 'a', after: 'b', members: [] },
      ],
    },
  });
});

describe('[DF5] positions', () => {
  const at = (top: number, left: number, more: JsonObject = {}): JsonObject => ({ id: 'a', top, left, ...more });

  it('[DF5] are compared unless they are ignored', () => {
    const [before, after] = [withNodes({ a: at(0, 0) }), withNodes({ a: at(0, 1) })];
    expect(diffDiagrams(before, after).blocks.changed[0]?.members).toEqual(['left']);
    expect(diffDiagrams(before, after, { ignorePositions: false }).blocks.changed).toHaveLength(1);
    expect(diffDiagrams(before, after, { ignorePositions: true })).toEqual(same);
  });

  it('[DF5] that were added or removed are ignored too', () => {
    expect(diffDiagrams(withNodes({ a: { id: 'a' } }), withNodes({ a: at(0, 1) }), { ignorePositions: true })).toEqual(
      same,
    );
  });

  it('[DF5] are not listed when something else differs too', () => {
    const [before, after] = [withNodes({ a: at(0, 0) }), withNodes({ a: at(5, 1, { name: 'A' }) })];
    const { changed } = diffDiagrams(before, after, { ignorePositions: true }).blocks;
    expect(changed.map(({ members }) => members)).toEqual([['name']]);
  });

  it('[DF5] top and left of added and removed blocks, and in params, are compared', () => {
    const options = { ignorePositions: true };
    expect(hasChanges(diffDiagrams(withNodes({}), withNodes({ a: at(0, 0) }), options))).toBe(true);
    const [before, after] = [withNodes({ a: { params: { top: 1 } } }), withNodes({ a: { params: { top: 2 } } })];
    expect(diffDiagrams(before, after, options).blocks.changed[0]?.params).toEqual(['top']);
    const moved: [Diagram, Diagram] = [
      { nodes: {}, connections: { c: { top: 1 } } },
      { nodes: {}, connections: { c: { top: 2 } } },
    ];
    expect(hasChanges(diffDiagrams(...moved, options))).toBe(true);
  });
});

it.for<readonly [JsonValue, JsonValue]>([
  [5, 6],
  [null, {}],
  [[], {}],
  [{ a: 1 }, 'a'],
  [[1], [2]],
])('[DF6] %j that becomes %j is changed, and no members are named', ([before, after]) => {
  expect(diffDiagrams(withNodes({ a: before }), withNodes({ a: after })).blocks.changed).toEqual([
    { id: 'a', before, after, members: [], params: [] },
  ]);
});

it('[DF6] params that are not an object are not compared by member', () => {
  const changed = (before: JsonValue, after: JsonValue) =>
    diffDiagrams(withNodes({ a: { params: before } }), withNodes({ a: { params: after } })).blocks.changed[0];
  expect(changed([1], { x: 1 })).toMatchObject({ members: ['params'], params: [] });
  expect(changed(null, 5)).toMatchObject({ members: ['params'], params: [] });
});

it('[DF6] hostile keys, such as __proto__, are compared like others', () => {
  const before = withNodes(JSON.parse('{"__proto__":{"params":{"constructor":1}},"hasOwnProperty":1}'));
  const after = withNodes(JSON.parse('{"__proto__":{"params":{"constructor":2,"__proto__":3}},"toString":1}'));
  const { added, removed, changed } = diffDiagrams(before, after).blocks;
  expect(changed.map(({ id, members, params }) => [id, members, params])).toEqual([
    ['__proto__', ['params'], ['__proto__', 'constructor']],
  ]);
  expect([added, removed]).toEqual([[{ id: 'toString', value: 1 }], [{ id: 'hasOwnProperty', value: 1 }]]);
});

it('[DF7] lists are sorted by key, however the diagrams were written', () => {
  const before = withNodes({ z: 1, é: 1, b: { y: 1, x: 1 }, a: 1 });
  const after = withNodes({ Z: 2, c: 2, b: { x: 2, y: 2 }, a: 2 });
  const { added, removed, changed } = diffDiagrams(before, after).blocks;
  expect(added.map(({ id }) => id)).toEqual(['Z', 'c']);
  expect(removed.map(({ id }) => id)).toEqual(['z', 'é']);
  expect(changed.map(({ id, members }) => [id, members])).toEqual([
    ['a', []],
    ['b', ['x', 'y']],
  ]);
});
