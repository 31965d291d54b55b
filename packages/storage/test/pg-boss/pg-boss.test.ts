import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createEngine, type Engine, type EngineOptions, permissions } from '@botwright/core';
import { type ClaimRequest, isStorageUnavailable, type NewDelivery } from '@botwright/core/ports';
import type { AttemptOutcome } from '@botwright/core/webhooks';
import type { PgBoss } from 'pg-boss';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { packageOptions } from '../../../../scripts/built-for-tests.mjs';
import { pgBossStorage } from '../../src/pg-boss/pg-boss-storage.ts';
import type { PostgresStorage } from '../../src/postgres/postgres-port.ts';
import { postgresStorage } from '../../src/postgres/postgres-storage.ts';
import { type PostgresServer, startPostgres } from '../postgres/postgres-server.ts';
import { addDeliveries, commit, progressOf, store } from '../postgres/samples.ts';
import { silentNetwork } from '../postgres/silent-network.ts';
import { toHooks } from './hooks.ts';
import { startBoss } from './start-boss.ts';

const brand = 'acme';
const queue = 'botwright-deliveries';
/** A machine may be ten times slower than the one on which this was written. */
const polling = { timeout: 50_000, interval: 20 };
/** Milliseconds in which a busy machine runs a statement that does not wait. */
const enoughMs = 3_000;

let server: PostgresServer;
let schema: string;
let boss: PgBoss;
let storage: PostgresStorage;
const cleanUps: (() => unknown)[] = [];

beforeAll(async () => {
  server = await startPostgres();
}, 120_000);
afterAll(() => server.stop());

beforeEach(async () => {
  schema = server.newSchema().slice(0, 40);
  boss = await startBoss({ connectionString: server.url, schema: `${schema}_boss` });
  storage = await openNode();
}, 60_000);
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
  await boss.stop({ graceful: false });
  await server.drop(schema);
  await server.drop(`${schema}_boss`);
});

async function openNode(): Promise<PostgresStorage> {
  const opened = await pgBossStorage({ boss, storage: await postgresStorage({ pool: server.pool, schema }) });
  cleanUps.push(() => opened.close());
  return opened;
}

const jobs = async () =>
  (await boss.findJobs<{ attempt: number; delivery: string; target: string }>(queue)).toSorted(
    (a, b) => a.data.attempt - b.data.attempt,
  );
const deadJobs = () => boss.findJobs<{ delivery: string; reason: string }>(`${queue}-dead`);
const stateOf = async (id: string) => (await progressOf(storage, { id }))?.state;

function delivery(target: number, members: Partial<NewDelivery> = {}): NewDelivery {
  const now = Date.now();
  return {
    id: randomUUID(),
    target: { kind: 'hook', number: target },
    workspace: 1,
    customerNumber: 5,
    messageUuid: randomUUID(),
    origin: 'https://crm.example.com',
    createdAt: now,
    dueAt: now,
    body: '{"messages":[]}',
    ...members,
  };
}

async function add(...added: NewDelivery[]): Promise<void> {
  await store(storage, addDeliveries(...added));
}

interface Attempt {
  readonly id: string;
  readonly attempt: number;
  readonly at: number;
}

interface Node {
  readonly engine: Engine;
  readonly sent: readonly Attempt[];
}

/** An engine with workers that send nothing. */
async function startNode(
  answer: (attempt: Attempt) => AttemptOutcome | Promise<AttemptOutcome> = () => ({ kind: 'answered', status: 204 }),
  options: Partial<EngineOptions> = {},
): Promise<Node> {
  const sent: Attempt[] = [];
  const sender: NonNullable<EngineOptions['sender']> = {
    async send({ id, headers }) {
      const attempt = { id, attempt: Number(headers['x-delivery-attempt']), at: Date.now() };
      sent.push(attempt);
      return answer(attempt);
    },
    checkTarget: () => 'accepted',
    close: async () => undefined,
  };
  const engine = createEngine({ storage: await openNode(), sender, ...toHooks, ...options });
  const workers = engine.startWorkers();
  cleanUps.push(() => workers.stop());
  return { engine, sent };
}

async function addHook(): Promise<number> {
  const caller = createEngine({ storage, ...toHooks }).as({ brand, person: 7, workspaces: [1], permissions });
  const { channel } = await caller.channels.create({ type: 'apichat', name: 'Shop' });
  return (await caller.hooks.create(channel.number, { url: 'https://crm.example.com/hook' })).number;
}

it('[PB1] the job of a delivery comes with the commit of its transaction, also of the host, and not with a rollback', async () => {
  const unmet = { kind: 'bot', key: ['none'], version: 'none' };
  expect(await commit(storage, [addDeliveries(delivery(1))], [unmet])).toBe('conflict');
  const first = delivery(1, { dueAt: Date.now() + 60_000 });
  const watched = storage.addingWith(async () => expect(await jobs()).toEqual([]));
  await store(watched, addDeliveries(first));
  const client = await server.pool.connect();
  const inHost = delivery(2);
  for (const [end, added] of [
    ['ROLLBACK', delivery(3)],
    ['COMMIT', inHost],
  ] as const) {
    await client.query('BEGIN');
    await store(storage.within(client), addDeliveries(added));
    await client.query(end);
  }
  client.release();
  const found = await jobs();
  expect(found.map(({ data }) => data.delivery).toSorted()).toEqual([first.id, inHost.id].toSorted());
  expect(found.find(({ data }) => data.delivery === first.id)).toMatchObject({
    state: 'created',
    retryLimit: 0,
    groupId: 'acme hook:1',
    startAfter: new Date(first.dueAt),
    data: { brand, target: 'hook:1', message: first.messageUuid, attempt: 1 },
  });
  expect(JSON.stringify(found)).not.toContain('crm.example.com');
});

it('[PB1] a pg-boss in another database is refused', async () => {
  const name = `boss_${schema}`;
  await server.pool.query(`CREATE DATABASE "${name}"`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  const elsewhere = await startBoss({ connectionString: url.href });
  const inner = await postgresStorage({ pool: server.pool, schema });
  await expect(pgBossStorage({ boss: elsewhere, storage: inner })).rejects.toThrow('in the database of the storage');
  await elsewhere.stop({ graceful: false });
  await server.pool.query(`DROP DATABASE "${name}" WITH (FORCE)`);
});

it('[PB2][PB4] each attempt is a job, six at most by the policy of the engine, and the last one is a dead letter', async () => {
  const { sent } = await startNode(() => ({ kind: 'answered', status: 503 }), { retry: { scale: 0.02 } });
  const added = delivery(await addHook());
  await add(added);
  await vi.waitUntil(async () => (await stateOf(added.id)) === 'dead', polling);
  expect(sent.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5, 6]);
  const gaps = sent.slice(1).map(({ at }, index) => at - (sent[index]?.at ?? 0));
  for (const [index, gap] of gaps.entries()) expect(gap).toBeGreaterThanOrEqual(100 * (index + 1));
  const found = await jobs();
  expect(found.map(({ data, state, retryCount }) => [data.attempt, state, retryCount])).toEqual([
    ...[1, 2, 3, 4, 5].map((attempt) => [attempt, 'completed', 0]),
    [6, 'failed', 0],
  ]);
  expect(found.map(({ output }) => output)).toMatchObject([
    ...Array.from({ length: 5 }, () => ({ status: 503 })),
    { status: 503, reason: 'exhausted' },
  ]);
  expect((await deadJobs()).map(({ data, state }) => [data.delivery, data.reason, state])).toEqual([
    [added.id, 'exhausted', 'created'],
  ]);
});

it('[PB3] jobs of deliveries under way are active, as many of a target as the engine allows', async () => {
  const held = Promise.withResolvers<AttemptOutcome>();
  cleanUps.push(() => held.resolve({ kind: 'answered', status: 204 }));
  const { sent } = await startNode(() => held.promise);
  const [first, second] = [await addHook(), await addHook()];
  await add(...Array.from({ length: 12 }, () => delivery(first)), delivery(second));
  await vi.waitUntil(() => sent.length === 9, polling);
  const active = (await jobs()).filter(({ state }) => state === 'active').map(({ data }) => data.target);
  expect(active.toSorted()).toEqual([...Array.from({ length: 8 }, () => `hook:${first}`), `hook:${second}`].toSorted());
  held.resolve({ kind: 'answered', status: 204 });
  await vi.waitUntil(async () => (await jobs()).every(({ state }) => state === 'completed'), polling);
  expect(sent).toHaveLength(13);
});

it('[PB5] a delivery whose job was cancelled in pg-boss is not sent, and ends as disabled', async () => {
  const target = await addHook();
  const [cancelled, kept] = [delivery(target), delivery(target)];
  await add(cancelled, kept);
  const job = (await jobs()).find(({ data }) => data.delivery === cancelled.id);
  await boss.cancel(queue, job?.id ?? '');
  const { sent } = await startNode();
  await vi.waitUntil(async () => (await stateOf(cancelled.id)) === 'dead', polling);
  await vi.waitUntil(async () => (await stateOf(kept.id)) === 'delivered', polling);
  expect(sent.map(({ id }) => id)).toEqual([kept.id]);
  expect(await progressOf(storage, cancelled)).toMatchObject({ reason: 'disabled' });
  expect(await deadJobs()).toEqual([]);
});

it('[PB6] a delivery without a job gets one, and a job that pg-boss gave up is taken up again', async () => {
  const target = await addHook();
  const before = await postgresStorage({ pool: server.pool, schema });
  const without = delivery(target);
  await store(before, addDeliveries(without));
  await before.close();
  const failed = delivery(target);
  await add(failed);
  await boss.fail(queue, (await jobs())[0]?.id ?? '');
  await startNode();
  for (const { id } of [without, failed]) await vi.waitUntil(async () => (await stateOf(id)) === 'delivered', polling);
  await vi.waitUntil(async () => (await jobs()).every(({ state }) => state === 'completed'), polling);
  expect(await jobs()).toHaveLength(2);
});

it('[PB6] a job that an operator runs again after its delivery has ended disturbs no other', async () => {
  const target = await addHook();
  const { sent } = await startNode(() => ({ kind: 'failed', reason: 'blocked' }));
  const first = delivery(target);
  await add(first);
  await vi.waitUntil(async () => (await stateOf(first.id)) === 'dead', polling);
  await boss.retry(queue, (await jobs())[0]?.id ?? '');
  const second = delivery(target);
  await add(second);
  await vi.waitUntil(async () => (await stateOf(second.id)) === 'dead', polling);
  expect(sent.map(({ id }) => id)).toEqual([first.id, second.id]);
});

it('[PB8] jobs of deliveries that end together stay, and nobody works them', async () => {
  const target = await addHook();
  const added = [delivery(target), delivery(target)];
  await add(...added);
  await store(storage, { do: 'endDeliveries', of: { target: { kind: 'hook', number: target } }, at: Date.now() });
  const { sent } = await startNode();
  const last = delivery(await addHook());
  await add(last);
  await vi.waitUntil(async () => (await stateOf(last.id)) === 'delivered', polling);
  expect(sent.map(({ id }) => id)).toEqual([last.id]);
  expect((await jobs()).map(({ state }) => state).toSorted()).toEqual(['completed', 'created', 'created']);
});

it('[PB6] a delivery that is postponed keeps its job, which waits again', async () => {
  let fails = true;
  const planOf = async () => {
    if (fails) throw new Error('The plans are away.');
    return 'professional' as const;
  };
  const target = await addHook();
  const { sent } = await startNode(undefined, { plans: { planOf } });
  const added = delivery(target);
  await add(added);
  const isPostponed = async () => {
    const [job] = await jobs();
    return job?.state === 'created' && job.startAfter.getTime() > added.dueAt && job.retryCount === 0;
  };
  await vi.waitUntil(isPostponed, polling);
  fails = false;
  await vi.waitUntil(async () => (await stateOf(added.id)) === 'delivered', polling);
  expect(sent).toHaveLength(1);
  expect((await jobs()).map(({ state, data }) => [state, data.attempt])).toEqual([['completed', 1]]);
});

it('[PB7] two workers share the deliveries, and none is sent twice', async () => {
  const targets = [await addHook(), await addHook(), await addHook()];
  const nodes = await Promise.all([startNode(), startNode()]);
  const added = Array.from({ length: 120 }, (_, index) => delivery(targets[index % 3] ?? 0));
  await Promise.all(added.map((each) => add(each)));
  await vi.waitUntil(async () => (await jobs()).filter(({ state }) => state === 'completed').length === 120, polling);
  const sent = nodes.flatMap((node) => node.sent.map(({ id }) => id));
  expect(sent.toSorted()).toEqual(added.map(({ id }) => id).toSorted());
});

it('[PB7] an attempt of a process that was killed is made again by another one within a minute', async () => {
  const program = fileURLToPath(new URL('./worker-program.ts', import.meta.url));
  const child = spawn(process.execPath, [...packageOptions, program, server.url, schema], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  cleanUps.push(() => child.kill('SIGKILL'));
  const begun = once(createInterface({ input: child.stdout }), 'line');
  const added = delivery(await addHook());
  await add(added);
  expect(await begun).toEqual([added.id]);
  expect((await jobs())[0]?.state).toBe('active');
  child.kill('SIGKILL');
  const { sent } = await startNode();
  await vi.waitUntil(async () => (await stateOf(added.id)) === 'delivered', polling);
  expect(sent.map(({ attempt }) => attempt)).toEqual([1]);
  expect((await jobs()).map(({ state, retryCount }) => [state, retryCount])).toEqual([['completed', 1]]);
  expect((await progressOf(storage, added))?.attempts).toHaveLength(1);
}, 120_000);

const claimOf = (worker: string): ClaimRequest => ({
  ...{ worker, now: Date.now() + 1_000, leaseUntil: Date.now() + 60_000 },
  ...{ limit: 5, slots: 10, perTarget: 2, bodyBytes: 1_000_000 },
});
const failureOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'none',
    (error: Error) => [isStorageUnavailable(error), error.message] as const,
  );

it('[PB9] a statement of pg-boss on a silent connection is given up, and a later claim has its delivery', async () => {
  const network = await silentNetwork(server.url);
  cleanUps.push(() => network.close());
  const through = await postgresStorage({ url: network.url, schema, statementTimeoutMs: enoughMs });
  cleanUps.push(() => through.close());
  const node = await pgBossStorage({ boss, storage: through });
  const added = delivery(1);
  await add(added);
  const { fetch } = boss;
  vi.spyOn(boss, 'fetch').mockImplementationOnce((...given) => {
    network.silence();
    return Reflect.apply(fetch, boss, given);
  });
  expect(await failureOf(node.deliveryQueue.claim(claimOf('a')))).toEqual([
    true,
    'A statement took longer than the statement time-out of the storage.',
  ]);
  // The server releases the locks of the silent connection when it detects that the client is gone.
  await server.pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE pid <> pg_backend_pid() AND state = 'idle in transaction' AND datname = current_database()`);
  expect((await node.deliveryQueue.claim(claimOf('b'))).map(({ id }) => id)).toEqual([added.id]);
}, 60_000);

it('[PB9] a statement of pg-boss that waits longer than the time-out is given up, and so is what it belongs to', async () => {
  const hasty = await pgBossStorage({
    boss,
    storage: await postgresStorage({ url: server.url, schema, statementTimeoutMs: enoughMs }),
  });
  cleanUps.push(() => hasty.close());
  const added = delivery(1);
  await add(added);
  const other = await server.pool.connect();
  await other.query(`BEGIN; LOCK TABLE "${schema}_boss".job IN ACCESS EXCLUSIVE MODE`);
  const expected = [true, 'A statement took longer than the statement time-out of the storage.'];
  expect(await failureOf(hasty.deliveryQueue.claim(claimOf('a')))).toEqual(expected);
  const late = delivery(2);
  expect(await failureOf(store(hasty, addDeliveries(late)))).toEqual(expected);
  await other.query('ROLLBACK');
  other.release();
  expect(await stateOf(late.id)).toBeUndefined();
  expect((await hasty.deliveryQueue.claim(claimOf('b'))).map(({ id }) => id)).toEqual([added.id]);
}, 60_000);
