import { describe, expect, it } from 'vitest';
import { type Accepted, answer, type Refused, talkToBlock } from '../../../test/runner/one-block.ts';
import { seen } from '../../../test/runner/talk.ts';

describe('ask_number', () => {
  it.for<Accepted>([
    ['7', 'float', 7],
    ['-3.5', 'float', -3.5],
    ['+2', 'float', 2],
    ['2,5', 'float', 2.5],
    ['-0', 'float', 0],
    ['3', 'float', 3, { min: 3, max: 3 }],
    ['\u200e\u2212３', 'float', -3],
    ['٣', 'float', 3],
    ['১২৩', 'float', 123],
    ['٣٫٥', 'float', 3.5],
    ['\u22121\u202f234,5', 'float', -1_234.5],
    ['1\u2009234\u2009567', 'float', 1_234_567],
    ['١٢٬٣٤٥٫٦', 'float', 12_345.6],
    ['١٬٢٣٬٤٥٦', 'float', 123_456],
    ['٣،٥', 'float', 3.5],
    ['1ʼ234.5', 'float', 1_234.5],
    ['1′234', 'float', 1_234],
    ['3,14159265358979323846', 'float', Math.PI],
    ['0.1234567890123456789', 'float', 0.12345678901234568],
    ['7', 'float', 7, { min: '5', max: '10' }],
    ['7', 'float', 7, { min: 'many', max: null }],
  ])('[RN60][RN61] accepts %j', ([written, type, value, params = {}]) => {
    expect(answer('ask_number', params, written)).toEqual([type, value]);
  });

  it.for<Refused>([
    ['seven'],
    ['1.2.3'],
    ['1e3'],
    ['0x10'],
    ['7 apples'],
    ['²'],
    ['٧٫'],
    ['9007199254740993'],
    ['2.99', { min: 3 }],
    ['3.01', { max: 3 }],
    ['9', { min: '10' }],
  ])('[RN60][RN61] refuses %j', ([written, params = {}]) => {
    expect(answer('ask_number', params, written)).toBe('refused');
  });
});

describe('what a number is meant to be', () => {
  /** Read with `point`, with `comma` and with `ask`. */
  it.for<readonly [string, number | undefined, number | undefined, number | undefined]>([
    ['1.500', 1.5, 1_500, undefined],
    ['1,500', 1_500, 1.5, undefined],
    ['-12.750', -12.75, -12_750, undefined],
    ['٢,٠٠٠', 2_000, 2, undefined],
    ['1.5', 1.5, 1.5, 1.5],
    ['1,5', 1.5, 1.5, 1.5],
    ['1,50', 1.5, 1.5, 1.5],
    ['0.500', 0.5, 0.5, 0.5],
    ['0,125', 0.125, 0.125, 0.125],
    ['1234.567', 1_234.567, 1_234.567, 1_234.567],
    ['.5', 0.5, 0.5, 0.5],
    ['1,234.5', 1_234.5, 1_234.5, 1_234.5],
    ['1.234,5', 1_234.5, 1_234.5, 1_234.5],
    ['1.234.567,89', 1_234_567.89, 1_234_567.89, 1_234_567.89],
    ['1,234,567.891', 1_234_567.891, 1_234_567.891, 1_234_567.891],
    ['1.234.567', 1_234_567, 1_234_567, 1_234_567],
    ['1,00,000', 100_000, 100_000, 100_000],
    ['12,34,567.50', 1_234_567.5, 1_234_567.5, 1_234_567.5],
    ['1 500', 1_500, 1_500, 1_500],
    ['1\u00a0500', 1_500, 1_500, 1_500],
    ['12\u202f345,67', 12_345.67, 12_345.67, 12_345.67],
    ['1’500.25', 1_500.25, 1_500.25, 1_500.25],
    ['١٬٥٠٠', 1_500, 1_500, 1_500],
    ['١٬٥٠٠٫٢٥', 1_500.25, 1_500.25, 1_500.25],
    ['١٫٥٠٠', 1.5, 1.5, 1.5],
    ['1 500.250', 1_500.25, 1_500.25, 1_500.25],
    ...[
      '1.2.3',
      '1,2,3',
      '1,23.456.789',
      '1.500.25',
      '1,500,25',
      '12 34',
      '0.123.456',
      '1,234.567.8',
      '1. 5',
      '5.',
      ',',
    ].map((text) => [text, undefined, undefined, undefined] as const),
  ])('[RN141] %j is %d with a point, %d with a comma, %d where it asks', ([text, ...values]) => {
    const read = ['point', 'comma', 'ask'].map((decimal) => answer('ask_number', { decimal }, text));
    expect(read).toEqual(values.map((value) => (value === undefined ? 'refused' : ['float', value])));
    expect(answer('ask_number', {}, text)).toEqual(read[0]);
    expect(answer('ask_number', { decimal: 'maybe' }, text)).toEqual(read[0]);
  });
});

it('[RN61][RN139] a bound that a calculation made is met by the number as it is written', () => {
  const max = 19.9 * 3 - 1e-14;
  expect(answer('ask_number', { max }, '59.7')).toEqual(['float', 59.7]);
});

it('[RN61] ask_number takes its bounds from Fields of digits', () => {
  const fields = { most: { type: 'string', value: '10' } } as const;
  const talk = talkToBlock('ask_number', { text: '?', max: '@{most}', errorText: 'refused' }, { fields });
  talk.start();
  expect([seen(talk.say('11')), seen(talk.say('9'))]).toEqual([['refused'], ['$success']]);
});
