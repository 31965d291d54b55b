import { expect, it } from 'vitest';
import { boxAround, contains, diagramPoint, fitted, intersects, opening, shownBox, zoomedAt } from './viewport.ts';

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

it('shows all of a box, at most at its real size', () => {
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

const start = { x: -320, y: 40, width: 248, height: 48 };

it.for([
  ['a phone', { width: 360, height: 350 }],
  ['a small window', { width: 656, height: 606 }],
  ['a large window', { width: 1_600, height: 1_000 }],
] as const)('[CO56] opens a diagram whole in %s where it can be read, else at its start', ([, size]) => {
  for (const [width, height] of [
    [248, 48],
    [1_208, 600],
    [2_488, 518],
    [900, 2_400],
    [15_000, 4_700],
    [300, 20_000],
  ] as const) {
    for (const whole of [
      { x: start.x, y: start.y, width, height },
      { x: start.x + start.width - width, y: start.y + start.height - height, width, height },
    ]) {
      const view = opening(whole, start, size);
      expect(contains(shownBox(view, size), view.scale > 0.2 ? whole : start)).toBe(true);
      expect(view.scale).toBe(Math.max(0.2, fitted(whole, size).scale));
    }
  }
});
