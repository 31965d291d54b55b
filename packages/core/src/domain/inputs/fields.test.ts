import { describe, expect, it } from 'vitest';
import { type Field, type FieldType, fieldNameFault, fieldTypes, isRecordKey, writeFields } from '../field/field.ts';
import type { FieldBounds } from '../field/field-bounds.ts';
import { scalarField } from '../field/field-value.ts';
import type { JsonValue } from '../json/json-value.ts';
import { fieldSchema } from './customers.ts';
import { readInput } from './read-input.ts';

const readField = (name: string, body: unknown, bounds?: FieldBounds, present?: Field) =>
  readInput(fieldSchema(name, { ...(bounds !== undefined && { bounds }), present }), body);

const notKept = 'It has a character that cannot be stored: U+0000, or half of one.';
const refused = (field: string, message: string): unknown => ({
  ok: false,
  code: 'invalid_parameters',
  faults: [{ field, message }],
});

/** Every value with the types that can hold it. */
const values: readonly (readonly [JsonValue, readonly FieldType[]])[] = [
  ['', ['string']],
  ['x', ['string']],
  ['1', ['string']],
  ['true', ['string']],
  ['2026-11-21', ['string', 'date', 'datetime']],
  ['2024-02-29', ['string', 'date', 'datetime']],
  ['0001-01-01', ['string', 'date', 'datetime']],
  ['2026-11-21T00:00:00', ['string', 'date', 'datetime']],
  ['2026-11-21T23:59', ['string', 'date', 'datetime']],
  ['2026-11-21T23:59:59.999Z', ['string', 'date', 'datetime']],
  ['2026-11-21T23:59:59+05:30', ['string', 'date', 'datetime']],
  ['2026-02-29', ['string']],
  ['2026-13-01', ['string']],
  ['2026-00-10', ['string']],
  ['2026-04-31', ['string']],
  ['2026-11-21T24:00:00', ['string']],
  ['2026-11-21T12:60:00', ['string']],
  ['2026-11-21 12:00:00', ['string']],
  ['2026-11-21T', ['string']],
  ['2026-11-21T12:00:00+24:00', ['string']],
  ['21/11/2026', ['string']],
  ['26-11-21', ['string']],
  ['2026-11-21\n', ['string']],
  ['+002026-11-21', ['string']],
  [0, ['integer', 'float']],
  [-7, ['integer', 'float']],
  [9_007_199_254_740_991, ['integer', 'float']],
  [9_007_199_254_740_992, ['float']],
  [1.5, ['float']],
  [-1e300, ['float']],
  [true, ['boolean']],
  [false, ['boolean']],
  [[], ['array']],
  [[1, 'a', null, {}], ['array']],
  [{}, ['object']],
  [{ a: [null] }, ['object']],
  [JSON.parse('{"__proto__": 1, "constructor": 2}'), ['object']],
  [null, []],
];

describe('a Field that is written by name', () => {
  it.for(values)('[CU8][CU11][CU13] %j is a value of %j', ([value, types]) => {
    for (const type of fieldTypes) {
      const expected = types.includes(type)
        ? { ok: true, value: { type, value } }
        : refused('value', `Expected a value of type ${type}.`);
      expect(readField('x', { type, value })).toEqual(expected);
    }
  });

  it.for([null, 'text', 'String', 'number', '', 1, ['string'], 'constructor', '__proto__'])(
    '[CU8] %j is no type',
    (type) => {
      const message = 'Expected one of string, integer, float, boolean, date, datetime, array, object.';
      expect(readField('x', { type, value: 'a' })).toEqual(refused('type', message));
    },
  );

  it.for([undefined, null, 'x', 1, []])('[CU8] %j is no Field', (body) => {
    expect(readField('x', body)).toEqual(refused('', 'Expected an object.'));
  });

  it('[CU8] needs a value, and members other than type and value are ignored', () => {
    expect(readField('x', { type: 'string' })).toEqual(refused('value', 'It is required.'));
    expect(readField('x', { value: 'a' })).toEqual(refused('type', 'It is required.'));
    expect(readField('x', { type: 'string', value: 'a', name: 'y' })).toEqual({
      ok: true,
      value: { type: 'string', value: 'a' },
    });
  });

  it('[CU12] nests at most 100 levels deep', () => {
    const nested = (depth: number): JsonValue => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);
    expect(readField('x', { type: 'array', value: nested(100) })).toMatchObject({ ok: true });
    expect(readField('x', { type: 'array', value: nested(101) })).toMatchObject({ ok: false });
    expect(readField('x', { type: 'array', value: nested(50_000) })).toMatchObject({ ok: false });
  });

  it('[CU61] has at most 65,536 bytes as JSON with its name, for any type', () => {
    const fault = 'The Field "é" has more than 65536 bytes as JSON.';
    const longest = 'ü'.repeat((65_536 - '"é":""'.length - 1) / 2);
    expect(readField('é', { type: 'string', value: longest })).toMatchObject({ ok: true });
    expect(readField('é', { type: 'string', value: `${longest}xx` })).toEqual(refused('value', fault));
    for (const value of [new Array(70_000).fill(0), nestedIn(90, new Array(40_000).fill('\ud800'))]) {
      expect(readField('é', { type: 'array', value })).toEqual(refused('value', fault));
    }
  });

  it('[CU61] a Field that is too large already can be written if it does not grow', () => {
    const bounds = { count: 5, fieldBytes: 10, totalBytes: 100 };
    const present = { type: 'string', value: 'x'.repeat(20) } as const;
    const write = (length: number) => readField('a', { type: 'string', value: 'y'.repeat(length) }, bounds, present).ok;
    expect([write(21), write(20), write(11)]).toEqual([false, true, true]);
  });

  it.for<readonly [FieldType, JsonValue]>([
    ['string', 'a\u0000b'],
    ['string', '\ud800'],
    ['string', 'a\udc00'],
    ['array', ['a', ['\u0000']]],
    ['object', { a: { b: '\ud83d' } }],
    ['object', { '\u0000': 1 }],
    ['object', { a: [{ '\udfff': 1 }] }],
  ])('[CU13] %s %j cannot be kept', ([type, value]) => {
    expect(readField('x', { type, value })).toEqual(refused('value', notKept));
  });

  it('[CU11] a number that is not finite has no type', () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(readField('x', { type: 'float', value })).toEqual(refused('value', 'It is not a finite number.'));
      const list = readField('x', { type: 'array', value: [value] });
      expect(list).toEqual(refused('value', '/0 is not a finite number.'));
    }
  });
});

function nestedIn(levels: number, value: JsonValue): JsonValue {
  return levels === 0 ? value : [nestedIn(levels - 1, value)];
}

describe('the name of a Field', () => {
  it.for([
    'a',
    'A',
    ' a ',
    'first name',
    'é',
    '😀',
    '1',
    'a.b',
    'a/b',
    '@',
    '__proto__',
    'constructor',
    'toString',
    'Name',
    'x'.repeat(255),
    '😀'.repeat(255),
  ])('[CU9][CU13] can be %j', (name) => {
    expect(fieldNameFault(name)).toBeUndefined();
    expect(readField(name, { type: 'string', value: 'v' })).toEqual({
      ok: true,
      value: { type: 'string', value: 'v' },
    });
  });

  it.for([
    ['', 'A name has something to read.'],
    [' \t\u00a0', 'A name has something to read.'],
    ['{a}', 'A name has no braces.'],
    ['@{a}', 'A name has no braces.'],
    ['a}', 'A name has no braces.'],
    ['a\u0000', notKept],
    ['\ud800', notKept],
    ['x'.repeat(256), 'It has more than 255 characters.'],
  ] as const)('[CU9][CU13] cannot be %j', ([name, message]) => {
    expect(fieldNameFault(name)).toBe(message);
  });

  it.for([
    'id',
    'name',
    'email',
    'phone',
    'agent_id',
    'archived',
    'opt_in',
    'register_date',
    'channel_id',
    'unread',
    'last_message_at',
    'token',
    'is_external',
  ])('[CU10] cannot be %s', (name) => {
    expect(isRecordKey(name)).toBe(true);
    const message = 'The customer itself has a key of this name.';
    expect(fieldNameFault(name)).toBe(message);
  });
});

it.for<readonly [string | number | boolean, FieldType | undefined, FieldType]>([
  ['x', undefined, 'string'],
  [1, undefined, 'integer'],
  [1.5, undefined, 'float'],
  [1e300, undefined, 'float'],
  [true, undefined, 'boolean'],
  ['2026-11-21', undefined, 'string'],
  ['2026-11-21', 'date', 'date'],
  ['soon', 'date', 'string'],
  [5, 'float', 'float'],
  [5.5, 'integer', 'float'],
  [5, 'string', 'integer'],
  ['5', 'integer', 'string'],
  [false, 'array', 'boolean'],
  ['x', 'object', 'string'],
])('[CU14] %j sent for a Field of type %s is %s', ([value, had, type]) => {
  const present = had && ({ type: had, value: 'before' } as const);
  expect(scalarField(value, present)).toEqual({ type, value });
});

describe('writing Fields', () => {
  const before = Object.freeze({ a: { type: 'string', value: '1' }, b: { type: 'string', value: '2' } } as const);

  it('[CU13] sets and removes Fields in order, in a copy', () => {
    const after = writeFields(before, [
      ['b', { type: 'integer', value: 3 }],
      ['__proto__', { type: 'boolean', value: true }],
      ['a', undefined],
      ['constructor', undefined],
    ]);
    expect(Object.entries(after)).toEqual([
      ['b', { type: 'integer', value: 3 }],
      ['__proto__', { type: 'boolean', value: true }],
    ]);
    expect(Object.getPrototypeOf(after)).toBe(Object.prototype);
  });

  it('[CU13] with nothing to write returns equal Fields', () => {
    expect(writeFields(before, [])).toBe(before);
  });
});
