import { describe, expect, it } from 'vitest';
import { talkToBlock } from '../../../test/runner/one-block.ts';
import { seen } from '../../../test/runner/talk.ts';
import type { Field, Fields } from '../../domain/field/field.ts';
import type { JsonValue } from '../../domain/json/json-value.ts';

const fields: Fields = {
  age: { type: 'integer', value: 34 },
  city: { type: 'string', value: 'Paris' },
  other: { type: 'string', value: 'paris ' },
};

/** Sets a Field. @returns The Field afterwards. */
function set(value: JsonValue, before?: Field): Field | undefined {
  const talk = talkToBlock(
    'set_a_field',
    { field: 'x', value },
    { fields: { ...fields, ...(before && { x: before }) } },
  );
  expect(seen(talk.start())).toEqual(['success']);
  return talk.fields()['x'];
}

describe('set_a_field', () => {
  it.for<readonly [JsonValue, Field]>([
    ['Hello @{city}', { type: 'string', value: 'Hello Paris' }],
    ['@{age}', { type: 'integer', value: 34 }],
    [' @{age} ', { type: 'integer', value: 34 }],
    ['5', { type: 'string', value: '5' }],
    [5, { type: 'integer', value: 5 }],
    [2.5, { type: 'float', value: 2.5 }],
    [-0, { type: 'integer', value: 0 }],
    [2 ** 53, { type: 'float', value: 2 ** 53 }],
    [true, { type: 'boolean', value: true }],
    [
      ['@{city}', { age: '@{age}', '@{city}': null }],
      { type: 'array', value: ['Paris', { age: 34, '@{city}': null }] },
    ],
    [{ gone: '@{nothing}' }, { type: 'object', value: { gone: null } }],
  ])('[RN44][RN49][RN72] %j is written as %j', ([value, field]) => {
    expect(set(value)).toEqual(field);
  });

  it.for<readonly [string, Field, Field]>([
    ['5', { type: 'integer', value: 1 }, { type: 'integer', value: 5 }],
    ['5.5', { type: 'integer', value: 1 }, { type: 'float', value: 5.5 }],
    ['5', { type: 'float', value: 1.5 }, { type: 'float', value: 5 }],
    ['true', { type: 'boolean', value: false }, { type: 'boolean', value: true }],
    ['yes', { type: 'boolean', value: false }, { type: 'string', value: 'yes' }],
    ['2026-01-02', { type: 'date', value: '2026-11-21' }, { type: 'date', value: '2026-01-02' }],
    ['2026-02-30', { type: 'date', value: '2026-11-21' }, { type: 'string', value: '2026-02-30' }],
    ['5', { type: 'string', value: 'a' }, { type: 'string', value: '5' }],
    ['five', { type: 'integer', value: 1 }, { type: 'string', value: 'five' }],
  ])('[RN73] %j over %j is %j', ([value, before, after]) => {
    expect(set(value, before)).toEqual(after);
  });

  it('[RN44] writes nothing where there is no value', () => {
    expect(set(null, { type: 'string', value: 'kept' })).toEqual({ type: 'string', value: 'kept' });
    expect(set('@{nothing}', { type: 'string', value: 'kept' })).toEqual({ type: 'string', value: 'kept' });
  });

  it.for<readonly [string, JsonValue]>([
    ['large', ['x'.repeat(40_000), 'x'.repeat(40_000)]],
    ['deep', JSON.parse(`${'['.repeat(101)}${']'.repeat(101)}`)],
  ])('[RN45][RN122] a value that is too %s ends the conversation', ([, value]) => {
    const talk = talkToBlock(
      'set_a_field',
      { field: 'x', value },
      { fields: { x: { type: 'string', value: 'kept' } } },
    );
    const step = talk.start();
    expect([seen(step), step.writes, step.state.at]).toEqual([
      ['(field_too_large)'],
      [],
      { kind: 'ended', reason: 'error' },
    ]);
  });

  it.for(['x', '@{x}'])('[RN41][RN74] UNSET removes the Field that %j names', (field) => {
    const talk = talkToBlock(
      'set_a_field',
      { field, action: 'UNSET' },
      { fields: { x: { type: 'string', value: '1' } } },
    );
    expect([talk.start().writes, talk.fields()]).toEqual([[{ kind: 'unset', name: 'x' }], {}]);
  });

  it('[RN41] does nothing where no Field is named', () => {
    const step = talkToBlock('set_a_field', { field: ' ', value: 1 }).start();
    expect([step.writes, seen(step)]).toEqual([[], ['success']]);
  });

  const list = (value: JsonValue[]): Field => ({ type: 'array', value });
  const whole = (value: number): Field => ({ type: 'integer', value });
  const decimal = (value: number): Field => ({ type: 'float', value });

  it.for<readonly [action: string, value: JsonValue, Field | undefined, Field | undefined]>([
    ['APPEND', '@{city}', list(['Rome']), list(['Rome', 'Paris'])],
    ['APPEND', '@{age}', undefined, list([34])],
    ['APPEND', 'b', { type: 'string', value: 'a' }, list(['a', 'b'])],
    ['APPEND', ['b', 'c'], list(['a']), list(['a', ['b', 'c']])],
    ['APPEND', '@{nothing}', list(['a']), list(['a'])],
    ['REMOVE', 'PARIS ', list(['Paris', 'Rome', 'paris']), list(['Rome'])],
    ['REMOVE', '2', list([2, '2', 2.5, [2]]), list([2.5, [2]])],
    ['REMOVE', 'a', { type: 'string', value: 'a' }, { type: 'string', value: 'a' }],
    ['REMOVE', 'a', undefined, undefined],
    ['ADD', 5, whole(2), whole(7)],
    ['ADD', '-0.5', whole(2), decimal(1.5)],
    ['ADD', 0.2, decimal(0.1), decimal(0.3)],
    ['ADD', 0.5, decimal(1.5), decimal(2)],
    ['ADD', '@{age}', undefined, whole(34)],
    ['ADD', 1, { type: 'string', value: '41' }, whole(42)],
    ['ADD', 1, { type: 'string', value: 'many' }, { type: 'string', value: 'many' }],
    ['ADD', 'one', whole(2), whole(2)],
    ['ADD', 1, list([1]), list([1])],
  ])('[LG10][LG12][LG13] %s of %j makes of %j %j', ([action, value, before, after]) => {
    const params = { field: 'x', action, value };
    const talk = talkToBlock('set_a_field', params, { fields: { ...fields, ...(before && { x: before }) } });
    expect([seen(talk.start()), talk.fields()['x']]).toEqual([['success'], after]);
  });

  it('[LG11] a list with 1,000 entries takes no other', () => {
    const entries = (count: number): Field => list(Array.from({ length: count }, (_, at) => at));
    const appendTo = (x: Field) =>
      talkToBlock('set_a_field', { field: 'x', action: 'APPEND', value: 'y' }, { fields: { x } }).start();
    expect([seen(appendTo(entries(999))), seen(appendTo(entries(1_000)))]).toEqual([
      ['success'],
      ['(field_too_large)'],
    ]);
  });
});
