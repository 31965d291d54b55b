import { createCatalog, selectVariant } from '@botwright/core/diagram';
import { expect, it } from 'vitest';
import { entryShapeOf, newEntry } from './entry-shape.ts';

const catalog = createCatalog();

/** The first entry of a list, as the form makes it. */
function entryOf(template: string, name: string) {
  const definition = catalog.byTemplate(template);
  const variant = definition && selectVariant(definition, {});
  const param = variant?.params.find((each) => each.name === name);
  const shape = param && entryShapeOf(param, undefined, variant);
  return shape && newEntry(shape, []);
}

it.for([
  ['buttons', 'buttons', { id: 'o1', label: '' }],
  ['cards', 'cards', { id: 'o1', title: '' }],
  ['wait', 'exits', { id: 'interrupted' }],
  ['switch', 'cases', { id: 'o1', match: 'all', conditions: [{ field: '', operator: 'is', value: '', formula: '' }] }],
  ['var_text', 'variations', undefined],
] as const)('a new entry of the block %s in %s', ([template, name, entry]) => {
  expect(entryOf(template, name)).toEqual(entry);
});
