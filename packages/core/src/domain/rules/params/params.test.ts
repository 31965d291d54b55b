import { expect, it } from 'vitest';
import { greeted, placesOf, violationsOf } from '../../../../test/check-fixture.ts';
import { node } from '../../../../test/diagram-fixture.ts';
import type { ParamDefinition } from '../../blocks/block-definition.ts';
import { createCatalog } from '../../blocks/catalog.ts';
import { describeBlock, param } from '../../blocks/describe-block.ts';
import type { JsonObject, JsonValue } from '../../json/json-value.ts';

const words = { title: 'Probe', description: 'A block of a host.', group: 'host' };

function probing(params: readonly ParamDefinition[]) {
  return createCatalog([
    describeBlock({ ...words, name: 'probe', template: 'probe', variants: [{ params, outputs: [] }] }),
  ]);
}

/** The codes of violations of a block with these params, whose only param `p` has this definition. */
function codesOf(definition: ParamDefinition, params: JsonObject): readonly string[] {
  const context = { catalog: probing([definition]) };
  return violationsOf(greeted([node('a', 'probe', params)]), context).map(({ code }) => code);
}

const described = { description: 'What the probe reads.' };
const astral = '𝄞';

it('[RU33] a required param that is left out', () => {
  expect(violationsOf(greeted([node('a', 'chat', {})]))).toEqual([
    {
      code: 'param_required',
      message: 'Block "a" needs "text", which is missing.',
      blockId: 'a',
      param: 'text',
      pointer: '/nodes/a/params',
      severity: 'error',
    },
  ]);
});

it('[RU7][RU34] a value of the wrong type is reported with the expected and the actual type', () => {
  expect(violationsOf(greeted([node('a', 'chat', { text: ['x'] })]))).toEqual([
    {
      code: 'param_type',
      message: 'Block "a": "text" should be of type string, but is a list of 1.',
      blockId: 'a',
      param: 'text',
      pointer: '/nodes/a/params/text',
      severity: 'error',
    },
  ]);
});

it.for<readonly [ParamDefinition['type'], readonly JsonValue[], readonly JsonValue[]]>([
  ['string', ['', 'x', '5'], [5, true, null, [], {}]],
  ['integer', [0, -1, 3.0, 1e21], [1.5, '1', null, [], {}, true]],
  ['number', [0, 1.5, -2], ['1', null, [], {}, true]],
  ['boolean', [true, false], [0, 'true', null, [], {}]],
  ['array', [[], [null]], [{}, 'x', null, 1]],
  ['object', [{}, { length: 1 }], [[], 'x', null, 1]],
  ['any', [null, 0, '', [], {}, false], []],
])('[RU34] %s takes %j and not %j', ([type, taken, refused]) => {
  const definition = param('p', type, described);
  for (const p of taken) expect(codesOf(definition, { p })).toEqual([]);
  for (const p of refused) expect(codesOf(definition, { p })).toEqual(['param_type']);
});

it.for<readonly [JsonValue, boolean]>([
  ['', true],
  [' \n\t\u00a0', true],
  [[], true],
  [{}, true],
  [null, true],
  ['x', false],
  [' x', false],
  [0, false],
  [false, false],
  [[null], false],
  [{ a: null }, false],
])('[RU35] %j is empty: %j', ([p, isEmpty]) => {
  const definition = param('p', 'any', { rules: { nonEmpty: true }, ...described });
  expect(codesOf(definition, { p })).toEqual(isEmpty ? ['param_non_empty'] : []);
});

it.for<readonly [string, ParamDefinition, JsonValue, readonly string[]]>([
  ['RU36', param('p', 'string', { rules: { enum: ['a', 'b'] }, ...described }), 'b', []],
  ['RU36', param('p', 'string', { rules: { enum: ['a', 'b'] }, ...described }), 'c', ['param_enum']],
  ['RU36', param('p', 'any', { rules: { enum: [1, true] }, ...described }), '1', ['param_enum']],
  ['RU36', param('p', 'any', { rules: { enum: [1, true] }, ...described }), [1], ['param_enum']],
  ['RU37', param('p', 'string', { rules: { pattern: '^a.$' }, ...described }), `a${astral}`, []],
  ['RU37', param('p', 'string', { rules: { pattern: '^a.$' }, ...described }), 'abc', ['param_pattern']],
  ['RU37', param('p', 'string', { rules: { pattern: 'b' }, ...described }), 'abc', []],
  ['RU37', param('p', 'any', { rules: { pattern: 'b' }, ...described }), 5, []],
  ['RU38', param('p', 'string', { rules: { minLength: 2 }, ...described }), 'ab', []],
  ['RU38', param('p', 'string', { rules: { minLength: 2 }, ...described }), astral, ['param_min_length']],
  ['RU38', param('p', 'string', { rules: { minLength: 2 }, ...described }), astral + astral, []],
  ['RU38', param('p', 'string', { rules: { minLength: 1 }, ...described }), '', ['param_min_length']],
  ['RU38', param('p', 'string', { rules: { maxLength: 2 }, ...described }), astral + astral, []],
  ['RU38', param('p', 'string', { rules: { maxLength: 2 }, ...described }), 'abc', ['param_max_length']],
  ['RU38', param('p', 'string', { rules: { maxLength: 0 }, ...described }), '', []],
  ['RU39', param('p', 'number', { rules: { min: 1, max: 2 }, ...described }), 1, []],
  ['RU39', param('p', 'number', { rules: { min: 1, max: 2 }, ...described }), 2, []],
  ['RU39', param('p', 'number', { rules: { min: 1, max: 2 }, ...described }), 0.999, ['param_min']],
  ['RU39', param('p', 'number', { rules: { min: 1, max: 2 }, ...described }), 2.001, ['param_max']],
  ['RU40', param('p', 'array', { rules: { minItems: 1, maxItems: 2 }, ...described }), [], ['param_min_items']],
  ['RU40', param('p', 'array', { rules: { minItems: 1, maxItems: 2 }, ...described }), [1, 2], []],
  ['RU40', param('p', 'array', { rules: { minItems: 1, maxItems: 2 }, ...described }), [1, 2, 3], ['param_max_items']],
])('[RU36][RU37][RU38][RU39][RU40] %s: by %o %j breaks %j', ([, definition, p, codes]) => {
  expect(codesOf(definition, { p })).toEqual(codes);
});

it('[RU5][RU35] every rule that a value breaks is reported; an empty value breaks one', () => {
  const definition = param('p', 'string', {
    rules: { nonEmpty: true, enum: ['abc'], pattern: '^a', minLength: 3, maxLength: 1 },
    ...described,
  });
  expect(codesOf(definition, { p: 'bc' })).toEqual([
    'param_enum',
    'param_max_length',
    'param_min_length',
    'param_pattern',
  ]);
  expect(codesOf(definition, { p: '' })).toEqual(['param_non_empty']);
});

it.for<readonly [boolean, JsonValue | undefined, JsonObject, readonly string[]]>([
  [true, undefined, {}, ['param_required']],
  [true, 'x', {}, []],
  [false, undefined, {}, []],
  [true, 'x', { p: null }, ['param_type']],
  [true, undefined, { p: '' }, []],
])('[RU32][RU33] required %j, default %j: %j breaks %j', ([required, fallback, params, codes]) => {
  const definition = param('p', 'string', {
    required,
    ...(fallback !== undefined && { default: fallback }),
    ...described,
  });
  expect(codesOf(definition, params)).toEqual(codes);
});

const modes = probing([
  param('mode', 'string', { default: 'on', ...described }),
  param('p', 'string', {
    required: true,
    rules: { nonEmpty: true },
    readWhen: { param: 'mode', values: ['on', 'half'] },
    ...described,
  }),
]);

it.for<readonly [JsonObject, readonly string[]]>([
  [{}, ['param_required /nodes/a/params']],
  [{ p: '' }, ['param_non_empty /nodes/a/params/p']],
  [{ p: 5 }, ['param_type /nodes/a/params/p']],
  [{ mode: 'half' }, ['param_required /nodes/a/params']],
  [{ mode: 'off' }, []],
  [{ mode: 'off', p: '' }, []],
  [{ mode: 'off', p: 5 }, []],
  [{ mode: null, p: 5 }, ['param_type /nodes/a/params/mode']],
])('[RU31][RU32] a param that does not count is not checked: %j', ([params, places]) => {
  expect(placesOf(greeted([node('a', 'probe', params)]), { catalog: modes })).toEqual(places);
});

it('[RU31] the value of set_a_field counts while it sets', () => {
  const set = (params: JsonObject) => placesOf(greeted([node('a', 'set_field', { field: 'f', ...params })]));
  expect(set({})).toEqual(['param_required /nodes/a/params']);
  expect(set({ action: 'UNSET' })).toEqual([]);
});

it('[RU10] params with hostile names, such as __proto__, are checked like others', () => {
  const hostile = ['__proto__', 'constructor', 'toString'];
  const context = {
    catalog: probing(hostile.map((name) => param(name, 'string', { required: true, ...described }))),
  };
  const bare = greeted([node('a', 'probe', {})]);
  expect(violationsOf(bare, context).map((violation) => violation.param)).toEqual(hostile);
  const full = greeted([node('a', 'probe', JSON.parse('{"__proto__": 5, "constructor": "x", "toString": "y"}'))]);
  expect(placesOf(full, context)).toEqual(['param_type /nodes/a/params/__proto__']);
});

it('[RU9] params of a block that is not catalogued are not checked', () => {
  expect(placesOf(greeted([node('a', 'of_a_plugin', { text: 5, version: 'x' })]))).toEqual([]);
});

it.for<readonly [ParamDefinition['rules'], JsonValue, string]>([
  [{ minLength: 2 }, 'x', 'have at least 2 characters, but is "x"'],
  [{ maxLength: 2 }, 'xyz', 'have at most 2 characters, but is "xyz"'],
  [{ min: 2 }, 1, 'be at least 2, but is 1'],
  [{ max: 2 }, 3, 'be at most 2, but is 3'],
  [{ minItems: 1 }, [], 'have at least 1 entry, but is an empty list'],
  [{ minItems: 2 }, [1], 'have at least 2 entries, but is a list of 1'],
  [{ maxItems: 1 }, [1, 2], 'have at most 1 entry, but is a list of 2'],
  [{ maxItems: 2 }, [1, 2, 3], 'have at most 2 entries, but is a list of 3'],
])('[RU7] the rules %j say that %j should %s', ([rules, p, says]) => {
  const context = { catalog: probing([param('p', 'any', { rules, ...described })]) };
  const [violation] = violationsOf(greeted([node('a', 'probe', { p })]), context);
  expect(violation?.message).toBe(`Block "a": "p" should ${says}.`);
});

it.for<readonly [number, ParamDefinition['rules'], JsonValue, string]>([
  [2, { minLength: 1 }, '', 'param_min_length'],
  [3, { minLength: 1, maxLength: 2 }, 'abc', 'param_max_length'],
  [4, { pattern: '^a', minLength: 1, maxLength: 2 }, 'abc', 'param_max_length'],
  [5, { enum: ['abc'], pattern: '^a', minLength: 1, maxLength: 2 }, 'abc', 'param_max_length'],
])('[RU5] of %i tests of a param, the last alone can fail', ([, rules, p, code]) => {
  expect(codesOf(param('p', 'string', { rules, ...described }), { p })).toEqual([code]);
});
