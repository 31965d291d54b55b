import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isJsonType, maxDepth, parseJson, scan } from './json.ts';

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
      expect(scan(limit, encode(text)).isTooDeep).toBe(depthOf(JSON.parse(text)) > limit);
    }),
    { seed: 20261121, numRuns: 300 },
  );
});

it.for<readonly [string, string]>([
  ['9007199254740993', ''],
  ['-9007199254740993', ''],
  ['{"a":{"b":[1,"x",{"c":12345678901234567890}]}}', 'a.b.2.c'],
  ['{"value":9007199254740995}', 'value'],
  ['{"x":"a, [{\\"","":[],"y z":[[],[0,100000000000000000000000]]}', 'y z.1.1'],
  ['[{"a":{}},{"a":1,"b":-10000000000000001}]', '1.b'],
  ['{"a":{"":9007199254740993}}', 'a.'],
  ['[9007199254740992]', '0'],
  ['{"a":[1,-40000000000000000]}', 'a.1'],
  ['{"n":36028797018963969.0}', 'n'],
  ['{"n":[3.6028797018963969e16]}', 'n.0'],
  ['{"n":1,"m":360287970189639690e-1}', 'm'],
])('[HT73] %s is refused, naming "%s"', ([text, field]) => {
  expect(() => parseJson(encode(text))).toThrow(
    expect.objectContaining({
      code: 'whole_number_too_large',
      kind: 'refused',
      field: field === '' ? undefined : field,
    }),
  );
});

it.for([
  '9007199254740991',
  '-9007199254740991',
  '{"a":"9007199254740993","9007199254740993":1,"b":1234567890123456}',
  '[1e21,1.5e300,0.12345678901234567,40000000000000000.0,9.007199254740992e15,123456789012345600e0]',
  '{"at":1763800000.123457,"id":"0198-1234567890123456789"}',
])('[HT73] %s is read', (text) => {
  expect(parseJson(encode(text))).toEqual(JSON.parse(text));
});

it('[HT73] a whole number keeps all its digits, or is refused', () => {
  const numbers = fc.oneof(
    fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
    fc.bigInt({ min: 2n ** 53n - 9n, max: 2n ** 53n + 9n }),
  );
  fc.assert(
    fc.property(
      fc.jsonValue({ maxDepth: 3 }).filter((value) => !/\d{16}/.test(JSON.stringify(value).replaceAll('.', ''))),
      numbers,
      (other, number) => {
        const text = `{"a":${JSON.stringify([other])},"b":[${number}]}`;
        const isKept = Number.isSafeInteger(Number(number));
        const read = (): unknown => (parseJson(encode(text)) as { readonly b: readonly number[] }).b[0];
        if (isKept) expect(String(read())).toBe(String(number));
        else expect(read).toThrow(expect.objectContaining({ field: 'b.0' }));
      },
    ),
    { seed: 20261121, numRuns: 500 },
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
