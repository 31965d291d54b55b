import { createHash } from 'node:crypto';
import type { ClaimedDelivery, DeliveryRecord, NewDelivery } from '@botwright/core/ports';
import { targetName } from '@botwright/core/webhooks';
import type { Db, JobInsert, PgBoss } from 'pg-boss';
import type { Client } from '../postgres/client.ts';

type Progress = DeliveryRecord['progress'];

/** The contents of a job: only ids, no address and no text of a message. */
export interface DeliveryJobData {
  readonly brand: string;
  readonly delivery: string;
  /** Such as `hook:7`. */
  readonly target: string;
  readonly message: string;
  /** From 1; the receiver sees it in the header of attempts. */
  readonly attempt: number;
}

/** The most jobs of one fetch by priority: more than two with one priority are improbable. */
const fetchedAtOnce = 8;

const hourSeconds = 3_600;
/** Seconds after which pg-boss considers an active job lost: the maximum, because the lease of the delivery decides. */
const expireSeconds = 24 * hourSeconds;
/** Seconds for which pg-boss stores a job that nobody works: a delivery that waits longer gets another one. */
const retentionSeconds = 24 * hourSeconds;
/** Seconds for which pg-boss stores the job of a dead delivery: the engine stores the delivery for the same time. */
const deadRetentionSeconds = 30 * 24 * hourSeconds;

/** Writes the jobs of deliveries in the transaction of one client. */
export interface DeliveryJobs {
  /** Adds the jobs of the first attempts. */
  add(brand: string, deliveries: readonly NewDelivery[]): Promise<void>;
  /**
   * Activates the jobs of newly leased deliveries. Takes over jobs that another worker left active, and makes missing
   * ones.
   *
   * @returns The deliveries whose jobs somebody cancelled or completed in pg-boss.
   */
  start(claimed: readonly ClaimedDelivery[]): Promise<readonly ClaimedDelivery[]>;
  /** Ends the jobs of attempts, and adds the jobs of the next attempts. */
  settle(ended: readonly EndedAttempt[]): Promise<void>;
}

export interface EndedAttempt {
  readonly brand: string;
  /** The delivery during the attempt. */
  readonly delivery: DeliveryRecord;
  readonly progress: Progress;
}

export interface DeliveryJobsOptions {
  readonly boss: PgBoss;
  readonly queue: string;
  readonly deadQueue: string;
}

/** The connection that pg-boss uses for its statements. */
export function dbOf(client: Client): Db {
  return {
    async executeSql(text, values) {
      const { rows } = await client.query({ text, ...(values !== undefined && { values }) });
      return { rows: [...rows] };
    },
  };
}

/** @spec PB1, PB2, PB3, PB4, PB5, PB6, PB7, PB8 */
export function deliveryJobs({ boss, queue, deadQueue }: DeliveryJobsOptions, client: Client): DeliveryJobs {
  const db = dbOf(client);

  async function insert(jobs: readonly JobInsert[]): Promise<void> {
    await boss.insert(queue, [...jobs], { db, returnId: false });
  }

  /** Returns active jobs to the queue. */
  async function putBack(ids: readonly string[]): Promise<void> {
    await boss.cancel(queue, [...ids], { db });
    await boss.resume(queue, [...ids], { db });
  }

  /** @returns Whether pg-boss has handed out the job. */
  async function fetch(id: string): Promise<boolean> {
    const priority = priorityOf(id);
    const range = { minPriority: priority, maxPriority: priority };
    const fetched = await boss.fetch(queue, { ...range, batchSize: fetchedAtOnce, ignoreStartAfter: true, db });
    const others = fetched.map((job) => job.id).filter((each) => each !== id);
    if (others.length > 0) await putBack(others);
    return others.length < fetched.length;
  }

  /** @returns `false` if somebody cancelled or completed the job. */
  async function start(delivery: ClaimedDelivery): Promise<boolean> {
    const { brand } = delivery;
    const id = jobIdOf(brand, delivery);
    if (await fetch(id)) return true;
    const [job] = await boss.findJobs(queue, { id, db });
    if (job?.state === 'cancelled' || job?.state === 'completed') return false;
    if (job?.state === 'active') {
      await putBack([id]);
    } else {
      if (job !== undefined) await boss.deleteJob(queue, id, { db });
      await insert([jobOf(brand, delivery, dueAtOf(delivery.progress))]);
    }
    if (await fetch(id)) return true;
    throw new Error(`pg-boss has not handed out the job of delivery ${delivery.id}.`);
  }

  return {
    add: (brand, deliveries) => insert(deliveries.map((delivery) => jobOf(brand, delivery, delivery.dueAt))),

    async start(claimed) {
      const removed: ClaimedDelivery[] = [];
      for (const delivery of claimed) if (!(await start(delivery))) removed.push(delivery);
      return removed;
    },

    async settle(ended) {
      const [settled, next, cancelled, dead]: [Settled[], JobInsert[], string[], JobInsert[]] = [[], [], [], []];
      for (const { brand, delivery, progress } of ended) {
        const id = jobIdOf(brand, delivery);
        const output = outputOf(progress);
        if (progress.state === 'pending' && progress.attempts.length === delivery.progress.attempts.length) {
          await putBack([id]);
          await boss.update(queue, undefined, { id, startAfter: momentOf(progress.dueAt), db });
        } else if (progress.state !== 'dead') {
          settled.push({ id, output, end: 'complete' });
          if (progress.state === 'pending') next.push(jobOf(brand, { ...delivery, progress }, progress.dueAt));
        } else if (progress.reason === 'disabled') {
          cancelled.push(id);
        } else {
          const { reason } = progress;
          settled.push({ id, output: { ...output, reason }, end: 'fail' });
          const data = { ...dataOf(brand, delivery), reason };
          dead.push({ data, retryLimit: 0, retentionSeconds: deadRetentionSeconds });
        }
      }
      for (const alike of Map.groupBy(settled, ({ end, output }) => JSON.stringify([end, output])).values()) {
        const [{ end, output } = { end: 'complete' as const, output: {} }] = alike;
        const ids = alike.map(({ id }) => id);
        await boss[end](queue, ids, output, { db });
      }
      if (cancelled.length > 0) await boss.cancel(queue, cancelled, { db });
      if (next.length > 0) await insert(next);
      if (dead.length > 0) await boss.insert(deadQueue, dead, { db, returnId: false });
    },
  };
}

/** An ended job. */
interface Settled {
  readonly id: string;
  readonly output: object;
  readonly end: 'complete' | 'fail';
}

/** The outcome of the last attempt. Jobs with the same outcome are written together. */
function outputOf({ attempts }: Progress): object {
  const { at: _at, durationMs: _durationMs, ...outcome } = attempts.at(-1) ?? { at: 0, durationMs: 0 };
  return outcome;
}

type JobDelivery = Pick<DeliveryRecord, 'id' | 'target' | 'messageUuid'> & { readonly progress?: Progress };

/** Each attempt has one job and so one id. If nothing was sent, the same job waits again. */
function jobIdOf(brand: string, { id, progress }: JobDelivery): string {
  const attempts = progress?.attempts.length ?? 0;
  const hash = createHash('sha256')
    .update(JSON.stringify([brand, id, attempts]))
    .digest('hex');
  // The form of UUID version 8, which is for hashes.
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

/**
 * pg-boss fetches by priority, with an index, and not by id. So each job has a different priority; if a fetch returns
 * several jobs with one priority, all but one are put back.
 */
function priorityOf(jobId: string): number {
  return Number.parseInt(jobId.slice(0, 8), 16) % 2 ** 31;
}

function dataOf(brand: string, { id, target, messageUuid, progress }: JobDelivery): DeliveryJobData {
  const attempt = (progress?.attempts.length ?? 0) + 1;
  return { brand, delivery: id, target: targetName(target), message: messageUuid, attempt };
}

function jobOf(brand: string, delivery: JobDelivery, dueAt: number): JobInsert {
  const id = jobIdOf(brand, delivery);
  return {
    id,
    data: dataOf(brand, delivery),
    group: { id: `${brand} ${targetName(delivery.target)}` },
    startAfter: momentOf(dueAt),
    priority: priorityOf(id),
    retryLimit: 0,
    expireInSeconds: expireSeconds,
    retentionSeconds,
  };
}

function momentOf(dueAt: number): string {
  return new Date(dueAt).toISOString();
}

function dueAtOf(progress: Progress): number {
  return progress.state === 'pending' ? progress.dueAt : progress.finishedAt;
}
