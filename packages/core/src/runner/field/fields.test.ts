import { describe, expect, it } from 'vitest';
import { applyFieldWrites, type Field, type FieldType } from '../../domain/field/field.ts';
import { jsonBytes } from '../../domain/json/json-bytes.ts';
import type { JsonValue } from '../../domain/json/json-value.ts';
import { createStepBudget, unlimitedBudget } from '../budget/step-budget.ts';
import { createMatcher, createPatterns } from '../formula/pattern.ts';
import { comparableText } from './comparable-text.ts';
import { compareField } from './compare-field.ts';
import { storableValue } from './storable-value.ts';

const matches = createMatcher(createPatterns()(unlimitedBudget), unlimitedBudget);

describe('Field writes', () => {
  it('[RN40] are applied in their order, and to a copy', () => {
    const before = Object.freeze({ a: { type: 'string', value: '1' }, b: { type: 'string', value: '2' } } as const);
    const after = applyFieldWrites(before, [
      { kind: 'set', name: 'a', type: 'integer', value: 1 },
      { kind: 'unset', name: 'b' },
      { kind: 'set', name: 'c', type: 'boolean', value: true },
      { kind: 'set', name: 'c', type: 'boolean', value: false },
      { kind: 'unset', name: 'd' },
    ]);
    expect(after).toEqual({ a: { type: 'integer', value: 1 }, c: { type: 'boolean', value: false } });
  });
});

describe('what a Field keeps', () => {
  it.for<readonly [JsonValue, JsonValue]>([
    ['a\u0000b', 'ab'],
    ['\ud800', '\ufffd'],
    [{ '\u0000k': ['\udc00'] }, { k: ['\ufffd'] }],
    [-0, 0],
    [null, null],
  ])('[RN45] %j is kept as %j', ([value, kept]) => {
    const stored = storableValue(value, 100, unlimitedBudget);
    expect(stored).toEqual({ value: kept, bytes: jsonBytes(kept) });
    expect(Object.is(storableValue(-0, 100, unlimitedBudget)?.value, 0)).toBe(true);
  });

  it('[RN45] has 100 levels at most', () => {
    const nested = (depth: number): JsonValue => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);
    expect(storableValue(nested(100), 1_000, unlimitedBudget)?.value).toEqual(nested(100));
    expect(storableValue(nested(101), 1_000, unlimitedBudget)).toBeUndefined();
  });

  it('[RN45] has as many bytes as may be', () => {
    expect(storableValue('x'.repeat(8), 10, unlimitedBudget)).toEqual({ value: 'x'.repeat(8), bytes: 10 });
    expect(storableValue('x'.repeat(9), 10, unlimitedBudget)).toBeUndefined();
    expect(storableValue('é'.repeat(5), 10, unlimitedBudget)).toBeUndefined();
    expect(storableValue([Number.NaN], 10, unlimitedBudget)).toBeUndefined();
  });
});

describe('folding', () => {
  it('[RN50] ignores case, surrounding white space and how letters are composed', () => {
    expect(comparableText(' E\u0301A  B ', unlimitedBudget)).toBe('éa b');
  });

  it('[RN50] does not sort more than 64 marks in a row', () => {
    const marked = (marks: number): string => `a${'\u0301\u0323'.repeat(marks / 2)}`;
    expect(comparableText(marked(64), unlimitedBudget)).toBe(marked(64).normalize('NFC'));
    expect(comparableText(marked(66), unlimitedBudget)).toBe(marked(66));
    expect(comparableText(`É${marked(66)}`, unlimitedBudget)).toBe(`é${marked(66)}`);
    const wide = `a${'\u{1d165}'.repeat(64)}`;
    expect(comparableText(wide, unlimitedBudget)).toBe(wide.normalize('NFC'));
  });

  it.for([
    ['é'.repeat(400), 'starts_with', 'É', true],
    [`${' '.repeat(600)}é${'x'.repeat(2_000)}`, 'starts_with', 'e\u0301x', true],
    [`${'x'.repeat(2_000)}e\u0301${' '.repeat(600)}`, 'ends_with', 'xé', true],
    [`${'x'.repeat(2_000)}e\u0301`, 'ends_with', 'xe', false],
  ] as const)('[RN83] the ends of a long text count, however letters are composed', ([own, operator, value, holds]) => {
    expect(compareField({ type: 'string', value: own }, operator, value, { budget: unlimitedBudget, matches })).toBe(
      holds,
    );
  });

  it('[RN121] is charged by what it takes; a comparison of the ends of a text is not charged for the whole text', () => {
    const long = { type: 'string', value: 'é'.repeat(100_000) } as const;
    expect(() => comparableText(long.value, createStepBudget(100_000))).toThrow(RangeError);
    expect(compareField(long, 'starts_with', 'é', { budget: createStepBudget(10_000), matches })).toBe(true);
    expect(() => compareField(long, 'contains', 'é', { budget: createStepBudget(100_000), matches })).toThrow(
      RangeError,
    );
  });
});

const of = (type: FieldType, value: JsonValue): Field => ({ type, value });
const number = of('integer', 5);
const text = of('string', ' Café 12 ');
const date = of('date', '2026-11-21');
const list = of('array', ['Tea', 2, { a: 1 }, true, null]);
const object = of('object', { a: 1, B: [true] });

type Case = readonly [field: Field | undefined, operator: string, value: JsonValue, holds: boolean];

const cases: Readonly<Record<string, readonly Case[]>> = {
  '[RN78] a number': [
    [number, 'is', 5, true],
    [number, 'is', ' 5.0 ', true],
    [number, 'is', '6', false],
    [number, 'is', 'five', false],
    [number, 'is', null, false],
    [of('float', 0.5), 'is', '0,5', true],
    [of('float', 19.9 * 3), 'is', '59.7', true],
    [of('float', 59.7), 'is', 19.9 * 3, true],
    [of('float', 59.7), 'is', '٥٩٫٧', true],
    [of('integer', 1_500), 'is', '1,500', true],
  ],
  '[RN79] a boolean': [
    [of('boolean', true), 'is', true, true],
    [of('boolean', true), 'is', ' TRUE', true],
    [of('boolean', false), 'is', 'false', true],
    [of('boolean', true), 'is', 'yes', false],
    [of('boolean', true), 'is', 1, false],
  ],
  '[RN80] a date': [
    [date, 'is', '2026-11-21', true],
    [date, 'is', '2026-11-21T00:00:00Z', true],
    [date, 'is', '2026-11-21T01:00+01:00', true],
    [date, 'is', '2026-11-22', false],
    [date, 'is', '21.11.2026', false],
    [of('datetime', '2026-11-21T09:00:00'), 'is', '2026-11-21T10:00+01:00', true],
    [of('date', 'soon'), 'is', 'soon', false],
  ],
  '[RN81] a text': [
    [text, 'is', 'CAFE\u0301 12', true],
    [text, 'is', 'cafe 12', false],
    [of('string', '05'), 'is', 5, false],
    [of('string', '5'), 'is', 5, true],
    [of('string', ''), 'is', null, true],
    [of('string', 'I don’t\u00a0 know \u200b'), 'is', "i don't know", true],
    [of('string', '❤'), 'is', '❤\ufe0f', true],
    [of('string', '٣'), 'is', 3, true],
    [of('string', '７'), 'is', '\u202a7\u202c', true],
    [of('string', 'GROẞ'), 'is', 'groß', true],
    [of('string', 'GROSS'), 'is', 'groß', true],
    [of('string', 'Έτος'), 'is', 'ΈΤΟΣ', true],
    [of('string', 'well–known'), 'is', 'Well-Known', true],
    [of('string', 'KIŞ'), 'is', 'kış', true],
    [of('string', '59.7'), 'is', 19.9 * 3, true],
  ],
  '[RN82] a list or object': [
    [list, 'is', ['Tea', 2, { a: 1 }, true, null], true],
    [list, 'is', '["Tea", 2, {"a": 1}, true, null]', true],
    [list, 'is', ['Tea', 2], false],
    [list, 'is', 'Tea', false],
    [object, 'is', { B: [true], a: 1 }, true],
    [object, 'is', { a: 1 }, false],
    [object, 'is', { a: 1, b: [true] }, false],
    [object, 'is', { a: 1, constructor: [true] }, false],
    [object, 'is', [1], false],
  ],
  '[RN83] what is in it': [
    [text, 'contains', 'FÉ', true],
    [text, 'contains', 12, true],
    [of('string', 'ΠΑΡΑΔΟΣΗ'), 'contains', 'ΑΔΟΣ', true],
    [of('string', 'Μαρία Παπαδοπούλου'), 'contains', 'ΠΑΠΑΔΟΠΟΎΛΟΥ', true],
    [of('string', 'ΔΡΟΜΟΣ'), 'ends_with', 'Σ', true],
    [of('string', 'δρόμος'), 'ends_with', 'ΌΜΟΣ', true],
    [of('string', 'Fußballplatz'), 'starts_with', 'FUSS', true],
    [of('string', `\u200f${'\u200b'.repeat(9_000)}١٢3`), 'starts_with', '12', true],
    [of('string', `x${'\u00a0'.repeat(9_000)}\u202c`), 'ends_with', 'x', true],
    [of('string', `a${' '.repeat(9_000)}b`), 'starts_with', 'a B', true],
    [of('string', 'anything'), 'contains', '\u200b', false],
    [of('float', 19.9 * 3), 'ends_with', '9.7', true],
    [of('array', [0.1 + 0.2]), 'contains', '0.3', true],
    [text, 'contains', 'tea', false],
    [text, 'starts_with', 'caf', true],
    [text, 'starts_with', 'af', false],
    [text, 'ends_with', '2', true],
    [text, 'ends_with', '1', false],
    [of('integer', 512), 'contains', '12', true],
    [of('integer', 512), 'starts_with', 5, true],
    [of('boolean', true), 'contains', 'ru', true],
    [list, 'contains', 'tea', true],
    [list, 'contains', '2', true],
    [list, 'contains', { a: 1 }, true],
    [list, 'contains', 'te', false],
    [list, 'starts_with', 'tea', true],
    [list, 'starts_with', 2, false],
    [list, 'ends_with', 'tea', false],
    [of('array', [1, 2]), 'ends_with', '2', true],
    [of('array', []), 'starts_with', '', false],
    [object, 'contains', 'a', true],
    [object, 'contains', 'A', true],
    [of('object', { ABC: 1 }), 'contains', 'abc', true],
    [of('object', { ABC: 1 }), 'contains', 'ab', false],
    [of('object', { 'Straße\u200b': 1 }), 'contains', ' STRASSE', true],
    [of('object', { ΔΡΌΜΟΣ: null }), 'contains', 'δρόμος', true],
    [of('object', { '２': 1 }), 'contains', 2, true],
    [of('object', { a: { Deep: 1 } }), 'contains', 'deep', false],
    [object, 'contains', 'constructor', false],
    [object, 'starts_with', '{', false],
    [object, 'ends_with', '}', false],
    [of('array', [['36028797018963969']]), 'contains', '[36028797018963969]', true],
    [of('array', [['36028797018963968']]), 'contains', '[36028797018963969]', false],
  ],
  '[RN84] a blank value': [
    [text, 'contains', ' ', false],
    [text, 'contains', null, false],
    [text, 'starts_with', '', false],
    [text, 'ends_with', '', false],
    [text, 'not_contains', '', true],
  ],
  '[RN85] its order': [
    [number, 'greater', 4, true],
    [number, 'greater', '4.5', true],
    [number, 'greater', 5, false],
    [number, 'less', '10', true],
    [of('string', '10'), 'greater', '9', true],
    [of('string', '١٠'), 'greater', '9', true],
    [of('string', '\u200e1.500,50\u200f'), 'greater', '1,500', true],
    [of('float', 19.9 * 3), 'less', 59.7, false],
    [of('string', '٢٠٢٦-١١-٢١'), 'less', '2026-11-22', true],
    [of('string', '10'), 'less', '9', false],
    [of('string', '36028797018963969'), 'greater', '36028797018963968', true],
    [of('string', '36028797018963968'), 'greater', '36028797018963969', false],
    [of('string', '36028797018963968'), 'less', '36028797018963968', false],
    [of('string', '-36028797018963969'), 'less', '-36028797018963968', true],
    [of('string', '٣٦٠٢٨٧٩٧٠١٨٩٦٣٩٦٩'), 'greater', '36 028 797 018 963 968', true],
    [of('string', '100000000000000000000000'), 'greater', '99999999999999999999999', true],
    [of('string', '0.12345678901234567891'), 'greater', '0.1234567890123456789', true],
    [of('string', '36028797018963968.5'), 'less', '36028797018963968.6', true],
    [of('string', '36028797018963969'), 'greater', 5, true],
    [number, 'less', '36028797018963969', true],
    [of('string', '1.50'), 'less', '1.5', false],
    [of('string', '007'), 'greater', '+7.0', false],
    [of('string', '\u22121\u202f500,5'), 'less', '\u2212\u066b5', true],
    [of('string', '3،5'), 'greater', '3.4', true],
    [of('string', '١٢٬٣٤٬٥٦٧'), 'less', '1234568', true],
    [date, 'greater', '2026-11-20T23:59:59', true],
    [date, 'less', '2026-11-22', true],
    [of('string', '2026-11-21'), 'less', '2026-11-22', true],
    [number, 'greater', 'four', false],
    [number, 'less', 'four', false],
    [number, 'greater', '2026-11-20', false],
    [text, 'greater', 'Bar', false],
    [text, 'less', 'Zoo', false],
    [of('boolean', true), 'greater', false, false],
    [list, 'greater', 1, false],
  ],
  '[LG3] a bound that counts': [
    [number, 'at_least', 5, true],
    [number, 'at_least', '5.1', false],
    [number, 'at_most', '5', true],
    [number, 'at_most', 4, false],
    [of('float', 19.9 * 3), 'at_least', 59.7, true],
    [of('string', '١٠'), 'at_least', '10', true],
    [date, 'at_most', '2026-11-21', true],
    [text, 'at_least', 'Bar', false],
    [text, 'at_most', 'Zoo', false],
    [undefined, 'at_least', 0, false],
    [undefined, 'at_most', 0, false],
  ],
  '[LG4] a pattern': [
    [of('string', 'AB-1234'), 'matches', '^[A-Z]{2}-\\d{4}$', true],
    [of('string', 'my AB-1234 x'), 'matches', '[A-Z]{2}-\\d+', true],
    [of('string', 'ab-1234'), 'matches', '^[A-Z]', false],
    [of('string', 'ab-1234'), 'matches', '(?i)^[A-Z]', true],
    [number, 'matches', '^5$', true],
    [of('string', 'x'), 'matches', '(', false],
    [of('string', 'x'), 'not_matches', '(', true],
    [of('string', 'a'.repeat(501)), 'matches', 'a'.repeat(501), false],
    [undefined, 'matches', '', false],
    [undefined, 'not_matches', '', true],
  ],
  '[LG6] one of several': [
    [of('string', 'Straße'), 'is_one_of', ['Weg', 'STRASSE'], true],
    [of('string', 'Straße'), 'is_one_of', 'Weg\r\n STRASSE \n', true],
    [of('string', ''), 'is_one_of', 'a\n\nb', false],
    [number, 'is_one_of', ['4', '5.0'], true],
    [number, 'is_one_of', 5, true],
    [of('boolean', true), 'is_one_of', ['true'], true],
    [date, 'is_one_of', ['2026-11-20', '2026-11-21'], true],
    [list, 'is_one_of', ['tea'], false],
    [text, 'is_one_of', [], false],
    [undefined, 'is_one_of', [''], false],
  ],
  '[RN77] the negation': [
    [number, 'is_not', 5, false],
    [number, 'is_not', 'five', true],
    [text, 'not_contains', 'FÉ', false],
    [text, 'not_contains', 'tea', true],
    [list, 'not_contains', 'tea', false],
  ],
  '[RN86] whether it is set': [
    [number, 'is_set', null, true],
    [of('integer', 0), 'is_set', null, true],
    [of('boolean', false), 'is_set', null, true],
    [of('array', []), 'is_set', null, true],
    [of('string', ' '), 'is_set', null, true],
    [of('string', ''), 'is_set', null, false],
    [of('string', null), 'is_set', null, false],
    [of('string', ''), 'is_not_set', null, true],
    [undefined, 'is_set', null, false],
    [undefined, 'is_not_set', null, true],
    [undefined, 'is', '', false],
    [undefined, 'is_not', '', true],
    [undefined, 'contains', 'x', false],
    [undefined, 'not_contains', 'x', true],
    [undefined, 'starts_with', '', false],
    [undefined, 'ends_with', '', false],
    [undefined, 'greater', 0, false],
    [undefined, 'less', 0, false],
  ],
};

describe('comparing a Field', () => {
  for (const [rule, table] of Object.entries(cases)) {
    it.for(table)(`${rule}: %j %s %j is %s`, ([field, operator, value, holds]) => {
      expect(compareField(field, operator, value, { budget: unlimitedBudget, matches })).toBe(holds);
    });
  }
});
