import { expect, it } from 'vitest';
import { createCatalog } from '../blocks/catalog.ts';
import type { JsonValue } from '../json/json-value.ts';
import { outputsOfNode } from './node-outputs.ts';

it.for<readonly [string, JsonValue | undefined, readonly string[] | undefined]>([
  ['a block with fixed outputs', { template: 'yes_no', params: {} }, ['$yes', '$no']],
  ['a block with none', { template: 'close', params: {} }, []],
  ['a block with buttons', { template: 'buttons', params: { buttons: [{ id: 'a' }] } }, ['$a']],
  ['a block whose params pick no variant', { template: 'spreadsheets', params: { action: 'x' } }, undefined],
  ['the start point', { template: 'hidden', params: {} }, undefined],
  ['a block that the catalog does not cover', { template: 'constructor', params: {} }, undefined],
  ['a block without params', { template: 'yes_no' }, undefined],
  ['a block whose params are a list', { template: 'yes_no', params: [] }, undefined],
  ['a block without a template', { params: {} }, undefined],
  ['a number', 5, undefined],
  ['nothing', undefined, undefined],
])('[DG15] %s', ([, node, outputs]) => {
  expect(outputsOfNode(node, createCatalog())).toEqual(outputs);
});
