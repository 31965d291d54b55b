import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseExactJson } from './parse-exact-json.ts';

it.for<readonly [string, unknown]>([
  ['9007199254740991', 9_007_199_254_740_991],
  ['-9007199254740991', -9_007_199_254_740_991],
  ['9007199254740992', '9007199254740992'],
  [' -12345678901234567890 ', '-12345678901234567890'],
  ['12345678901234567.5', '12345678901234567.5'],
  [
    '{"id":1234567890123456789,"n":[98765432109876543210,1,{"a":-10000000000000001}]}',
    { id: '1234567890123456789', n: ['98765432109876543210', 1, { a: '-10000000000000001' }] },
  ],
  ['{"1234567890123456789":"1234567890123456789"}', { '1234567890123456789': '1234567890123456789' }],
  ['["\\"1234567890123456789", "\\\\", 1234567890123456789]', ['"1234567890123456789', '\\', '1234567890123456789']],
  ['[0.12345678901234567890, 1.0000000000000000000001]', [0.12345678901234568, 1]],
  ['[6.02214076e23, 1E+300, 1e-400]', [6.022_140_76e23, 1e300, 0]],
  ['[1e400, -1E+999]', ['1e400', '-1E+999']],
  ['1234567890123456', 1_234_567_890_123_456],
])('[CV77] %s', ([json, value]) => {
  expect(parseExactJson(json)).toEqual(value);
});

it.for(['', '{', '1234567890123456789x', '01234567890123456789', '"1234567890123456789'])(
  '[CV77] %j is no JSON',
  (json) => {
    expect(() => parseExactJson(json)).toThrow(SyntaxError);
  },
);

it('[CV77] JSON of numbers that JavaScript has is parsed as ever', () => {
  const part = fc.oneof(fc.string(), fc.integer(), fc.double({ min: -1e15, max: 1e15, noNaN: true }));
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.array(part)), (value) => {
      const json = `["1234567890123456", ${JSON.stringify(value)}]`;
      expect(parseExactJson(json)).toEqual(JSON.parse(json));
    }),
    { seed: 20261126 },
  );
});
