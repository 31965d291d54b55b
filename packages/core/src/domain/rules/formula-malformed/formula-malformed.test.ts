import { expect, it } from 'vitest';
import { catalog, greeted, violationsOf } from '../../../../test/check-fixture.ts';
import { node } from '../../../../test/diagram-fixture.ts';
import { threadTime } from '../../../../test/thread-time.ts';
import type { JsonValue } from '../../json/json-value.ts';
import { createBlockKinds } from '../block-kind.ts';
import { checkDiagram } from '../check-diagram.ts';

const formula = (expression: JsonValue, id = 'f') => node(id, 'formulas', { expression, destination: 'x' });
const codesOf = (expression: JsonValue) => violationsOf(greeted([formula(expression)])).map(({ code }) => code);
const nested = (opening: string, depth: number, closing: string) => `${opening.repeat(depth)}1${closing.repeat(depth)}`;

it('[RU55] a malformed formula is reported with its pointer', () => {
  expect(violationsOf(greeted([formula('age +\n* 2')]))).toEqual([
    {
      code: 'formula_malformed',
      message:
        'Block "f": "expression" should be a CEL expression, but "age +\\n* 2" is not a valid formula at line 1, column 5.',
      blockId: 'f',
      param: 'expression',
      pointer: '/nodes/f/params/expression',
      severity: 'error',
    },
  ]);
});

it.for([
  '1',
  'age + 1 > 17 ? "yes" : "no"',
  'fields["first name"].startsWith("A")',
  'list.filter(x, x > 1.0).map(x, {"a": x, "b": [x]})',
  'unknown(nobody)',
  '"""a  \n  b"""',
  'a  +  // a word on it\n  b',
  `1${' '.repeat(1_999)}`,
  Array.from({ length: 500 }, () => '1').join('+'),
  nested('(', 64, ')'),
  nested('[', 64, ']'),
  nested('{1:', 64, '}'),
  nested('a.map(x,', 60, ')'),
])('[RU55] the formula %s can be compiled', (expression) => {
  expect(codesOf(expression)).toEqual([]);
});

it.for([
  '1 +',
  '(1',
  '"open',
  '@{age} + 1',
  'x = 1',
  '1; 2',
  '"a  \n  b"',
  'a     b',
  'if (a) b',
  'google.protobuf.Struct{}',
  `1${' '.repeat(2_000)}`,
  Array.from({ length: 501 }, () => '1').join('+'),
  nested('(', 65, ')'),
  '('.repeat(1_900),
  nested('[', 900, ']'),
])('[RU55] the formula %s cannot be compiled', (expression) => {
  expect(codesOf(expression)).toEqual(['formula_malformed']);
});

it.for<readonly [JsonValue, string]>([
  [5, 'param_type'],
  ['', 'param_non_empty'],
])('[RU55] the expression %j breaks another rule', ([expression, code]) => {
  expect(codesOf(expression)).toEqual([code]);
});

it('[RU55][LG1] a malformed formula of a condition is reported with its pointer', () => {
  const conditions = [{ field: 'a', operator: 'is_set' }, { formula: 'age >' }, { formula: 'age > 1' }];
  expect(violationsOf(greeted([node('f', 'conditions', { conditions })]))).toEqual([
    {
      code: 'formula_malformed',
      message: expect.stringContaining('Block "f": "conditions" has a formula that should be a CEL expression, but'),
      blockId: 'f',
      param: 'conditions',
      pointer: '/nodes/f/params/conditions/1/formula',
      severity: 'error',
    },
  ]);
});

it('[RU56] a formula that was parsed is remembered until many others were parsed', () => {
  const { formulas } = createBlockKinds(catalog);
  expect(formulas.isKnown('1 +')).toBe(false);
  expect(formulas.faultOf('1 +')).toBe('is not a valid formula at line 1, column 3');
  expect(formulas.isKnown('1 +')).toBe(true);
  for (let nth = 0; nth < 700; nth += 1) formulas.faultOf(`${nth}${' '.repeat(1_900)}`);
  expect(formulas.isKnown('1 +')).toBe(false);
  expect(formulas.faultOf('1 +')).toBe('is not a valid formula at line 1, column 3');
});

it('[RU56] 20,000 blocks with one formula are checked as one', () => {
  const expression = Array.from({ length: 300 }, () => 'a ? b : c').join('+');
  const blocks = Array.from({ length: 20_000 }, (_, nth) => formula(expression.slice(0, 1_900), `f${nth}`));
  const check = () => expect(checkDiagram(greeted(blocks), { catalog, channelFamily: 'native' }).total).toBe(20_000);
  expect(threadTime(check, 1)).toBeLessThan(10_000);
});
