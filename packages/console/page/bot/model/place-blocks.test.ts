import { expect, it } from 'vitest';
import { freePlace, inColumns, placeBlocks } from './place-blocks.ts';
import { intersects } from './viewport.ts';

const block = (id: string, left?: number, top?: number) => ({
  id,
  text: 'Says something',
  outputs: [{ output: '$success', label: 'success' }],
  ...(left !== undefined && top !== undefined && { position: { left, top } }),
});

function overlaps(boxes: Iterable<Parameters<typeof intersects>[0]>): number {
  const all = [...boxes];
  return all.flatMap((one, at) => all.slice(at + 1).filter((other) => intersects(one, other))).length;
}

it('takes the places of the diagram', () => {
  const placement = placeBlocks([block('a', 0, 0), block('b', 400, 20)], []);
  expect(placement).toMatchObject({ isOwn: false, stretch: 1 });
  expect(placement.boxes.get('b')).toMatchObject({ x: 400, y: 20 });
});

it('stretches places of smaller blocks until blocks do not overlap', () => {
  const blocks = [block('a', 0, 0), block('b', 200, 0), block('c', 0, 90), block('d', 200, 90)];
  const placement = placeBlocks(blocks, []);
  expect(placement).toMatchObject({ isOwn: false, stretch: 1.5 });
  expect(overlaps(placement.boxes.values())).toBe(0);
});

it('preserves the places of an author who overlaps two blocks', () => {
  const blocks = [block('a', 0, 0), block('b', 1, 1), block('c', 900, 0), block('d', 900, 900)];
  expect(placeBlocks(blocks, [])).toMatchObject({ isOwn: false, stretch: 1 });
});

it('places blocks in columns if the diagram has them all in one place', () => {
  const blocks = [block('b', 0, 0), block('a', 0, 0), block('c'), block('alone', 0, 0)];
  const { boxes, isOwn } = placeBlocks(blocks, [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
    { from: 'c', to: 'b' },
  ]);
  expect(isOwn).toBe(true);
  expect(overlaps(boxes.values())).toBe(0);
  const x = (id: string) => boxes.get(id)?.x ?? Number.NaN;
  expect(x('a')).toBeLessThan(x('b'));
  expect(x('b')).toBeLessThan(x('c'));
  expect(x('alone')).toBe(x('a'));
});

it('places blocks that only lead to each other, and a thousand of them', () => {
  const circle = inColumns(
    [block('a'), block('b')],
    [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'a' },
    ],
  );
  expect(circle.size).toBe(2);
  const many = Array.from({ length: 1_000 }, (_, at) => block(`n${at}`));
  const boxes = inColumns(
    many,
    many.slice(1).map(({ id }) => ({ from: 'n0', to: id })),
  );
  expect(boxes.size).toBe(1_000);
  expect(overlaps(boxes.values())).toBe(0);
});

it('finds a place below others', () => {
  const taken = [
    { x: 0, y: 0, width: 248, height: 100 },
    { x: 0, y: 120, width: 248, height: 100 },
  ];
  const place = freePlace({ x: 10, y: 10 }, 80, taken);
  expect(taken.some((box) => intersects(box, { ...place, width: 248, height: 80 }))).toBe(false);
  expect(freePlace({ x: 900.4, y: 3 }, 80, taken)).toEqual({ x: 900, y: 3 });
});
