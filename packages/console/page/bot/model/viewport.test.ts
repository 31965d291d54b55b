import { expect, it } from 'vitest';
import { boxAround, contains, diagramPoint, fitted, intersects, shownBox, zoomedAt } from './viewport.ts';

const window = { width: 800, height: 600 };

it('keeps the point under the pointer while zooming', () => {
  const at = { x: 300, y: 200 };
  const before = { x: -40, y: 70, scale: 0.8 };
  const after = zoomedAt(before, 1.5, at);
  expect(after.scale).toBeCloseTo(1.2);
  expect(diagramPoint(after, at).x).toBeCloseTo(diagramPoint(before, at).x);
  expect(diagramPoint(after, at).y).toBeCloseTo(diagramPoint(before, at).y);
});

it.for([
  [1e9, 2],
  [1e-9, 0.04],
])('zooms by %d no further than %d', ([factor, scale]) => {
  expect(zoomedAt({ x: 0, y: 0, scale: 1 }, factor as number, { x: 0, y: 0 }).scale).toBe(scale);
});

it('shows all of a box, and nothing larger than it is', () => {
  const large = { x: -500, y: 40, width: 15_000, height: 900 };
  expect(contains(shownBox(fitted(large, window), window), large)).toBe(true);
  expect(fitted({ x: 0, y: 0, width: 10, height: 10 }, window)).toEqual({ x: 395, y: 295, scale: 1 });
});

it('finds the box around boxes', () => {
  const one = { x: 0, y: 10, width: 20, height: 20 };
  expect(boxAround([one, { x: -5, y: 50, width: 5, height: 5 }])).toEqual({ x: -5, y: 10, width: 25, height: 45 });
  expect(boxAround([])).toBeUndefined();
});

it('does not count boxes that only touch as intersecting', () => {
  const box = { x: 0, y: 0, width: 10, height: 10 };
  expect(intersects(box, { x: 10, y: 0, width: 5, height: 5 })).toBe(false);
  expect(intersects(box, { x: 9, y: 9, width: 5, height: 5 })).toBe(true);
});
