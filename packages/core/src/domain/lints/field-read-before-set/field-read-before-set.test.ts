import { expect, it } from 'vitest';
import { type Ends, greeted } from '../../../../test/check-fixture.ts';
import { node } from '../../../../test/diagram-fixture.ts';
import { findingsOf, pointersOf } from '../../../../test/lint-fixture.ts';
import type { JsonObject } from '../../json/json-value.ts';
import type { LintContext } from '../lint.ts';

const id = 'field-read-before-set';
const ask = (name: string, destination: string) => node(name, 'var_text', { text: 'Well?', destination });
const say = (name: string, text: string) => node(name, 'chat', { text });
const fork = (name: string) => node(name, 'yes_no', { text: 'Well?' });

/** Whether the lint finds that the Field `color` may have no value (is bare) where the block `end` reads it. */
function isBare(blocks: readonly JsonObject[], ends: readonly Ends[], context: Partial<LintContext> = {}): boolean {
  const diagram = greeted([...blocks, say('end', 'So @{color} it is.')], ends);
  return pointersOf(id, diagram, context).includes('/nodes/end/params/text');
}

it('[LI12] a path that does not set the Field', () => {
  const diagram = greeted(
    [fork('f'), ask('a', 'color'), say('end', 'So @{color} it is, @{color}!')],
    [
      ['welcome', '$success', 'f'],
      ['f', '$yes', 'a'],
      ['f', '$no', 'end'],
      ['a', '$success', 'end'],
    ],
  );
  expect(findingsOf(id, diagram)).toEqual([
    {
      code: 'field-read-before-set',
      message: 'Block "end" reads the Field "color", but a path leads there that does not set it.',
      blockId: 'end',
      param: 'text',
      pointer: '/nodes/end/params/text',
      severity: 'warning',
    },
  ]);
});

it('[LI12] a Field that no block sets', () => {
  const diagram = greeted([say('end', 'So @{colour} it is.')], [['welcome', '$success', 'end']]);
  expect(findingsOf(id, diagram).map(({ message }) => message)).toEqual([
    'Block "end" reads the Field "colour", which no block sets.',
  ]);
});

it('[LI12] every path sets it', () => {
  const ends: Ends[] = [
    ['welcome', '$success', 'f'],
    ['f', '$yes', 'a'],
    ['f', '$no', 'b'],
    ['a', '$success', 'end'],
    ['b', '$success', 'end'],
  ];
  expect(isBare([fork('f'), ask('a', 'color'), ask('b', 'color')], ends)).toBe(false);
  expect(isBare([fork('f'), ask('a', 'color'), ask('b', 'size')], ends)).toBe(true);
});

it('[LI12] a block that reads what it sets reads first', () => {
  const own = node('own', 'var_text', { text: 'Is it @{color}?', destination: 'color' });
  expect(pointersOf(id, greeted([own], [['welcome', '$success', 'own']]))).toEqual(['/nodes/own/params/text']);
  const again: Ends[] = [
    ['welcome', '$success', 'a'],
    ['a', '$success', 'own'],
    ['own', '$success', 'own'],
  ];
  expect(pointersOf(id, greeted([ask('a', 'color'), own], again))).toEqual([]);
});

it('[LI12] a path back to an earlier block does not unset a Field', () => {
  const ends: Ends[] = [
    ['welcome', '$success', 'a'],
    ['a', '$success', 'f'],
    ['f', '$yes', 'a'],
    ['f', '$no', 'end'],
  ];
  expect(isBare([ask('a', 'color'), fork('f')], ends)).toBe(false);
});

it('[LI12] a block that is never reached is not checked', () => {
  expect(isBare([ask('a', 'color')], [['a', '$success', 'end']])).toBe(false);
});

it('[LI12] known Fields have a value from the start', () => {
  const ends: Ends[] = [['welcome', '$success', 'end']];
  const greetedByName = greeted([say('end', 'Hello @{name}, write to @{email}')], ends);
  expect(pointersOf(id, greetedByName)).toEqual([]);
  expect(isBare([], ends, { knownFields: new Set(['color']) })).toBe(false);
});

it.for<readonly [string, string, boolean]>([
  ['webhook', '$success', false],
  ['webhook', '$failed', true],
  ['formulas', '$success', false],
  ['formulas', '$failed', true],
])('[LI13] behind a %s left by %s the Field is bare: %j', ([template, output, expected]) => {
  const block = node('w', template, { url: 'x', expression: '1', destination: 'color' });
  expect(
    isBare(
      [block],
      [
        ['welcome', '$success', 'w'],
        ['w', output, 'end'],
      ],
    ),
  ).toBe(expected);
});

it.for(['code', 'ai_agent', 'spreadsheets', 'of_a_plugin'])(
  '[LI13] after a block %s no Field is reported',
  (template) => {
    expect(
      isBare(
        [node('w', template, {})],
        [
          ['welcome', '$success', 'w'],
          ['w', '$success', 'end'],
        ],
      ),
    ).toBe(false);
  },
);

it('[LI13] after a malformed entry no Field is reported', () => {
  const clean = greeted(
    [say('end', '@{color}')],
    [
      ['welcome', '$success', 'odd'],
      ['odd', '$success', 'end'],
    ],
  );
  expect(pointersOf(id, { ...clean, nodes: { ...clean.nodes, odd: 5 } })).toEqual([]);
});

it('[LI13] at an entry block no Field is reported, unless another path leads there too', () => {
  const entryBlocks = new Set(['end']);
  expect(isBare([], [], { entryBlocks })).toBe(false);
  expect(isBare([], [['welcome', '$success', 'end']], { entryBlocks })).toBe(true);
});

const set = { field: 'color', operator: 'is_set' };
const unset = { field: 'color', operator: 'is_not_set' };
const other = { field: 'size', operator: 'is_set' };

it.for<readonly [string, readonly JsonObject[], string, boolean]>([
  ['all', [set], 'true', false],
  ['all', [set], 'false', true],
  ['all', [set, other], 'true', false],
  ['any', [set, other], 'true', true],
  ['any', [set], 'true', false],
  ['all', [unset], 'false', false],
  ['all', [unset], 'true', true],
  ['all', [unset, other], 'false', true],
  ['any', [unset, other], 'false', false],
])('[LI13] a condition that asks for %s of %j proves by %s: bare %j', ([match, conditions, output, expected]) => {
  const check = node('c', 'conditions', { match, conditions });
  expect(
    isBare(
      [check],
      [
        ['welcome', '$success', 'c'],
        ['c', output, 'end'],
      ],
    ),
  ).toBe(expected);
});

it('[LI12] a condition on a Field without a value is not reported', () => {
  const check = node('c', 'conditions', { conditions: [{ field: 'color', operator: 'is', value: 'red' }] });
  const diagram = greeted(
    [check, ask('a', 'color')],
    [
      ['welcome', '$success', 'c'],
      ['c', 'false', 'a'],
    ],
  );
  expect(pointersOf(id, diagram)).toEqual([]);
});

it('[LI12] a formula is checked by the Fields that some block sets', () => {
  const sum = node('f', 'formulas', { expression: 'items.all(x, x > size)' });
  const ends: Ends[] = [
    ['welcome', '$success', 'f'],
    ['f', '$success', 'a'],
  ];
  expect(
    findingsOf(id, greeted([sum, ask('a', 'size')], ends)).map(({ pointer, message }) => [pointer, message]),
  ).toEqual([['/nodes/f', 'Block "f" reads the Field "size", but a path leads there that does not set it.']]);
});
