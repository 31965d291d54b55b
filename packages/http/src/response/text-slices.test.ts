import { expect, it } from 'vitest';
import { piecesOf, textSlices } from './text-slices.ts';

const slice = 65_536;

it.for([
  ['nothing', '', []],
  ['a short text', 'abc', [3]],
  ['exactly a slice', 'a'.repeat(slice), [slice]],
  ['one unit more', 'a'.repeat(slice + 1), [slice, 1]],
  ['a pair across the end', `${'a'.repeat(slice - 1)}😀b`, [slice - 1, 3]],
  ['pairs alone', '😀'.repeat(slice), [slice, slice]],
  ['pairs that are out of step', `a${'😀'.repeat(slice)}`, [slice - 1, slice, 2]],
  ['halves without the other half', '\ud83d'.repeat(slice + 1), [slice - 1, 2]],
] as const)('[HT65] %s is cut into slices that encode as the whole does', ([, text, lengths]) => {
  const slices = [...textSlices(text)];
  expect(slices.map(({ length }) => length)).toEqual(lengths);
  expect(Buffer.concat(slices.map((each) => Buffer.from(each))).equals(Buffer.from(text))).toBe(true);
});

it('[HT65] the pieces of a stream are cut alike, and the stream is left while a piece is waited for', async () => {
  let isLeft = false;
  const { promise: never } = Promise.withResolvers<IteratorResult<string>>();
  const given = ['a'.repeat(slice + 1), 'b'];
  const stream: AsyncIterable<string> = {
    [Symbol.asyncIterator]: () => ({
      next: async () => {
        const value = given.shift();
        return value === undefined ? never : { done: false, value };
      },
      return: async () => {
        isLeft = true;
        return { done: true, value: undefined };
      },
    }),
  };
  const pieces = (piecesOf(stream) as AsyncIterable<string>)[Symbol.asyncIterator]();
  const lengths = [];
  for (let nth = 0; nth < 3; nth += 1) lengths.push((await pieces.next()).value?.length);
  void pieces.next();
  await pieces.return?.();
  expect([lengths, isLeft]).toEqual([[slice, 1, 1], true]);
});
