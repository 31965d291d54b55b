import { expect, it } from 'vitest';
import { readIfMatch, revisionTag } from './if-match.ts';

it.for([
  [undefined, {}],
  [null, {}],
  ['*', {}],
  [' * ', {}],
  ['"3"', { ifRevision: [3] }],
  ['"3", "5"', { ifRevision: [3, 5] }],
  ['"3","5" ', { ifRevision: [3, 5] }],
  ['W/"3"', { ifRevision: [] }],
  ['W/"3", "4"', { ifRevision: [4] }],
  ['"abc"', { ifRevision: [] }],
  ['"a,b", "7"', { ifRevision: [7] }],
  ['""', { ifRevision: [] }],
  ['"0"', { ifRevision: [] }],
  ['"03"', { ifRevision: [] }],
  ['"-1"', { ifRevision: [] }],
] as const)('[HT43] %s names %o', ([header, expected]) => {
  expect(readIfMatch(header)).toEqual(expected);
});

it.for(['', '3', '"3', '"3" "4"', '"3",', ',"3"', '*, "3"', 'w/"3"', '"3";q=1'])(
  '[HT44] %s is no list of tags',
  (header) => {
    expect(() => readIfMatch(header)).toThrow(
      expect.objectContaining({ code: 'invalid_parameters', field: 'If-Match' }),
    );
  },
);

it('[HT42] a revision is written as a strong tag', () => {
  expect(revisionTag(12)).toBe('"12"');
});
