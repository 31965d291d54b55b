import { expect, it } from 'vitest';
import { jsonBytes } from '../json/json-bytes.ts';
import type { Fields } from './field.ts';
import { findFieldBoundsFault } from './field-bounds.ts';

const bounds = { count: 3, fieldBytes: 20, totalBytes: 40 };

function texts(values: Readonly<Record<string, string>>): Fields {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { type: 'string', value }]));
}

it.for([0, -1.5, true, null, '', 'a"b\\c', 'ä€😀\u0001\n', [], [1, 'ä', null], {}, { a: [{ b: 'ö' }], 'ü"': {} }])(
  'the bytes of %j are those of its JSON in UTF-8',
  (value) => {
    expect(jsonBytes(value)).toBe(new TextEncoder().encode(JSON.stringify(value)).length);
  },
);

it('counting stops soon after the limit is exceeded', () => {
  let shared: string[] | unknown[] = ['x'.repeat(10)];
  for (let level = 0; level < 60; level += 1) shared = [shared, shared];
  expect(jsonBytes(shared as never, 1_000)).toBeGreaterThan(1_000);
});

it.for([
  ['a name and a value of 20 bytes', {}, { a: 'x'.repeat(14) }, undefined],
  ['one byte more', {}, { a: 'x'.repeat(15) }, { name: 'a', fault: 'field_too_large' }],
  ['a third', { a: '', b: '' }, { a: '', b: '', c: '' }, undefined],
  ['a fourth', { a: '', b: '', c: '' }, { a: '', b: '', c: '', d: '' }, { name: 'd', fault: 'too_many' }],
  [
    'more in all',
    { a: '12345678901', b: '12345678901' },
    { a: '12345678901', b: '12345678901', c: '123' },
    { name: 'c', fault: 'total_too_large' },
  ],
  ['what was too large and shrinks', { a: 'x'.repeat(99) }, { a: 'x'.repeat(98) }, undefined],
  ['what was too large and stays', { a: 'x'.repeat(99) }, { a: 'y'.repeat(99) }, undefined],
  ['one too many that goes', { a: '', b: '', c: '', d: '', e: '' }, { b: '', c: '', d: '', e: '' }, undefined],
] as const)('%s', ([, before, after, fault]) => {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  expect(findFieldBoundsFault(texts(before), texts(after), names, bounds)).toEqual(fault);
});
