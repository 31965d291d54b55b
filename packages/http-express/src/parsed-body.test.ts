import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { type ParsedRequest, parsedBody } from './parsed-body.ts';

const bytes = new TextEncoder().encode('{"a": 1}');

function read(left: { readonly body?: unknown; readonly rawBody?: unknown }): AsyncIterable<Uint8Array> | Uint8Array {
  return parsedBody(left as ParsedRequest);
}

it.each([
  ['bytes beside what was parsed', { rawBody: bytes, body: { a: 1 } }],
  ['bytes', { body: bytes }],
  ['text', { body: '{"a": 1}' }],
])('[HA6] %s are taken as they are', (_name, left) => {
  expect(read(left)).toEqual(bytes);
});

it.each(['{"__proto__":{"a":1},"b":[]}', '[null,-1.5e-7,"\\ud800"]', '{}', 'false', 'null'])(
  '[HA6] %s is written as it was parsed',
  async (json) => {
    expect(await text(read({ body: JSON.parse(json) }) as AsyncIterable<Uint8Array>)).toBe(json);
  },
);

it.each([
  ['a number that is not finite', JSON.parse('[1e400]')],
  ['a value that nests too deep to be written', JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)],
])('[HA6] %s is a body that broke off', async (_name, body) => {
  await expect(text(read({ body }) as AsyncIterable<Uint8Array>)).rejects.toThrow(RangeError);
});

it('[HA7] a consumed body without its bytes throws an error for the host', () => {
  expect(() => read({})).toThrow('mount expressHandler first');
});
