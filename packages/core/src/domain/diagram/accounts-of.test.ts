import { expect, it } from 'vitest';
import { createCatalog } from '../blocks/catalog.ts';
import { accountsOf } from './accounts-of.ts';

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
