import { expect, it } from 'vitest';
import { greeted } from '../../../../test/check-fixture.ts';
import { node } from '../../../../test/diagram-fixture.ts';
import { findingsOf, pointersOf } from '../../../../test/lint-fixture.ts';

const asked = [
  node('age', 'var_text', { text: 'How old?', destination: 'age' }),
  node('size', 'var_number', { text: 'How big?', destination: 'size' }),
  node('both', 'var_text', { text: 'Well?', destination: 'both' }),
  node('number', 'var_number', { text: 'Well?', destination: 'both' }),
  node('choice', 'buttons', { text: 'Well?', buttons: [{ id: 'a', label: '1' }], destination: 'choice' }),
  node('sure', 'yes_no', { text: 'Sure?', destination: 'sure' }),
];
const computing = (expression: string) => greeted([...asked, node('sum', 'formulas', { expression })]);

it.for<readonly [string, readonly string[]]>([
  ['age + 1', ['age']],
  ['age - size', ['age']],
  ['-age', ['age']],
  ['fields.age * 2.0', ['age']],
  ['fields["choice"] % 2', ['choice']],
  ['age > 18 && choice < 2.5', ['age', 'choice']],
  ['age + age * 2', ['age']],
  ['[1, 2].map(each, each * age)', ['age']],
  ['double(age) + 1.0', []],
  ['age + "!"', []],
  ['age > "a"', []],
  ['size + 1.0', []],
  ['both + 1', []],
  ['nobody + 1', []],
  // A boolean: `double` would not convert it.
  ['sure + 1', []],
  ['age +', []],
  ['@{age} + 1', []],
])('[LI23] in %s are texts %j', ([expression, names]) => {
  const named = findingsOf('text-in-arithmetic', computing(expression)).map(
    ({ message }) => /Field "(\w+)"/.exec(message)?.[1],
  );
  expect(named.toSorted()).toEqual(names);
});

it('[LI23] points at the formula, and says how to convert', () => {
  const [finding] = findingsOf('text-in-arithmetic', computing('age + 1'));
  expect(finding).toMatchObject({ blockId: 'sum', param: 'expression', pointer: '/nodes/sum/params/expression' });
  expect(finding?.hint).toBe('Ask for it with ask_number, or convert it: double(age).');
});

it('[LI23][LG1] also reads the formulas of conditions', () => {
  const conditions = [{ formula: 'size > 1.0' }, { formula: 'age < random()' }];
  const cases = [{ id: 'a', match: 'all', conditions }];
  const diagram = greeted([...asked, node('which', 'conditions', { conditions }), node('one', 'switch', { cases })]);
  expect(pointersOf('text-in-arithmetic', diagram)).toEqual([
    '/nodes/which/params/conditions/1/formula',
    '/nodes/one/params/cases/0/conditions/1/formula',
  ]);
});

it('[LI23] a Field that something outside the bot sets may hold a number', () => {
  expect(pointersOf('text-in-arithmetic', computing('age + 1'), { knownFields: new Set(['age']) })).toEqual([]);
});
