import type { NewDelivery } from '@botwright/core/ports';
import { expect, it } from 'vitest';
import { openConnection } from '../src/connection.ts';
import { migrate } from '../src/migrate.ts';
import { migrations } from '../src/migrations.ts';
import { sqliteStorage } from '../src/sqlite-storage.ts';
import { temporaryFile } from './temporary-folder.ts';

const request = { worker: 'w', slots: 99, perTarget: 8, now: 3_000, leaseUntil: 9_000, limit: 99, bodyBytes: 1_000 };
const delivered = { state: 'delivered', attempts: [], finishedAt: 3_000 } as const;

function delivery(id: string, members: Partial<NewDelivery> = {}): NewDelivery {
  const origin = 'https://crm.example.com';
  const target = { kind: 'hook', number: 1 } as const;
  return {
    ...{ id, target, workspace: 1, customerNumber: 1, messageUuid: 'm', origin, createdAt: 1_000, dueAt: 1_000 },
    body: '{}',
    ...members,
  };
}

function bodiesIn(file: string): readonly string[] {
  const connection = openConnection(file, { mode: 'read', busyTimeoutMs: 100 });
  const rows = connection.all<{ body: string }>('SELECT body FROM delivery_bodies ORDER BY number');
  connection.close();
  return rows.map(({ body }) => body);
}

it('[SQ25][DQ21] deliveries that share a body share a row, which is removed with the last of them', async () => {
  const file = temporaryFile();
  const storage = sqliteStorage({ file });
  const { transaction, deliveryQueue } = storage;
  await transaction('acme', (tx) =>
    tx.deliveries.add([
      delivery('a1', { body: 'a' }),
      delivery('b1', { body: 'b' }),
      delivery('a2', { body: 'a' }),
      delivery('a3', { body: 'a', customerNumber: 2 }),
      delivery('b2', { body: 'b' }),
    ]),
  );
  await transaction('acme', (tx) => tx.deliveries.add([delivery('a4', { body: 'a' })]));
  expect(bodiesIn(file)).toEqual(['a', 'b', 'a', 'a']);

  await deliveryQueue.claim(request);
  const finish = async (...ids: readonly string[]) => {
    for (const id of ids) await deliveryQueue.complete({ brand: 'acme', id, worker: 'w' }, delivered);
    await deliveryQueue.prune(4_000, 99);
    return bodiesIn(file);
  };
  expect(await finish('a1', 'b2')).toEqual(['a', 'b', 'a', 'a']);
  expect(await finish('a2')).toEqual(['b', 'a', 'a']);
  expect(await finish('b1', 'a3', 'a4')).toEqual([]);
  await storage.close();
});

/** A file with the schema in which each delivery had its own body: one waits, one is leased, one is delivered. */
function olderFile(): string {
  const file = temporaryFile();
  const connection = openConnection(file, { mode: 'write', busyTimeoutMs: 100 });
  migrate(
    connection,
    migrations.filter(({ version }) => version < 12),
  );
  const older = (number: number, state: string, moments: string) =>
    `INSERT INTO deliveries VALUES (${number}, 'acme', 'd${number}', 1, 1, 1, 'm', 'o', 1, NULL, '${state}', ${moments},
      NULL, '[]');
    INSERT INTO delivery_bodies VALUES (${number}, '{"older":${number}}');`;
  connection.script(`
    INSERT INTO delivery_targets (number, brand, kind, target_number, leased, served_at, turn, ready_at)
      VALUES (1, 'acme', 'hook', 1, 1, 900, 4, 2000);
    INSERT INTO delivery_brands VALUES ('acme', 900, 4, 2000);
    ${older(3, 'pending', '2000, NULL')}
    ${older(5, 'pending', '900, NULL')}
    ${older(8, 'delivered', 'NULL, 950')}
    INSERT INTO delivery_waits VALUES (1, 2000, 3);
    INSERT INTO delivery_leases (delivery, target, brand, worker, lease_until) VALUES (5, 1, 'acme', 'w', 9000);
  `);
  connection.close();
  return file;
}

it('[SQ2][SQ25] bodies that belong to one delivery each are migrated', async () => {
  const file = olderFile();
  const storage = sqliteStorage({ file });
  const { deliveryQueue } = storage;
  const { deliveries } = storage.reader('acme');
  for (const number of [3, 5, 8]) expect(await deliveries.findBody(`d${number}`)).toBe(`{"older":${number}}`);
  await storage.transaction('acme', (tx) => tx.deliveries.add([delivery('n1'), delivery('n2')]));
  expect((await deliveryQueue.claim(request)).map(({ id, body }) => [id, body])).toEqual([
    ['n1', '{}'],
    ['n2', '{}'],
    ['d3', '{"older":3}'],
  ]);
  expect(await deliveryQueue.complete({ brand: 'acme', id: 'd5', worker: 'w' }, delivered)).toBe('completed');
  expect(await deliveryQueue.prune(4_000, 99)).toBe(2);
  expect(bodiesIn(file)).toEqual(['{"older":3}', '{}']);
  await storage.transaction('acme', (tx) => tx.deliveries.eraseOfCustomer(1, 5_000));
  expect(bodiesIn(file)).toEqual([]);
  await storage.close();
});
