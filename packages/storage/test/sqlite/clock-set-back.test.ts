import { DatabaseSync } from 'node:sqlite';
import type { ClaimRequest, NewDelivery } from '@botwright/core/ports';
import { expect, it, onTestFinished } from 'vitest';
import { sqliteStorage } from '../../src/sqlite/sqlite-storage.ts';
import { temporaryFile } from './temporary-folder.ts';

/** The moment by the clock that is set back, and the first one after. */
const [ahead, now] = [1_000_000, 995_000];

const claimOf = (moment: number): ClaimRequest => ({
  ...{ worker: 'w', now: moment, leaseUntil: moment + 60_000, limit: 9, slots: 99, perTarget: 8, bodyBytes: 1_000 },
});

it('[DQ27] a claim that fails after the clock was set back leaves what it did not store to the next one', async () => {
  const file = temporaryFile();
  const storage = sqliteStorage({ file });
  const other = new DatabaseSync(file);
  onTestFinished(async () => {
    other.close();
    await storage.close();
  });
  const delivery: NewDelivery = {
    id: '01910000-0000-7000-8000-000000000001',
    target: { kind: 'hook', number: 1 },
    workspace: 1,
    customerNumber: 5,
    messageUuid: 'e0000000-0000-4000-8000-000000000001',
    origin: 'https://crm.example.com',
    createdAt: ahead,
    dueAt: ahead + 60_000,
    body: '{}',
  };
  await storage.commit(
    { brand: 'acme' },
    { conditions: [], operations: [{ do: 'addDeliveries', deliveries: [delivery] }] },
  );
  await storage.deliveryQueue.claim(claimOf(ahead));
  other.exec("CREATE TRIGGER no BEFORE UPDATE OF due_at ON deliveries BEGIN SELECT RAISE(ABORT, 'no'); END");
  await expect(storage.deliveryQueue.claim(claimOf(now))).rejects.toThrow('no');
  other.exec('DROP TRIGGER no');
  expect(await storage.deliveryQueue.claim(claimOf(now + 1))).toHaveLength(1);
});
