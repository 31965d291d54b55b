import { expect, it } from 'vitest';
import { compareWithBound } from './check-dialect.ts';
import { marks } from './dialect-marks.ts';
import { findDialect } from './find-dialect.ts';

it.for(marks)('$name', (mark) => {
  const namesIn = (sentence: string): readonly string[] =>
    findDialect('a.ts', `/** ${sentence} */`).found.map((found) => found.mark.name);
  expect(namesIn(mark.example)).toContain(mark.name);
  expect(namesIn(mark.plain)).toEqual([]);
});

it('counts words of comments, and finds marks over the ends of lines, at their places', () => {
  const source = `
/**
 * Reads it in a transaction of
 * its own. The \`at all\` of the code. @spec AB1, AB2
 *
 * @example
 * // What is it?
 * @returns Of the host.
 */
export const text = 'what is it'; // Written
// at once, https://example.com/at/all
`;
  const { words, found } = findDialect('a.ts', source);
  expect({ words, found: found.map(({ line, words }) => [line, words]) }).toEqual({
    words: 18,
    found: [
      [3, 'of its own'],
      [11, 'at once'],
      [8, '. Of'],
    ],
  });
});

it.for([
  [4.01, 4, 'Comments have 4.01 marks'],
  [4, 4, undefined],
  [3.01, 4, undefined],
  [3, 4, 'Lower the bound from 4 to 3.'],
  [0, 1, undefined],
] as const)('%d of %d: %s', ([figure, limit, message]) => {
  const messages = compareWithBound(figure, limit).map((finding) => finding.message);
  expect(messages).toEqual(message === undefined ? [] : [expect.stringContaining(message)]);
});
