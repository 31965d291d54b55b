import { createEngine, type IdentifiedEngine, standardEffectHost } from '@botwright/core';
import { aesCipher } from '@botwright/core/node';
import { conversationRunner } from '@botwright/core/runner';
import { undiciRequester, undiciSender } from '@botwright/sender-undici';
import { pgBossStorage } from '@botwright/storage/pg-boss';
import { postgresStorage } from '@botwright/storage/postgres';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { makeHostTables } from './host-tables.ts';
import { createPeople, type People } from './people.ts';
import type { Settings } from './settings.ts';
import { startTelemetry } from './telemetry.ts';

/** The parts that every node has in any role. */
export interface Backend {
  readonly engine: IdentifiedEngine;
  readonly people: People;
  readonly pool: pg.Pool;
  /** Rejects when the database cannot be reached. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Connections of one node, plus two for pg-boss and one on which a worker learns of new work. All nodes together stay
 * below `max_connections` of PostgreSQL, which is 100 by default.
 */
const connectionsOfNode = 10;

export async function openBackend({ role, databaseUrl, secretKey, webhookCidrs }: Settings): Promise<Backend> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: connectionsOfNode,
    // Pipelines the statements of a transaction.
    pipeline: true,
    // Without it a request waits without limit while the database is away.
    connectionTimeoutMillis: 5_000,
  });
  // The pool replaces an idle connection that breaks; without a listener the process would end.
  pool.on('error', (error) => console.error('A connection to the database broke:', error.message));
  await makeHostTables(pool);
  // The engine's tables are in a separate schema, in the same database and on the same connections.
  const tables = await postgresStorage({ pool, schema: 'bots' });
  // The application's job queue, so that one tool shows waiting, failed and dead jobs. Without it the engine uses its
  // built-in queue, which sends several times as many webhooks a second.
  const boss = new PgBoss({ connectionString: databaseUrl, schema: 'jobs', max: 2, supervise: role === 'worker' });
  boss.on('error', (error) => console.error('pg-boss:', error.message));
  const storage = await pgBossStorage({ boss: await boss.start(), storage: tables });
  const people = createPeople(pool);
  const guard = webhookCidrs.length > 0 ? { allowedCidrs: webhookCidrs } : {};
  const [sender, requester] = [undiciSender(guard), undiciRequester(guard)];
  const telemetry = startTelemetry(role);
  const engine = createEngine({
    storage,
    cipher: aesCipher({ keys: [{ id: 'first', key: secretKey }] }),
    sender,
    runner: conversationRunner(),
    effects: standardEffectHost({ requester }),
    // People have the uuids of the application; the engine gives them the integers of its interfaces.
    identities: { person: 'string' },
    agents: people.agents,
    // Only companies that have signed up are served.
    brands: 'declared',
    keepEvents: { forMs: 7 * 24 * 60 * 60 * 1_000 },
    userAgentBrand: 'builder-backend',
    tracer: telemetry?.tracer,
  });
  return {
    engine,
    people,
    pool,
    async check() {
      await pool.query('SELECT 1');
    },
    async close() {
      await Promise.all([sender.close(), requester.close()]);
      await engine.close();
      await boss.stop();
      await pool.end();
      await telemetry?.close();
    },
  };
}
