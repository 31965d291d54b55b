import { DatabaseSync } from 'node:sqlite';
import type { BrandTransaction, CustomerRecord } from '@botwright/core/ports';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openConnection } from '../src/connection.ts';
import { migrate } from '../src/migrate.ts';
import { migrations } from '../src/migrations.ts';
import { sqliteStorage } from '../src/sqlite-storage.ts';
import { sampleBot } from './sample-bot.ts';
import { temporaryFile } from './temporary-folder.ts';

type States = Pick<CustomerRecord, 'archived' | 'optIn'> & { readonly agentId: number | undefined };

type Step =
  | { readonly kind: 'insert'; readonly channel: number; readonly states: States }
  | { readonly kind: 'update'; readonly customer: number; readonly states: Partial<States> }
  | { readonly kind: 'destroy'; readonly customer: number };

const states = {
  archived: fc.boolean(),
  optIn: fc.boolean(),
  agentId: fc.constantFrom(undefined, 7, 8),
};
const customer = fc.integer({ min: 1, max: 12 });

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('insert' as const),
    channel: fc.integer({ min: 1, max: 4 }),
    states: fc.record(states),
  }),
  fc.record({ kind: fc.constant('update' as const), customer, states: fc.record(states, { requiredKeys: [] }) }),
  fc.record({ kind: fc.constant('destroy' as const), customer }),
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
    const unknown = {
      name: '',
      email: '',
      phone: '',
      blocked: false,
      fields: {},
      registerDate: 1,
      unread: 0,
      lastSeq: 0,
    };
    const { agentId, ...given } = each.states;
    const members = { ...unknown, ...given, ...(agentId !== undefined && { agentId }) };
    await tx.customers.insert({ ...members, channelNumber: each.channel, workspace, purpose });
    return;
  }
  if ((await tx.customers.lock(each.customer)) === undefined) return;
  if (each.kind === 'destroy') await tx.customers.destroy(each.customer);
  else await tx.customers.update(each.customer, each.states);
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

const countersSql = `SELECT brand, list, level, range, a0_o0, a0_o1, a1_o0, a1_o1 FROM customer_ranges
  ORDER BY brand, list, level, range`;

/** Counts the rows, list by list. */
const rowsSql = `SELECT brand, list, level, number >> bits AS range,
    sum(archived = 0 AND opt_in = 0) AS a0_o0, sum(archived = 0 AND opt_in = 1) AS a0_o1,
    sum(archived = 1 AND opt_in = 0) AS a1_o0, sum(archived = 1 AND opt_in = 1) AS a1_o1
  FROM (
    SELECT *, 'w' || workspace AS list FROM customers
    UNION ALL SELECT *, 'w' || workspace || 'a' || coalesce(agent, '') FROM customers
    UNION ALL SELECT *, 'c' || channel FROM customers
    UNION ALL SELECT *, 'c' || channel || 'a' || coalesce(agent, '') FROM customers
  ) CROSS JOIN (SELECT 0 AS level, 9 AS bits UNION ALL SELECT 1, 15)
  WHERE purpose = 'live' GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`;

function expectAgreement(witness: DatabaseSync): void {
  expect(witness.prepare(countersSql).all()).toEqual(witness.prepare(rowsSql).all());
}

it('[SQ20] counters agree with the customers after any transactions, and after a bot was destroyed with its channels', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(transaction, { maxLength: 8 }), fc.boolean(), async (transactions, isDestroyed) => {
      const file = temporaryFile();
      const storage = sqliteStorage({ file });
      const witness = new DatabaseSync(file, { readOnly: true });
      await storage.transaction('acme', insertChannels);
      for (const { steps, ends } of transactions) {
        const run = storage.transaction('acme', async (tx) => {
          for (const each of steps) await apply(tx, each);
          if (ends === 'rolled back') throw new Error(ends);
        });
        await run.catch(() => undefined);
        expectAgreement(witness);
      }
      if (isDestroyed) {
        await storage.transaction('acme', async (tx) => {
          await tx.bots.lock('b1');
          await tx.bots.destroy('b1');
        });
        expectAgreement(witness);
      }
      witness.close();
      await storage.close();
    }),
    { seed: 20261121, numRuns: 25 },
  );
});

it('[SQ2][SQ20] the customers of an older file are counted', async () => {
  const file = temporaryFile();
  const connection = openConnection(file, { mode: 'write', busyTimeoutMs: 100 });
  migrate(
    connection,
    migrations.filter(({ version }) => version < 16),
  );
  connection.script(`
    INSERT INTO channels (number, brand, id, workspace, purpose, name, type, active, configured, created_at) VALUES
      (1, 'acme', 'c1', 1, 'live', 'Chat', 'apichat', 1, 0, 1), (2, 'acme', 'c2', 2, 'test', 'Chat', 'apichat', 1, 0, 1);
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)
    INSERT INTO customers (number, brand, workspace, purpose, channel, agent, archived, blocked, opt_in, register_date,
      unread, last_seq, name, email, phone, fields)
    SELECT i * 40, 'acme', 1 + (i % 9 = 0), iif(i % 9 = 0, 'test', 'live'), 1 + (i % 9 = 0), nullif(i % 3, 0), i % 2, 0,
      i % 5 = 0, 1, 0, 0, '', '', '', '{}' FROM n;
  `);
  connection.close();

  const storage = sqliteStorage({ file });
  const witness = new DatabaseSync(file, { readOnly: true });
  expectAgreement(witness);
  const { items, total } = await storage
    .reader('acme')
    .customers.list({ workspaces: [1, 2], agentId: null, offset: 300, limit: 2 });
  // Customers with an index divisible by 3 have no agent; customers with an index divisible by 9 are of a test channel.
  expect([items.map(({ number }) => number / 40), total]).toEqual([[1353, 1356], 334]);
  witness.close();
  await storage.close();
});
