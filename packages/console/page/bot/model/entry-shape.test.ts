import type { JsonValue } from '@botwright/core/conversation';
import { createCatalog, selectVariant } from '@botwright/core/diagram';
import { expect, it } from 'vitest';
import { entryShapeOf, newEntry } from './entry-shape.ts';

const catalog = createCatalog();

/** The first entry of a list, as the form makes it. */
function entryOf(template: string, name: string, entries: readonly JsonValue[] = []) {
  const definition = catalog.byTemplate(template);
  const variant = definition && selectVariant(definition, {});
  const param = variant?.params.find((each) => each.name === name);
  const shape = param && entryShapeOf(param, undefined, variant);
  return shape && newEntry(shape, entries);
}

it.for([
  ['buttons', 'buttons', { id: 'o1', label: '' }],
  ['cards', 'cards', { id: 'o1', title: '' }],
  ['wait', 'exits', { id: 'interrupted' }],
  ['var_email', 'exits', { id: 'invalid' }],
  ['switch', 'cases', { id: 'o1', match: 'all', conditions: [{ field: '', operator: 'is', value: '', formula: '' }] }],
  ['var_text', 'variations', undefined],
] as const)('a new entry of the block %s in %s', ([template, name, entry]) => {
  expect(entryOf(template, name)).toEqual(entry);
});

it('a new exit of a question has the first free id, and numbers are typed as numbers', () => {
  expect(entryOf('var_email', 'exits', [{ id: 'invalid' }])).toEqual({ id: 'timeout' });
  const param = catalog.byTemplate('var_email')?.variants[0]?.params.find(({ name }) => name === 'exits');
  expect(param && entryShapeOf(param, undefined, undefined)).toEqual({
    members: ['id', 'attempts', 'seconds', 'label', 'fallback'],
    optional: ['attempts', 'seconds', 'label', 'fallback'],
    numbers: ['attempts', 'seconds'],
    choices: { id: ['invalid', 'timeout', 'skipped'] },
    lists: {},
  });
});
