import { expect, it } from 'vitest';
import { openConnection } from '../src/connection.ts';
import { migrate } from '../src/migrate.ts';
import { migrations } from '../src/migrations.ts';
import { sqliteStorage } from '../src/sqlite-storage.ts';
import { temporaryFile } from './temporary-folder.ts';

/** A file with the schema before brands had turns: two deliveries of each of two brands, one of them leased. */
function olderFile(): string {
  const file = temporaryFile();
  const connection = openConnection(file, { mode: 'write', busyTimeoutMs: 100 });
  migrate(
    connection,
    migrations.filter(({ version }) => version < 9),
  );
  const delivery = (number: number, brand: string, target: number, dueAt: number) =>
    `INSERT INTO deliveries VALUES (${number}, '${brand}', 'd${number}', ${target}, 1, 1, 'm', 'o', 1, NULL, 'pending',
      ${dueAt}, NULL, NULL, '[]');
    INSERT INTO delivery_bodies VALUES (${number}, '{}');`;
  connection.script(`
    INSERT INTO delivery_targets (number, brand, kind, target_number, leased, served_at, turn, ready_at)
      VALUES (1, 'acme', 'hook', 1, 1, 900, 4, 2000), (2, 'umbrella', 'hook', 1, 0, 0, 0, 1500);
    ${delivery(1, 'acme', 1, 900)}
    ${delivery(2, 'acme', 1, 2_000)}
    ${delivery(3, 'umbrella', 2, 1_500)}
    ${delivery(4, 'umbrella', 2, 1_600)}
    INSERT INTO delivery_waits VALUES (1, 2000, 2), (2, 1500, 3), (2, 1600, 4);
    INSERT INTO delivery_leases VALUES (1, 1, 'w', 9000);
  `);
  connection.close();
  return file;
}

it('[SQ2][DQ20] waiting and leased deliveries are migrated, and are queued by brand', async () => {
  const storage = sqliteStorage({ file: olderFile() });
  const bounds = { slots: 3, held: new Map([['acme', 1]]), perTarget: 8 };
  const claim = async (now: number) =>
    (
      await storage.deliveryQueue.claim({ ...bounds, worker: 'w', now, leaseUntil: 9_000, limit: 9, bodyBytes: 1_000 })
    ).map(({ id }) => id);
  expect(await storage.deliveryQueue.nextDueAt(bounds)).toBe(1_500);
  // The brand that uses one slot of three gets another one after the other brand has one.
  expect(await claim(3_000)).toEqual(['d3']);
  const held = new Map([...bounds.held, ['umbrella', 1]]);
  expect(await storage.deliveryQueue.nextDueAt({ ...bounds, held })).toBe(undefined);
  await storage.deliveryQueue.recover();
  expect(await storage.deliveryQueue.nextDueAt({ ...bounds, slots: 9, held })).toBeLessThan(3_000);
  await storage.close();
});
