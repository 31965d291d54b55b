import { expect, it } from 'vitest';
import { createCatalog } from '../blocks/catalog.ts';
import type { JsonObject } from '../json/json-value.ts';
import { assignBlockIds, editedParams } from './plan-blocks.ts';

it.for<readonly [string, JsonObject, readonly (string | undefined)[], readonly string[], readonly string[]]>([
  ['an empty diagram', {}, [undefined, undefined], [], ['n0', 'n1']],
  ['stored blocks, malformed ones too', { n0: 5, n2: null }, [undefined, undefined], [], ['n1', 'n3']],
  ['blocks that are added by name', {}, [undefined, 'n0', undefined, 'n2'], [], ['n1', 'n0', 'n3', 'n2']],
  ['blocks that are deleted', { n0: {} }, [undefined], ['n0', 'n1'], ['n2']],
  ['look-alikes', { n00: {}, N0: {}, 'n0 ': {} }, [undefined], [], ['n0']],
])('[ED4] ids are free beside %s', ([, nodes, ids, deleted, expected]) => {
  const added = ids.map((id) => ({ type: 'send_text', ...(id !== undefined && { id }) }));
  expect(assignBlockIds(nodes, added, new Set(deleted))).toEqual(expected);
});

const catalog = createCatalog();

it.for<readonly [string, string, JsonObject, JsonObject, JsonObject]>([
  ['nothing stored', 'set_field', {}, { field: 'a', value: 1 }, { field: 'a', value: 1, action: 'SET', version: 3 }],
  [
    'a described param left out',
    'set_field',
    { field: 'a', action: 'UNSET', version: 1, value: 1 },
    { field: 'b' },
    { field: 'b', action: 'SET', version: 3 },
  ],
  [
    'params that nothing describes',
    'chat',
    { text: 'a', notes: [1], color: 'red' },
    { text: 'b', color: null, more: 1 },
    { notes: [1], color: null, text: 'b', more: 1, version: 3 },
  ],
  ['null for a param with a default', 'set_field', {}, { action: null }, { action: null, version: 3 }],
  [
    'a param of another variant',
    'spreadsheets',
    { action: 'update_row', reference: { selectorValue: 1 }, version: 3 },
    { action: 'insert_row' },
    { action: 'insert_row', version: 3 },
  ],
  ['params that pick no variant', 'spreadsheets', { auth_id: 'a' }, { action: 'x' }, { action: 'x', version: 3 }],
  [
    'hostile keys',
    'chat',
    JSON.parse('{"__proto__": {"a": 1}, "constructor": 2}'),
    JSON.parse('{"text": "t", "toString": 3}'),
    JSON.parse('{"__proto__": {"a": 1}, "constructor": 2, "text": "t", "toString": 3, "version": 3}'),
  ],
])('[ED13] %s', ([, template, stored, sent, expected]) => {
  const params = editedParams(catalog.byTemplate(template), stored, sent);
  expect(JSON.stringify(params, Object.keys(params).sort())).toBe(JSON.stringify(expected, Object.keys(params).sort()));
  expect(params).toEqual(expected);
});

it.for<readonly [string, string]>([
  ['a block that the catalog does not cover', 'unknown'],
  ['the start point', 'hidden'],
])('[ED14] of %s, what is sent is written and the rest stays', ([, template]) => {
  const definition = catalog.byTemplate(template);
  expect(editedParams(definition, { a: 1, b: 2 }, { b: 3, c: 4 })).toEqual({ a: 1, b: 3, c: 4 });
});

it('[ED30] the input and defaults of the catalog are copied', () => {
  const sent = { buttons: [{ id: 'a' }] };
  expect(editedParams(catalog.byName('buttons'), {}, sent)['buttons']).not.toBe(sent.buttons);
  const date = catalog.byName('ask_date');
  expect(editedParams(date, {}, {})['format']).toEqual(['%Y/%m/%d']);
  expect(editedParams(date, {}, {})['format']).not.toBe(editedParams(date, {}, {})['format']);
});

it('[QN22] the defaults of quiet and skipIfSet are not written', () => {
  const written = (stored: JsonObject, sent: JsonObject) => editedParams(catalog.byTemplate('var_text'), stored, sent);
  expect(written({ text: 'a', quiet: true }, { text: 'b' })).toEqual({ text: 'b', version: 3 });
  expect(written({ text: 'a' }, { quiet: true, skipIfSet: false })).toEqual({
    quiet: true,
    skipIfSet: false,
    version: 3,
  });
});
