import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyJson, anyObject, objectOf } from '../../../test/arbitrary-json.ts';
import type { Diagram } from '../diagram/diagram.ts';
import { isEqualJson, type JsonObject, type JsonValue } from '../json/json-value.ts';
import { type DiffChange, diffDiagrams, hasChanges, type MapDiff } from './diff-diagrams.ts';

const key = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor', '');
const block = objectOf(fc.constantFrom('id', 'top', 'left', 'params', 'x', '__proto__'), fc.oneof(anyJson, anyObject));
const entries = objectOf(key, fc.oneof({ weight: 3, arbitrary: block }, anyJson), 5);
const anyDiagram: fc.Arbitrary<Diagram> = fc
  .tuple(entries, entries, objectOf(fc.constantFrom('notes', '__proto__'), anyJson, 2))
  .map(([nodes, connections, others]) => ({ ...others, nodes, connections }));
const settings = { seed: 20261121, numRuns: 400 };

/** Returns an equal value with the keys of every object in reverse order. */
function reversed(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const turned = Object.entries(value).map(([name, member]): [string, JsonValue] => [name, reversed(member)]);
  return Object.fromEntries(turned.reverse());
}

/** Writes JSON with sorted keys, so that equal values give equal texts. */
function canonical(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`);
  return `{${members.sort().join()}}`;
}

function patched(map: JsonObject, { added, removed, changed }: MapDiff<DiffChange>): JsonObject {
  const next = new Map(Object.entries(map));
  for (const { id, value } of removed) {
    expect(canonical(next.get(id) as JsonValue)).toBe(canonical(value));
    next.delete(id);
  }
  for (const { id, before, after } of changed) {
    expect(canonical(next.get(id) as JsonValue)).toBe(canonical(before));
    next.set(id, after);
  }
  for (const { id, value } of added) {
    expect(next.has(id)).toBe(false);
    next.set(id, value);
  }
  return Object.fromEntries(next);
}

it('[DF1][DF2] there are no changes exactly when the diagrams are equal', () => {
  fc.assert(
    fc.property(anyDiagram, anyDiagram, fc.boolean(), (a, other, isSame) => {
      const b = isSame ? (reversed(a) as Diagram) : other;
      const isEqual = canonical(a) === canonical(b);
      expect(isEqualJson(a, b)).toBe(isEqual);
      expect(hasChanges(diffDiagrams(a, b))).toBe(!isEqual);
    }),
    settings,
  );
});

it('[DF3][DF4][DF6] the diagram before and the differences make the diagram after', () => {
  fc.assert(
    fc.property(anyDiagram, anyDiagram, (a, b) => {
      const diff = diffDiagrams(a, b);
      const { nodes, connections, ...others } = a;
      const made: JsonObject = {
        ...patched(others as JsonObject, diff.others),
        nodes: patched(nodes, diff.blocks),
        connections: patched(connections, diff.connections),
      };
      expect(canonical(made)).toBe(canonical(b));
    }),
    settings,
  );
});

it('[DF3] with the two diagrams exchanged, what was added is removed', () => {
  fc.assert(
    fc.property(anyDiagram, anyDiagram, fc.boolean(), (a, b, ignorePositions) => {
      const there = diffDiagrams(a, b, { ignorePositions });
      const back = diffDiagrams(b, a, { ignorePositions });
      expect(back.blocks.added).toEqual(there.blocks.removed);
      expect(back.connections.removed).toEqual(there.connections.added);
      const names = ({ id, members, params }: (typeof there.blocks.changed)[number]) => [id, members, params];
      expect(back.blocks.changed.map(names)).toEqual(there.blocks.changed.map(names));
    }),
    settings,
  );
});

it('[DF7] the order of keys in a diagram does not matter', () => {
  fc.assert(
    fc.property(anyDiagram, anyDiagram, (a, b) => {
      const written = JSON.stringify(diffDiagrams(a, b), (name, value) =>
        name === 'value' || name === 'before' || name === 'after' ? canonical(value) : value,
      );
      const turned = JSON.stringify(diffDiagrams(reversed(a) as Diagram, reversed(b) as Diagram), (name, value) =>
        name === 'value' || name === 'before' || name === 'after' ? canonical(value) : value,
      );
      expect(turned).toBe(written);
    }),
    settings,
  );
});

it('[DF5] with positions left out, moving the blocks of a diagram changes nothing', () => {
  fc.assert(
    fc.property(anyDiagram, anyJson, (a, place) => {
      const nodes = Object.fromEntries(
        Object.entries(a.nodes).map(([id, node]) => {
          const isObject = typeof node === 'object' && node !== null && !Array.isArray(node);
          return [id, isObject ? { ...node, top: place, left: place } : node];
        }),
      );
      expect(hasChanges(diffDiagrams(a, { ...a, nodes }, { ignorePositions: true }))).toBe(false);
    }),
    settings,
  );
});
