import { expect, it } from 'vitest';
import type { JsonObject } from '../json/json-value.ts';
import type { BlockVariant } from './block-definition.ts';
import { createCatalog } from './catalog.ts';
import { describeBlock, param } from './describe-block.ts';
import { defaultParams, outputsOf, paramsInForce, selectVariant } from './variant.ts';

const mode = param('mode', 'string', { default: 'a', description: 'Mode.' });
const size = param('size', 'integer', { description: 'Size.' });

const definition = describeBlock({
  name: 'sample',
  template: 'sample',
  title: 'Sample',
  description: 'For tests.',
  group: 'tests',
  variants: [
    {
      selector: [
        { param: 'mode', values: ['a'] },
        { param: 'size', values: [1, 2] },
      ],
      params: [mode, size],
      outputs: ['both'],
    },
    { selector: [{ param: 'mode', values: ['a', null] }], params: [mode], outputs: ['a'] },
    { selector: [{ param: 'mode', values: ['b'] }], params: [mode, size], outputs: ['b'] },
  ],
});

it.for<readonly [JsonObject, string | undefined]>([
  [{ mode: 'a', size: 2 }, 'both'],
  [{ size: 1 }, 'both'],
  [{ size: 3 }, 'a'],
  [{}, 'a'],
  [{ mode: null }, 'a'],
  [{ mode: 'b' }, 'b'],
  [{ mode: 'c' }, undefined],
  [{ mode: ['a'] }, undefined],
])('[BL8] %j has the shape %s', ([params, output]) => {
  expect(selectVariant(definition, params)?.outputs[0]).toBe(output);
});

it('[BL8] the start point has no variant', () => {
  expect(selectVariant(createCatalog().byName('hidden') as never, {})).toBeUndefined();
});

it.for<readonly [JsonObject, readonly string[]]>([
  [{ mode: 'b' }, ['mode', 'size', 'version']],
  [{ mode: 'a' }, ['mode', 'version']],
  [{ mode: 'c', size: 1 }, ['mode', 'version']],
])('[BL9] of %j these are in force: %j', ([params, names]) => {
  expect(paramsInForce(definition, params).map(({ name }) => name)).toEqual(names);
});

it('[BL9] the start point has no params in force', () => {
  expect(paramsInForce(createCatalog().byName('hidden') as never, { a: 1 })).toEqual([]);
});

const variant: BlockVariant = {
  selector: [],
  params: [
    param('list', 'array', { default: [{ id: 'd' }], description: 'List.' }),
    param('none', 'array', { description: 'List.' }),
  ],
  outputs: ['$x', 'fixed'],
  outputDerivations: [
    { param: 'list', each: 'id', prefix: '$' },
    { param: 'none', each: 'name', prefix: '' },
  ],
  requiredTier: 'sandbox',
};

it.for<readonly [string, JsonObject, readonly string[]]>([
  ['the default', {}, ['$x', 'fixed', '$d']],
  ['an empty list', { list: [] }, ['$x', 'fixed']],
  ['two lists', { list: [{ id: 'a' }], none: [{ name: 'n' }] }, ['$x', 'fixed', '$a', 'n']],
  ['no list', { list: { id: 'a' } }, ['$x', 'fixed']],
  ['null', { list: null }, ['$x', 'fixed']],
  [
    'malformed entries',
    { list: [1, null, 'a', ['id'], {}, { id: 1 }, { id: '' }, { id: 'z' }] },
    ['$x', 'fixed', '$z'],
  ],
  ['one output twice', { list: [{ id: 'a' }, { id: 'x' }, { id: 'a' }] }, ['$x', 'fixed', '$a']],
  [
    'hostile ids',
    { list: [{ id: '__proto__' }, { id: 'constructor' }] },
    ['$x', 'fixed', '$__proto__', '$constructor'],
  ],
  ['a member that is only inherited', { list: [JSON.parse('{"__proto__": {"id": "a"}}')] }, ['$x', 'fixed']],
])('[BL10] the outputs derived from %s', ([, params, outputs]) => {
  expect(outputsOf(variant, params)).toEqual(outputs);
});

it('[BL20] a param with a default gets it', () => {
  expect(defaultParams(variant)).toEqual({ list: [{ id: 'd' }] });
  expect(defaultParams({ params: [param('__proto__', 'any', { default: 1, description: 'Hostile.' })] })).toEqual(
    JSON.parse('{"__proto__": 1}'),
  );
});
