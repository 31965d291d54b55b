import { expect, it } from 'vitest';
import { createCatalog } from '../blocks/catalog.ts';
import type { JsonValue } from '../json/json-value.ts';
import { accountsOf, linkedBotsOf, namesIn } from './block-references.ts';

it('[DG14] accounts are listed once for each kind, in diagram order', () => {
  const nodes = {
    a: { template: 'scheduler', params: { auth_id: 'x' } },
    b: { template: 'spreadsheets', params: { auth_id: 'x' } },
    c: { template: 'spreadsheets', params: { auth_id: 'w' } },
    d: { template: 'scheduler', params: { auth_id: 'x' } },
    e: { template: 'scheduler', params: { auth_id: 5 } },
    f: { template: 'scheduler', params: {} },
    g: 'scheduler',
  };
  expect(accountsOf({ nodes, connections: {} }, createCatalog())).toEqual([
    { kind: 'scheduler', id: 'x' },
    { kind: 'spreadsheets', id: 'x' },
    { kind: 'spreadsheets', id: 'w' },
  ]);
});

const uuid = '0192aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee';

function link(bot: JsonValue): JsonValue {
  return { template: 'bot_link', params: { bot } };
}

it('[DG13] uuids and numbers are listed once each, in diagram order', () => {
  const nodes = {
    a: link(7),
    b: link(uuid.toUpperCase()),
    c: link(uuid),
    d: link(3),
    e: link(7),
    f: { template: 'chat', params: { bot: 9 } },
  };
  expect(linkedBotsOf({ nodes, connections: {} }, createCatalog())).toEqual({ ids: [uuid], numbers: [7, 3] });
});

it.for<readonly [string, JsonValue]>([
  ['a fraction', 1.5],
  ['a number beyond exact integers', 2 ** 53],
  ['a number in a text', '7'],
  ['a uuid and more', `${uuid}0`],
  ['null', null],
  ['a list', [uuid]],
])('[DG13] %s names no bot', ([, bot]) => {
  expect(linkedBotsOf({ nodes: { a: link(bot) }, connections: {} }, createCatalog())).toEqual({ ids: [], numbers: [] });
});

it('[DG13] references of malformed blocks are listed as far as they are readable', () => {
  const nodes = {
    a: 1,
    b: null,
    c: [link(1)],
    d: { template: 'bot_link' },
    e: { template: 'bot_link', params: [1] },
    f: { template: 5, params: { bot: 1 } },
    g: { params: { bot: 1 } },
    h: { template: 'bot_link', params: { bot: 2 }, top: 'far' },
  };
  expect(linkedBotsOf({ nodes, connections: {} }, createCatalog())).toEqual({ ids: [], numbers: [2] });
});

it('[DR42] formulas of params and of conditions are listed, also of params that cannot be read', () => {
  const conditions = [{ formula: 'a > 1' }, { formula: 7 }, 7, { field: 'a', operator: 'is_set' }];
  const nodes = {
    a: { template: 'formulas', params: { expression: 'b + 1' } },
    b: { template: 'conditions', params: { conditions } },
    c: { template: 'switch', params: { cases: [7, { conditions }, { conditions: 7 }] } },
    d: { template: 'switch', params: { cases: 'a' } },
    e: { template: 'switch' },
  };
  expect(namesIn({ nodes, connections: {} }, createCatalog()).formulas).toEqual(['b + 1', 'a > 1', 'a > 1']);
});
