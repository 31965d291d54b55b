import { DatabaseSync } from 'node:sqlite';
import type { BrandTransaction } from '@botwright/core/ports';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sqliteStorage } from '../src/sqlite-storage.ts';
import { sampleBot } from './sample-bot.ts';
import { temporaryFile } from './temporary-folder.ts';

type Step =
  | { readonly kind: 'insert'; readonly channel: number; readonly archived: boolean }
  | { readonly kind: 'archive'; readonly customer: number; readonly archived: boolean }
  | { readonly kind: 'destroy'; readonly customer: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('insert' as const), channel: fc.integer({ min: 1, max: 4 }), archived: fc.boolean() }),
  fc.record({
    kind: fc.constant('archive' as const),
    customer: fc.integer({ min: 1, max: 12 }),
    archived: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('destroy' as const), customer: fc.integer({ min: 1, max: 12 }) }),
);

const transaction = fc.record({
  steps: fc.array(step, { maxLength: 8 }),
  ends: fc.constantFrom('kept', 'kept', 'rolled back'),
});

async function apply(tx: BrandTransaction, each: Step): Promise<void> {
  if (each.kind === 'insert') {
    const channel = await tx.channels.find(each.channel);
    if (channel === undefined) return;
    const { workspace, purpose } = channel;
    const unknown = { name: '', email: '', phone: '', blocked: false, optIn: false, fields: {} };
    const place = { channelNumber: each.channel, workspace, purpose, archived: each.archived };
    await tx.customers.insert({ ...unknown, ...place, registerDate: 1, unread: 0, lastSeq: 0 });
    return;
  }
  if ((await tx.customers.lock(each.customer)) === undefined) return;
  if (each.kind === 'destroy') await tx.customers.destroy(each.customer);
  else await tx.customers.update(each.customer, { archived: each.archived });
}

/** Inserts two channels in two workspaces, and a live and a test channel of a bot. */
async function insertChannels(tx: BrandTransaction): Promise<void> {
  await tx.bots.insert(sampleBot('b1'));
  const members = { name: '', type: 'apichat', active: true, configured: false, createdAt: 1 } as const;
  for (const [id, workspace, botId, purpose] of [
    ['c1', 1, undefined, 'live'],
    ['c2', 2, undefined, 'live'],
    ['c3', 1, 'b1', 'live'],
    ['c4', 1, 'b1', 'test'],
  ] as const) {
    await tx.channels.insert({ ...members, id, workspace, purpose, ...(botId !== undefined && { botId }) });
  }
}

const countersSql = `SELECT brand, workspace, channel, archived, total FROM customer_counts WHERE total <> 0
  ORDER BY channel, archived`;
const rowsSql = `SELECT brand, workspace, channel, archived, count(*) AS total FROM customers WHERE purpose = 'live'
  GROUP BY channel, archived ORDER BY channel, archived`;

it('[SQ20] counters agree with the customers after any transactions, and after a bot was destroyed with its channels', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(transaction, { maxLength: 8 }), fc.boolean(), async (transactions, isDestroyed) => {
      const file = temporaryFile();
      const storage = sqliteStorage({ file });
      const witness = new DatabaseSync(file, { readOnly: true });
      const expectAgreement = () => expect(witness.prepare(countersSql).all()).toEqual(witness.prepare(rowsSql).all());
      await storage.transaction('acme', insertChannels);
      for (const { steps, ends } of transactions) {
        const run = storage.transaction('acme', async (tx) => {
          for (const each of steps) await apply(tx, each);
          if (ends === 'rolled back') throw new Error(ends);
        });
        await run.catch(() => undefined);
        expectAgreement();
      }
      if (isDestroyed) {
        await storage.transaction('acme', async (tx) => {
          await tx.bots.lock('b1');
          await tx.bots.destroy('b1');
        });
        expectAgreement();
      }
      witness.close();
      await storage.close();
    }),
    { seed: 20261121, numRuns: 25 },
  );
});
