import { expect, it } from 'vitest';
import { piecesOf, textSlices } from './text-slices.ts';

const slice = 65_536;
/** The length that fits for any characters. */
const third = 21_845;

it.for([
  ['nothing', '', []],
  ['a short text', 'abc', [3]],
  ['exactly a slice', 'a'.repeat(slice), [slice]],
  ['one unit more', 'a'.repeat(slice + 1), [slice, 1]],
  ['characters of three bytes', '字'.repeat(50_000), [third, third, 50_000 - 2 * third]],
  ['characters of two bytes that fit', 'ä'.repeat(slice / 2), [slice / 2]],
  ['characters of two bytes, one more', 'ä'.repeat(slice / 2 + 1), [third, slice / 2 + 1 - third]],
  ['a pair across the end', `${'a'.repeat(slice - 1)}😀b`, [third, slice + 2 - third]],
  ['pairs alone', '😀'.repeat(slice / 2), [third - 1, third - 1, third + 3]],
  ['pairs that are out of step', `a${'😀'.repeat(third)}`, [third, third + 1]],
  ['halves without the other half', '\ud83d'.repeat(third + 2), [third - 1, 3]],
] as const)('[HT65] %s is cut into slices that encode as the whole does', ([, text, lengths]) => {
  const slices = [...textSlices(text)];
  expect(slices.map(({ length }) => length)).toEqual(lengths);
  expect(slices.every((each) => Buffer.byteLength(each) <= slice)).toBe(true);
  expect(Buffer.concat(slices.map((each) => Buffer.from(each))).equals(Buffer.from(text))).toBe(true);
});

it.for<readonly [string, string | undefined, number, Record<string, string>?]>([
  ['nothing', undefined, 0],
  ['65,536 letters', 'a'.repeat(slice), 0],
  ['a letter more', 'a'.repeat(slice + 1), 2],
  ['65,535 bytes of three each', '字'.repeat(third), 0],
  ['one of them more', '字'.repeat(third + 1), 2],
  ['a text that says how long it is', '字'.repeat(third + 1), 2, { 'content-length': '65538' }],
])('[HT65] %s is sent in this many slices, or at once', async ([, body, count, headers = {}]) => {
  const slices: string[] = [];
  for await (const each of piecesOf({ body, headers }) ?? []) slices.push(String(each));
  expect([slices.length, slices.join('')]).toEqual([count, count === 0 ? '' : body]);
});

it('[HT65] cuts the pieces of a stream too, and leaves the stream even during a pending piece', async () => {
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
  const pieces = (piecesOf({ body: stream, headers: {} }) as AsyncIterable<string>)[Symbol.asyncIterator]();
  const lengths = [];
  for (let nth = 0; nth < 3; nth += 1) lengths.push((await pieces.next()).value?.length);
  void pieces.next();
  await pieces.return?.();
  expect([lengths, isLeft]).toEqual([[slice, 1, 1], true]);
});
