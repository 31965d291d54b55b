import type { NewDelivery } from '@botwright/core/ports';
import { expect, it } from 'vitest';
import { openConnection } from '../../src/sqlite/connection.ts';
import { sqliteStorage } from '../../src/sqlite/sqlite-storage.ts';
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
  const { deliveryQueue } = storage;
  const add = (...deliveries: readonly NewDelivery[]) =>
    storage.commit({ brand: 'acme' }, { conditions: [], operations: [{ do: 'addDeliveries', deliveries }] });
  await add(
    delivery('a1', { body: 'a' }),
    delivery('b1', { body: 'b' }),
    delivery('a2', { body: 'a' }),
    delivery('a3', { body: 'a', customerNumber: 2 }),
    delivery('b2', { body: 'b' }),
  );
  await add(delivery('a4', { body: 'a' }));
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
