import { expect, it } from 'vitest';
import { encodeTimestamp } from './timestamp.ts';

it.for([
  [0, '1970-01-01T00:00:00'],
  [1_767_225_599_999, '2025-12-31T23:59:59'],
  [1_709_210_096_789, '2024-02-29T12:34:56'],
] as const)('[AP2] %i is %s', ([moment, text]) => {
  expect(encodeTimestamp(moment)).toBe(text);
});
