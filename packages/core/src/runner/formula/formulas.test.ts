import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { useTimeZone } from '../../../test/runner/use-time-zone.ts';
import { threadTime } from '../../../test/thread-time.ts';
import { hashOfText } from '../../domain/conversation/hash-of-text.ts';
import type { Field, Fields } from '../../domain/field/field.ts';
import type { JsonValue } from '../../domain/json/json-value.ts';
import { createStepBudget, unlimitedBudget } from '../budget/step-budget.ts';
import { defaultLimits } from '../limits.ts';
import { createFormulas } from './formulas.ts';

const now = Date.UTC(2026, 10, 21, 12);
const fields: Fields = {
  n: { type: 'float', value: 7 },
  i: { type: 'integer', value: 7 },
  noisy: { type: 'float', value: 0.1 + 0.2 },
  nearly: { type: 'float', value: 7.000_000_000_000_001 },
  s: { type: 'string', value: 'abc' },
  ok: { type: 'boolean', value: true },
  d: { type: 'date', value: '2026-11-20' },
  when: { type: 'date', value: '2026-11-20T06:00:00' },
  sentAt: { type: 'datetime', value: '2026-11-20T06:00:00' },
  notDate: { type: 'date', value: 'soon' },
  list: { type: 'array', value: ['a', 1, null] },
  order: { type: 'object', value: { total: 7, lines: [{ price: 1.5 }], $typeName: 'google.protobuf.Timestamp' } },
  'first name': { type: 'string', value: 'Ada' },
  now: { type: 'string', value: 'never' },
  fields: { type: 'string', value: 'hidden' },
  big: { type: 'array', value: Array.from({ length: 5_000 }, (_, index) => index) },
  thousand: { type: 'array', value: Array.from({ length: 1_000 }, (_, index) => index) },
  long: { type: 'string', value: 'a'.repeat(60_000) },
};

const evaluate = (expression: string, limits = {}): Field | undefined =>
  createFormulas({ ...defaultLimits.formula, ...limits })(now, unlimitedBudget)(expression, fields);

describe('what a formula reads', () => {
  it.for<readonly [string, Field]>([
    ['s + "!"', { type: 'string', value: 'abc!' }],
    ['fields["first name"]', { type: 'string', value: 'Ada' }],
    ['fields.s', { type: 'string', value: 'abc' }],
    ['has(fields.s) && !has(fields.t)', { type: 'boolean', value: true }],
    ['order.lines[0].price', { type: 'float', value: 1.5 }],
    ['order["$typeName"]', { type: 'string', value: 'google.protobuf.Timestamp' }],
    ['list.size()', { type: 'integer', value: 3 }],
    ['notDate', { type: 'string', value: 'soon' }],
  ])('[RN89] %s is %j', ([expression, field]) => {
    expect(evaluate(expression)).toEqual(field);
  });

  it.for<readonly [string, Field]>([
    ['now', { type: 'date', value: '2026-11-21T12:00:00' }],
    ['fields["now"]', { type: 'string', value: 'never' }],
    ['fields["fields"]', { type: 'string', value: 'hidden' }],
  ])('[RN90] %s is %j', ([expression, field]) => {
    expect(evaluate(expression)).toEqual(field);
  });

  it.for<readonly [string, boolean]>([
    ['type(i) == int && type(n) == double', true],
    ['type(d) == google.protobuf.Timestamp', true],
    ['type(order.total) == double && type(list[1]) == double', true],
    ['d < now && now - when > duration("24h")', true],
    ['type(s) == string && type(ok) == bool', true],
  ])('[RN91] %s is %s', ([expression, value]) => {
    expect(evaluate(expression)).toEqual({ type: 'boolean', value });
  });
});

describe('what a formula calculates', () => {
  it.for<readonly [string, Field]>([
    ['n + 1', { type: 'float', value: 8 }],
    ['1 + n', { type: 'float', value: 8 }],
    ['n - 1', { type: 'float', value: 6 }],
    ['2 * n', { type: 'float', value: 14 }],
    ['n / 2', { type: 'float', value: 3.5 }],
    ['7 / n', { type: 'float', value: 1 }],
    ['n % 2', { type: 'float', value: 1 }],
    ['n % 2.5', { type: 'float', value: 2 }],
    ['i % n', { type: 'float', value: 0 }],
    ['i / 2', { type: 'integer', value: 3 }],
    ['i + 1', { type: 'integer', value: 8 }],
  ])('[RN92] %s is %j', ([expression, field]) => {
    expect(evaluate(expression)).toEqual(field);
  });

  it.for<readonly [string, Field]>([
    ['3u', { type: 'integer', value: 3 }],
    ['-0.0', { type: 'float', value: 0 }],
    ['ok ? "yes" : "no"', { type: 'string', value: 'yes' }],
    [
      '[1, 2.5, "x", null, [true], d, duration("90s")]',
      { type: 'array', value: [1, 2.5, 'x', null, [true], '2026-11-20', 90] },
    ],
    [
      '{"a": i, 2: {"__proto__": 1u}, true: null}',
      { type: 'object', value: JSON.parse('{"a": 7, "2": {"__proto__": 1}, "true": null}') },
    ],
    ['d', { type: 'date', value: '2026-11-20' }],
    ['sentAt + duration("90m")', { type: 'date', value: '2026-11-20T07:30:00' }],
    ['when + duration("90m")', { type: 'date', value: '2026-11-20T07:30:00' }],
    ['now - d', { type: 'float', value: 129_600 }],
    ['thousand.filter(x, x > 997.0).map(x, x * 2)', { type: 'array', value: [1_996, 1_998] }],
  ])('[RN93] %s is written as %j', ([expression, field]) => {
    expect(evaluate(expression)).toEqual(field);
  });

  it.for<readonly [string, JsonValue]>([
    ['19.9 * 3', 59.7],
    ['0.1 + 0.2', 0.3],
    ['1.0 / 3', 1 / 3],
    ['[0.1 + 0.2][0]', 0.3],
    ['string(19.9 * 3)', '59.7'],
    ['string(1e21)', '1000000000000000000000'],
    ['string(0.0000001)', '0.0000001'],
    ['string(9007199254740993)', '9007199254740993'],
    ['50.0 - 49.7', 0.3],
    ['0.7 - 0.1 * 7.0', 0],
    ['1.1 * 1.1 - 1.21', 0],
    ['string(1.0 - 0.9)', '0.1'],
    ['200000000000.07 - 200000000000', 0.07],
    ['123456789.123 * 1.1 - 135802468', 0.0353],
    ['0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1', 1],
    ['[0.1, 0.2, 0.3, 0.4].map(x, x - 0.1)', [0, 0.1, 0.2, 0.3]],
    ['noisy - 0.3', 0],
    ['0.6 % 0.2', 0],
    ['5.3 % 0.5', 0.3],
    ['n % 0.7', 0],
    ['-5.3 % 0.5', -0.3],
    ['0.6 / 0.2', 3],
    ['135802468.0353 / 1.1', 123_456_789.123],
    ['2.0 / 3 + 1.0 / 3', 1],
    ['1.0 / 3 + 1.0 / 3', 2 / 3],
    ['1e300 * 1e-300', 1],
    ['int(0.29 * 100)', 29],
    ['int(noisy * 10)', 3],
    ['uint(1.1 * 3 * 10)', 33],
    ['math.floor(0.7 * 10 - 4)', 3],
    ['math.ceil(1.1 * 100 - 110)', 0],
    ['math.round(8.345 - 8.34, 3)', 0.005],
    ['"%s".format([100.1 - 100])', '0.1'],
    ['"%d".format([2.3 * 100])', '230'],
  ])('[RN139][RN140] %s is %s', ([expression, value]) => {
    expect(evaluate(expression)?.value).toEqual(value);
  });

  it('[RN140] sums, differences and products equal the results of pen and paper', () => {
    const cents = fc.integer({ min: -99_999_999, max: 99_999_999 });
    const formulas = createFormulas(defaultLimits.formula)(now, unlimitedBudget);
    fc.assert(
      fc.property(fc.array(cents, { minLength: 2, maxLength: 12 }), cents, (list, other) => {
        const decimal = (hundredths: number): Field => ({ type: 'float', value: hundredths / 100 });
        const given = { list: { type: 'array', value: list.map((one) => one / 100) }, other: decimal(other) } as const;
        const names = list.map((_, at) => `list[${at}]`);
        const sum = list.reduce((all, one) => all + one, 0);
        expect(formulas(names.join(' + '), given)?.value).toBe(sum / 100 + 0);
        expect(formulas(`${names.join(' + ')} - other`, given)?.value).toBe((sum - other) / 100 + 0);
        expect(formulas(`${names.join(' + ')} == ${(sum / 100).toFixed(2)}`, given)?.value).toBe(true);
        const [first = 0] = list;
        const exact = Number(`${BigInt(first) * BigInt(other)}e-4`) + 0;
        expect(formulas('list[0] * other == exact', { ...given, exact: { type: 'float', value: exact } })?.value).toBe(
          true,
        );
      }),
      { seed: 20261127, numRuns: 300 },
    );
  });

  it.for<readonly [string, boolean]>([
    ['0.1 * 3.0 == 0.3', true],
    ['noisy == 0.3', true],
    ['noisy != 0.3', false],
    ['0.3 <= noisy && 0.3 >= noisy', true],
    ['0.3 < noisy || 0.3 > noisy', false],
    ['0.3 in [1.0, noisy]', true],
    ['[{"a": [noisy]}] == [{"a": [0.3]}]', true],
    ['{"a": noisy} != {"a": 0.3}', false],
    ['i == n && n <= i && !(i < n)', true],
    ['nearly == i && !(nearly < i) && i in [nearly]', true],
    ['nearly == 7u && !(7u > nearly)', true],
    ['0.3 == 0.300000000001', false],
    ['0.3 < 0.300000000001', true],
    ['9007199254740993 == 9007199254740992', false],
    ['9007199254740993 > 9007199254740992', true],
    ['9007199254740993 == 9007199254740992.0', false],
    ['math.greatest(9007199254740992, 9007199254740993) == 9007199254740993', true],
    ['math.least([9007199254740993, 9007199254740992]) == 9007199254740992', true],
    ['math.greatest(7u, 3) == 7', true],
    ['0.0 / 0 == 0.0 / 0 || 0.0 / 0 < 1 || 0.0 / 0 >= 1', false],
    ['1.0 / 0 > 1e308 && 1.0 / 0 == 2.0 / 0', true],
    ['b"ab" == b"ab" && b"a" != b"b" && type(1) == int && type(1) != double', true],
    ['timestamp("2026-11-20T06:00:00Z") == when && d != when && duration("1h") == duration("60m")', true],
    ['null == null && s != null && "1" != 1 && [1] != [1, 2] && {"a": 1} != {"b": 1} && ok == true', true],
    ['i in [1, 7.0] && !(8 in [1, 7]) && "n" in fields && !("zz" in fields)', true],
  ])('[RN149] %s is %s', ([expression, value]) => {
    expect(evaluate(expression)).toEqual({ type: 'boolean', value });
  });

  it.for<readonly [string, Field]>([
    ['math.round(2.5)', { type: 'float', value: 3 }],
    ['math.round(-2.5)', { type: 'float', value: -3 }],
    ['math.round(i)', { type: 'integer', value: 7 }],
    ['math.round(19.9 * 3, 1)', { type: 'float', value: 59.7 }],
    ['math.round(1.005, 2)', { type: 'float', value: 1.01 }],
    ['math.round(-1234.565, 2)', { type: 'float', value: -1_234.57 }],
    ['math.round(0.0000004, 6)', { type: 'float', value: 0 }],
    ['math.round(1e21, 2)', { type: 'float', value: 1e21 }],
    ['math.floor(4.35 * 100)', { type: 'float', value: 435 }],
    ['math.floor(-0.5)', { type: 'float', value: -1 }],
    ['math.ceil(0.1 * 3 * 10)', { type: 'float', value: 3 }],
    ['math.ceil(n / 2)', { type: 'float', value: 4 }],
    ['math.abs(-n)', { type: 'float', value: 7 }],
    ['math.abs(-3)', { type: 'integer', value: 3 }],
    ['math.greatest(1, 2.5, i)', { type: 'integer', value: 7 }],
    ['math.least([3, 1.5, 2])', { type: 'float', value: 1.5 }],
    ['math.least(n)', { type: 'float', value: 7 }],
    ['[1, 2, 3].map(x, math.greatest(x, 2))', { type: 'array', value: [2, 2, 3] }],
    ['"%.2f".format([19.9 * 3])', { type: 'string', value: '59.70' }],
    ['"%d of %s, %.0f%%".format([n, 2.5, 99.5])', { type: 'string', value: '7 of 2.5, 100%' }],
    ['"%s%s".format([s, ok])', { type: 'string', value: 'abctrue' }],
    ['"%f".format([i])', { type: 'string', value: '7.000000' }],
    ['"%.3f".format([-0.0004])', { type: 'string', value: '0.000' }],
  ])('[RN142] %s is %j', ([expression, field]) => {
    expect(evaluate(expression)).toEqual(field);
  });

  it.for([
    'math.round("2")',
    'math.round(1.5, -1)',
    'math.round(1.5, 16)',
    'math.greatest()',
    'math.least([])',
    'math.least("a")',
    'math.greatest(1, s)',
    'math.sqrt(4.0)',
    'math',
    '"%.2f".format([])',
    '"%d".format([1, 2])',
    '"%d".format([2.5])',
    '"%.99f".format([1.0])',
    '"%q".format([1])',
    '"100%".format([])',
    '"%s".format([list])',
  ])('[RN88][RN142] %s has no result', (expression) => {
    expect(evaluate(expression)).toBeUndefined();
  });

  it('[RN95][RN142] numbers are chosen and written within the budget', () => {
    expect(evaluate('thousand.all(x, thousand.all(y, math.least(x, y) >= 0.0))')).toBeUndefined();
    expect(evaluate('thousand.exists(x, "%s".format([long]) == "")')).toBeUndefined();
  });

  it.for<readonly [string, string, Field]>([
    ['int(x)', '٣', { type: 'integer', value: 3 }],
    ['int(x)', '\u202a\u2212１２\u202c', { type: 'integer', value: -12 }],
    ['int(x)', '1 500', { type: 'integer', value: 1_500 }],
    ['uint(x)', '४२', { type: 'integer', value: 42 }],
    ['double(x)', '۳٫۵', { type: 'float', value: 3.5 }],
    ['double(x)', '1.5e3', { type: 'float', value: 1_500 }],
    ['double(x)', '2,5', { type: 'float', value: 2.5 }],
    ['string(int(x))', '9007199254740993', { type: 'string', value: '9007199254740993' }],
    ['string(int(x))', '9 007 199 254 740 993', { type: 'string', value: '9007199254740993' }],
    ['int(x) > int("36028797018963968")', '٣٦٠٢٨٧٩٧٠١٨٩٦٣٩٦٩', { type: 'boolean', value: true }],
    ['int(x)', '7.0', { type: 'integer', value: 7 }],
    ['double(int(x))', '9007199254740991', { type: 'float', value: 9_007_199_254_740_991 }],
  ])('[RN143] %s of the text %j is %j', ([expression, value, field]) => {
    const evaluateIn = createFormulas(defaultLimits.formula)(now, unlimitedBudget);
    expect(evaluateIn(expression, { x: { type: 'string', value } })).toEqual(field);
  });

  it.for([
    ['int(x)', ''],
    ['int(x)', '0x10'],
    ['int(x)', '2.5'],
    ['int(x)', '9223372036854775808'],
    ['uint(x)', '-1'],
    ['double(x)', ''],
    ['double(x)', '0x10'],
    ['double(x)', 'Infinity'],
    ['double(x)', 'three'],
    ['double(x)', '36028797018963969'],
    ['double(x)', '36\u2009028\u2009797\u2009018\u2009963\u2009969'],
    ['double(int(x))', '36028797018963969'],
    ['double(uint(x))', '36028797018963968'],
  ] as const)('[RN143] %s of the text %j has no result', ([expression, value]) => {
    const evaluateIn = createFormulas(defaultLimits.formula)(now, unlimitedBudget);
    expect(evaluateIn(expression, { x: { type: 'string', value } })).toBeUndefined();
  });

  it.for(['9007199254740993 + 0.0', '1.0 * 9007199254740993', '9007199254740991 + 2'])(
    '[RN92] %s has no result: no whole number changes by itself',
    (expression) => {
      expect(evaluate(expression)).toBeUndefined();
    },
  );

  it.for(['null', 'b"abc"', 'int', '1.0 / 0.0', '0.0 / 0.0', '9007199254740993', '[b"abc"]', '{"a": string}'])(
    '[RN88][RN93] %s is no result',
    (expression) => {
      expect(evaluate(expression)).toBeUndefined();
    },
  );

  it.for([
    '',
    '1 +',
    'nobody',
    's + 1',
    'n && ok',
    '1 / 0',
    'list[7]',
    'order.gone',
    'i.x',
    's.matches("(")',
    'unknown(1)',
  ])('[RN88] %j has no result', (expression) => {
    expect(evaluate(expression)).toBeUndefined();
  });
});

describe('texts in a formula', () => {
  it.for<readonly [string, JsonValue]>([
    ['"a,b,,c".split(",")', ['a', 'b', '', 'c']],
    ['"hello hello hello".split(" ", 0)', []],
    ['"hello hello hello".split(" ", 1)', ['hello hello hello']],
    ['"hello hello hello".split(" ", 2)', ['hello', 'hello hello']],
    ['"hello hello hello".split(" ", -1)', ['hello', 'hello', 'hello']],
    ['"a😀b".split("")', ['a', '😀', 'b']],
    ['"abc".split("", 2)', ['a', 'bc']],
    ['"".split("")', []],
    ['"".split(",")', ['']],
    ['["hello", "mellow"].join()', 'hellomellow'],
    ['["hello", "mellow"].join(" ")', 'hello mellow'],
    ['[].join("/")', ''],
    ['[1, 2.5, true].join(", ")', '1, 2.5, true'],
    ['"hello hello".replace("he", "we")', 'wello wello'],
    ['"hello hello".replace("he", "we", -1)', 'wello wello'],
    ['"hello hello".replace("he", "we", 1)', 'wello hello'],
    ['"hello hello".replace("he", "we", 0)', 'hello hello'],
    ['"hello hello".replace("", "_")', '_h_e_l_l_o_ _h_e_l_l_o_'],
    ['"hello hello".replace("h", "")', 'ello ello'],
    ['"ab".replace("", "-", 2)', '-a-b'],
    ['"TacoCÆt".lowerAscii()', 'tacocÆt'],
    ['"TacoCæt".upperAscii()', 'TACOCæT'],
    ['"  \\u0085\\u2003trim\\ufeff \\n".trim()', 'trim\ufeff'],
    ['"   ".trim()', ''],
    ['"tacocat".substring(4)', 'cat'],
    ['"tacocat".substring(0, 4)', 'taco'],
    ['"ta😀c😀cat".substring(2, 6)', '😀c😀c'],
    ['"abc".substring(3)', ''],
    ['"hello mellow".indexOf("")', 0],
    ['"hello mellow".indexOf("ello")', 1],
    ['"hello mellow".indexOf("jello")', -1],
    ['"hello mellow".indexOf("ello", 2)', 7],
    ['"😀😀hello".indexOf("hello", 1)', 2],
    ['"hello".charAt(4)', 'o'],
    ['"h😀".charAt(1)', '😀'],
    ['"hello".charAt(5)', ''],
    ['"gums".reverse()', 'smug'],
    ['"a😀".reverse()', '😀a'],
    ['s.upperAscii() + s.reverse()', 'ABCcba'],
    ['"b,a".split(",").map(x, x.upperAscii()).join("")', 'BA'],
  ])('[LG14] %s is %j', ([expression, value]) => {
    expect(evaluate(expression)?.value).toEqual(value);
  });

  it.for<readonly [string, JsonValue]>([
    ['big[i]', 7],
    ['big[n]', 7],
    ['big[i - 7]', 0],
    ['list[size(list) - 2]', 1],
  ])('[LG15] %s is %j', ([expression, value]) => {
    expect(evaluate(expression)?.value).toEqual(value);
  });

  it.for([
    '"abc".substring(4)',
    '"abc".substring(2, 1)',
    '"abc".substring(-1)',
    '"abc".charAt(4)',
    '"abc".charAt(-1)',
    '"abc".indexOf("a", 3)',
    '"abc".indexOf("a", -1)',
    '[["a"]].join()',
    '[null].join()',
    '1.split(",")',
    '"a".join()',
    'big[2.5]',
    'big[size(big)]',
    'random(1)',
  ])('[RN88][LG14][LG15] %s has no result', (expression) => {
    expect(evaluate(expression)).toBeUndefined();
  });

  it.for([
    'long.replace("a", "aa")',
    'long.replace("", "-")',
    'thousand.map(x, long).join()',
    'long.split("").size() > 0 && thousand.all(x, long.split("").size() > 0)',
    'thousand.all(x, thousand.all(y, random() >= 0.0))',
  ])('[LG16] %s ends at a bound', (expression) => {
    expect(evaluate(expression)).toBeUndefined();
  });

  it('[LG16] searching takes time in proportion to the text', () => {
    const sought = `${'a'.repeat(20_000)}b`;
    const given: Fields = {
      long: { type: 'string', value: 'a'.repeat(60_000) },
      sought: { type: 'string', value: sought },
    };
    const formulas = createFormulas(defaultLimits.formula)(now, unlimitedBudget);
    const time = threadTime(() => {
      expect(formulas('long.indexOf(sought)', given)?.value).toBe(-1);
      expect(formulas('long.split(sought).size()', given)?.value).toBe(1);
      expect(formulas('size(long.replace(sought, ""))', given)?.value).toBe(60_000);
    });
    expect(time).toBeLessThan(200);
  });

  it('[LG17] random numbers differ from place to place, and are the same at the same place', () => {
    const draws = (place: string) => {
      const formulas = createFormulas(defaultLimits.formula)(now, unlimitedBudget, () => place);
      return [0, 1, 2].map(() => formulas('random()', {})?.value);
    };
    const all = ['a/1/b', 'a/2/b', 'a/1/c', 'b/1/b'].flatMap(draws);
    expect(draws('a/1/b')).toEqual(all.slice(0, 3));
    expect(new Set(all).size).toBe(all.length);
    const many = Array.from({ length: 10_000 }, (_, at) => hashOfText(`c/${at}/d/1`) / 2 ** 53);
    const mean = many.reduce((sum, one) => sum + one, 0) / many.length;
    expect(many.every((one) => one >= 0 && one < 1) && Math.abs(mean - 0.5) < 0.02).toBe(true);
    const low = many.filter((one) => one < 0.1).length;
    expect(low > 850 && low < 1_150).toBe(true);
  });
});

describe.for(['UTC', 'America/New_York', 'Europe/Berlin', 'Pacific/Apia'])('on a machine in %s', (zone) => {
  useTimeZone(zone);

  it.for<readonly [string, number]>([
    ['d.getFullYear()', 2026],
    ['d.getMonth()', 10],
    ['d.getDate()', 20],
    ['d.getDayOfMonth()', 19],
    ['d.getDayOfWeek()', 5],
    ['d.getDayOfYear()', 323],
    ['timestamp("2026-03-29T02:30:05.007Z").getHours()', 2],
    ['timestamp("2026-03-08T02:30:05.007Z").getHours()', 2],
    ['timestamp("2026-03-29T02:30:05.007Z").getMinutes()', 30],
    ['timestamp("2026-03-29T02:30:05.007Z").getSeconds()', 5],
    ['timestamp("2026-03-29T02:30:05.007Z").getMilliseconds()', 7],
    ['timestamp("2026-07-01T00:00:00Z").getDayOfYear()', 181],
    ['timestamp("2026-07-01T23:00:00Z").getDate("Europe/Berlin")', 2],
    ['timestamp("2026-03-29T02:30:05.007Z").getHours("Europe/Berlin")', 4],
    ['timestamp("2026-03-29T02:30:05.007Z").getMilliseconds("Europe/Berlin")', 7],
    ['timestamp("2011-12-30T12:00:00Z").getDate("Pacific/Apia")', 31],
    ['timestamp("2026-01-01T00:30:00Z").getFullYear("-01:00")', 2025],
    ['timestamp("2026-01-01T00:30:00Z").getMinutes("05:45")', 15],
    ['timestamp("0001-01-01T00:00:00Z").getFullYear()', 1],
    ['timestamp("0001-01-01T00:00:00Z").getHours("Asia/Tokyo")', 9],
    ['duration("90m").getHours()', 1],
  ])('[RN97] %s is %i', ([expression, value]) => {
    expect(evaluate(expression)).toEqual({ type: 'integer', value });
  });
});

describe('what a formula reaches', () => {
  it.for([
    'toString',
    'constructor',
    '__proto__',
    'fields.constructor',
    'fields["__proto__"]',
    's.constructor',
    's["length"]',
    'list.length',
    'order.hasOwnProperty',
    'order["__proto__"]',
    'globalThis',
    'process',
    'Date',
    'timestamp()',
    'google.protobuf.Int32Value{value: 1}',
    'google.protobuf.Struct{}',
    'cel.bind(x, 1, x)',
    '@operand(1)',
  ])('[RN97] %s is nothing', (expression) => {
    expect(evaluate(expression)).toBeUndefined();
  });

  it('[RN88][RN97] there is no part of a moment in a zone that does not exist', () => {
    expect(evaluate('d.getHours("Mars/Olympus")')).toBeUndefined();
  });
});

describe('a formula', () => {
  it('[RN94] has at most 2,000 characters', () => {
    expect(evaluate(`1${' '.repeat(1_999)}`)).toEqual({ type: 'integer', value: 1 });
    expect(evaluate(`1${' '.repeat(2_000)}`)).toBeUndefined();
  });

  it('[RN94] has at most 1,000 parts', () => {
    const sum = (terms: number): string => Array.from({ length: terms }, () => '1').join('+');
    expect(evaluate(sum(500))).toEqual({ type: 'integer', value: 500 });
    expect(evaluate(sum(501))).toBeUndefined();
  });

  it.for([
    ['(', ')'],
    ['[', ']'],
    ['!(', ')'],
    ['-(', ')'],
    ['{1:', '}'],
    ['size(', ')'],
  ] as const)('[RN94] does not throw when "%s" nests deeper than the parser can follow', ([opening, closing]) => {
    const depth = Math.floor(1_900 / (opening.length + 1));
    expect(() => evaluate(`${opening.repeat(depth)}1${closing.repeat(depth)}`)).not.toThrow();
  });

  const doubling = (start: string, times: number): string =>
    start + Array.from({ length: times }, (_, index) => `.map(v${index}, v${index} + v${index})`).join('');
  const sharing = (times: number): string =>
    `[[1]]${Array.from({ length: times }, (_, index) => `.map(v${index}, [v${index}, v${index}])`).join('')}`;

  it.for([
    ['loops in loops', 'thousand.exists(a, thousand.exists(b, false))'],
    ['loops that call nothing', 'thousand.all(a, thousand.all(b, true))'],
    ['loops that swallow errors', 'thousand.all(a, thousand.all(b, true) || true)'],
    ['texts that double', doubling('["a"]', 40)],
    ['lists that double', doubling('[[1]]', 40)],
    ['values that share their parts, compared', `${sharing(20)} == ${sharing(20)}`],
    ['a long text looked at again and again', 'thousand.exists(x, size(long) == 1)'],
    ['a long text searched again and again', 'thousand.exists(x, long.matches("b"))'],
    ['a long list searched again and again', 'thousand.exists(x, -1.0 in big)'],
    ['more than 1,000 entries, one by one', 'big.map(x, x)'],
  ] as const)('[RN95] has no result beyond 50,000 units of work: %s', ([, expression]) => {
    expect(evaluate(expression)).toBeUndefined();
  });

  it('[RN95] has as many units of work as the host sets', () => {
    expect(evaluate('thousand.all(x, x >= 0.0)')).toEqual({ type: 'boolean', value: true });
    expect(evaluate('thousand.all(x, x >= 0.0)', { work: 1_000 })).toBeUndefined();
    expect(evaluate('thousand.all(x, x >= 0.0) || true', { work: 1_000 })).toBeUndefined();
  });

  it('[RN95] makes sums of at most 65,536 characters or 1,000 entries', () => {
    expect(evaluate('size(long + "x")')).toEqual({ type: 'integer', value: 60_001 });
    expect(evaluate('size(long + long)')).toBeUndefined();
    expect(evaluate('size(thousand + [1])')).toBeUndefined();
  });

  it('[RN95] searches in little time for a pattern that would take a backtracking engine for ever', () => {
    const text = { text: { type: 'string', value: `${'a'.repeat(5_000)}!` } } as const;
    const hostile = createFormulas(defaultLimits.formula)(now, unlimitedBudget)('text.matches("^(a+)+$")', text);
    expect(hostile).toEqual({ type: 'boolean', value: false });
  });

  it.for([
    ['a'.repeat(500), true],
    ['a'.repeat(501), false],
    ['(a{0,10}){0,10}', true],
    ['(a{0,60}){0,60}', false],
    ['\\Qa){1000}\\E', true],
    ['[(]{500}', true],
    ['(((a{9}){9}){9}){9}', false],
  ] as const)('[RN95] has patterns of at most 500 characters and 2,000 parts: %j', ([pattern, isOne]) => {
    expect(evaluate(`"b".matches("${pattern.replaceAll('\\', '\\\\')}")`) !== undefined).toBe(isOne);
  });

  it.for(['int(digits)', 'uint(digits)', 'duration(digits)', 'timestamp(digits)'])(
    '[RN95] a text of more than 100 characters is no number and no moment: %s',
    (expression) => {
      const digits = { digits: { type: 'string', value: '0'.repeat(101) } } as const;
      const evaluateIn = createFormulas(defaultLimits.formula)(now, unlimitedBudget);
      expect(evaluateIn(expression, digits)).toBeUndefined();
      expect(evaluateIn('double(digits)', digits)).toEqual({ type: 'float', value: 0 });
    },
  );

  it('[RN95] the search for a text in proportion to it', () => {
    const texts = {
      long: { type: 'string', value: 'a'.repeat(60_000) },
      part: { type: 'string', value: `${'a'.repeat(30_000)}b` },
    } as const;
    const evaluateIn = createFormulas(defaultLimits.formula)(now, unlimitedBudget);
    expect(evaluateIn('long.contains(part) || long.contains("aaaaaaaaab")', texts)).toEqual({
      type: 'boolean',
      value: false,
    });
  });

  it('[RN95] a list that was made by sums is read like any other', () => {
    expect(evaluate('thousand.map(x, x).map(x, x).map(x, x)[999]')).toEqual({ type: 'float', value: 999 });
    expect(evaluate('([1] + [2, 3] + []).map(x, x * 2)')).toEqual({ type: 'array', value: [2, 4, 6] });
  });

  it('[RN121] no more than is left of the step', () => {
    const budget = createStepBudget(50_000);
    const evaluateIn = createFormulas(defaultLimits.formula)(now, budget);
    expect(evaluateIn('thousand.exists(x, x == 5000.0) || true', fields)).toBeUndefined();
    expect(budget.isExceeded()).toBe(true);
  });

  it('[RN121] nothing for the Fields that it does not name', () => {
    const evaluateIn = createFormulas(defaultLimits.formula)(now, createStepBudget(6_000));
    expect(evaluateIn('n + 1.0', fields)).toEqual({ type: 'float', value: 8 });
    expect(evaluateIn('size(big) > 0', fields)).toBeUndefined();
  });

  it('[RN89] all Fields as a map', () => {
    const two = { a: { type: 'integer', value: 1 }, b: { type: 'string', value: 'x' } } as const;
    const evaluateIn = createFormulas(defaultLimits.formula)(now, unlimitedBudget);
    const of = (expression: string): unknown => evaluateIn(expression, two)?.value;
    expect(of('size(fields)')).toBe(2);
    expect(of('fields.exists(name, name == "b")')).toBe(true);
    expect(of('fields == {"a": 1, "b": "x"}')).toBe(true);
    expect(of('"a" in fields && !("c" in fields)')).toBe(true);
    expect(of('fields')).toEqual({ a: 1, b: 'x' });
  });

  it.for([
    ['that share their parts', `${sharing(20)}`],
    ['that repeat a text', 'thousand.map(x, thousand.map(y, long))[0] + thousand.map(x, long)'],
    ['of many texts', 'thousand.map(x, long)'],
  ] as const)('[RN96] no result of values %s, nor the work of writing it', ([, expression]) => {
    expect(threadTime(() => expect(evaluate(expression)).toBeUndefined(), 1)).toBeLessThan(5_000);
  });

  it('[RN96] a result of 65,536 characters', () => {
    expect(evaluate('long')).toEqual({ type: 'string', value: 'a'.repeat(60_000) });
    expect(evaluate('[long, long]')).toBeUndefined();
    expect(evaluate('"\\"\\"\\""', { resultSize: 7 })).toBeUndefined();
    expect(evaluate('"abc"', { resultSize: 5 })).toEqual({ type: 'string', value: 'abc' });
  });
});
