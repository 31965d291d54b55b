import { expect, it } from 'vitest';
import type { Diagram } from './diagram.ts';
import { entriesOf, rememberedEntries } from './diagram-entries.ts';

const text = '{"nodes":{"b":1,"2":[],"__proto__":{"id":"x"},"constructor":null},"connections":{"z":"","1":{}}}';

it('lists the entries of both maps in the order of a diagram, for any keys', () => {
  const diagram = JSON.parse(text) as Diagram;
  expect(entriesOf(diagram)).toEqual({
    nodes: { keys: ['2', 'b', '__proto__', 'constructor'], values: [[], 1, { id: 'x' }, null] },
    connections: { keys: ['1', 'z'], values: [{}, ''] },
  });
});

it('lists a diagram once as long as no other is listed, and never gives it the entries of another', () => {
  const listed = rememberedEntries();
  const [first, second] = [JSON.parse(text) as Diagram, { nodes: { a: 1 }, connections: {} }];
  const entries = listed(first);
  expect(listed(first)).toBe(entries);
  expect(listed(second)).toEqual(entriesOf(second));
  expect(listed(first)).toEqual(entries);
});
