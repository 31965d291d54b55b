import { expect, it } from 'vitest';
import { createCatalog } from '../../domain/blocks/catalog.ts';
import { startDiagram } from '../../domain/diagram/diagram.ts';
import { checkDiagram } from '../../domain/rules/check-diagram.ts';
import { unlimitedBudget } from '../budget/step-budget.ts';
import { defaultLimits } from '../limits.ts';
import { createFormulas } from './formulas.ts';

const catalog = createCatalog();
const { formula } = defaultLimits;
const evaluate = (expression: string) => createFormulas(formula)(0, unlimitedBudget)(expression, {});

function isMalformed(expression: string): boolean {
  const params = { expression, destination: 'x', version: 3 };
  const diagram = { ...startDiagram(), nodes: { f: { id: 'f', template: 'formulas', params } } };
  const { violations } = checkDiagram(diagram, { catalog, channelFamily: 'native' });
  return violations.some(({ code }) => code === 'formula_malformed');
}

const repeat = (opening: string, depth: number, closing: string) => `${opening.repeat(depth)}1${closing.repeat(depth)}`;

it.for([
  '1',
  '1 + 2.5 * 3.0 > 4.0 ? "a" : "b"',
  '[1, 2].map(x, x + 1)',
  '{"a": [1, {"b": true}]}["a"][0]',
  '"""a  \n  b"""',
  '1  +  // a word on it\n  2',
  repeat('(', 64, ')'),
  repeat('size([', 20, '])'),
  `1${' '.repeat(1_999)}`,
  Array.from({ length: 500 }, () => '1').join('+'),
])('[RU55] what runs breaks no rule: %s', (expression) => {
  expect(evaluate(expression)).toBeDefined();
  expect(isMalformed(expression)).toBe(false);
});

it.for([
  '1 +',
  '"a',
  '"a  \n  b"',
  '@{a}',
  'a  b',
  'google.protobuf.Struct{}',
  `1${' '.repeat(2_000)}`,
  Array.from({ length: 501 }, () => '1').join('+'),
  repeat('(', 65, ')'),
  repeat('size([', 33, '])'),
  repeat('[', 900, ']'),
])('[RU55] what breaks the rule never runs: %s', (expression) => {
  expect(isMalformed(expression)).toBe(true);
  expect(evaluate(expression)).toBeUndefined();
});
