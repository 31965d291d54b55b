import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isDeeperThan, isJsonType, maxDepth, parseJson } from './json.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

it.for([
  ['{"a":[1,null,"x"]}', { a: [1, null, 'x'] }],
  ['\ufeff{}', {}],
  [' null ', null],
  ['"\\ud800"', '\ud800'],
] as const)('[HT32] %s is read', ([text, value]) => {
  expect(parseJson(encode(text))).toEqual(value);
});

it('[HT37] __proto__ is read as an ordinary key', () => {
  const parsed = parseJson(encode('{"__proto__":{"a":1}}')) as object;
  expect([Object.keys(parsed), Object.getPrototypeOf(parsed)]).toEqual([['__proto__'], Object.prototype]);
});

it.for([
  ['no JSON', encode('{')],
  ['a single quote', encode("{'a':1}")],
  ['a trailing comma', encode('[1,]')],
  ['NaN', encode('NaN')],
  ['bad UTF-8', Uint8Array.of(0x22, 0xff, 0x22)],
  ['a surrogate in UTF-8', Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22)],
  ['UTF-16', Uint8Array.of(0xff, 0xfe, 0x7b, 0, 0x7d, 0)],
  ['101 levels', encode(nested(101))],
  ['a million levels', encode('['.repeat(1_000_000))],
] as const)('[HT32] %s is malformed_json', ([, bytes]) => {
  expect(() => parseJson(bytes)).toThrow(expect.objectContaining({ code: 'malformed_json' }));
});

it('[HT32] 100 levels are read', () => {
  expect(JSON.stringify(parseJson(encode(nested(maxDepth))))).toBe(nested(maxDepth));
});

it('[HT32] depth is that of the parsed value, brackets in strings aside', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 0, max: 7 }), (value, limit) => {
      const text = JSON.stringify({ '["\\': '}]"{\\\\', value });
      expect(isDeeperThan(limit, encode(text))).toBe(depthOf(JSON.parse(text)) > limit);
    }),
    { seed: 20261121, numRuns: 300 },
  );
});

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

it.for([
  'application/json',
  'Application/JSON',
  'application/json; charset=utf-8',
  'application/json;charset="UTF-8"',
  'application/json; charset=utf8; v=1',
  'application/vnd.acme.bot+json',
])('[HT31] %s says JSON', (type) => {
  expect(isJsonType(type)).toBe(true);
});

it.for([
  'text/plain',
  'text/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  'application/json, text/plain',
  'application/json; charset=utf-16',
  'application/+json',
  'json',
])('[HT31] %s does not', (type) => {
  expect(isJsonType(type)).toBe(false);
});
