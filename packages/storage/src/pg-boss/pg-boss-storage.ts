import { randomUUID } from 'node:crypto';
import type { DeliveryQueue, EndedDelivery } from '@botwright/core/ports';
import { disableDelivery } from '@botwright/core/webhooks';
import type { PgBoss } from 'pg-boss';
import type { PostgresStorage, QueueTransaction } from '../postgres/postgres-port.ts';
import { type DeliveryJobs, dbOf, deliveryJobs } from './delivery-jobs.ts';

/** A store in PostgreSQL, and a pg-boss on the same database. */
export interface PgBossStorageOptions {
  /** Must be started, and in the database of the storage. The host stops it. */
  readonly boss: PgBoss;
  /** Has everything except the queue of deliveries. */
  readonly storage: PostgresStorage;
  /**
   * The queue of pg-boss, created if missing; dead deliveries get a job in the queue `<name>-dead`. Default
   * `botwright-deliveries`.
   */
  readonly queue?: string;
}

/**
 * Wraps a storage so that its deliveries are also jobs of pg-boss: the transaction that adds, leases or ends a delivery
 * also enqueues, activates or ends its job. The order of deliveries, the limits of targets and brands, and repetitions
 * are the same as without pg-boss.
 *
 * @throws When pg-boss is not started, or is in another database.
 * @spec PB1, PB2, PB3, PB4, PB5, PB6, PB7, PB8, PB9
 * @example
 * const boss = await new PgBoss(url).start();
 * const storage = await pgBossStorage({ boss, storage: await postgresStorage({ pool }) });
 *
 */
export async function pgBossStorage({
  boss,
  storage,
  queue = 'botwright-deliveries',
}: PgBossStorageOptions): Promise<PostgresStorage> {
  const deadQueue = `${queue}-dead`;
  await boss.createQueue(deadQueue);
  await boss.createQueue(queue);
  const jobsOn = (client: QueueTransaction['client']): DeliveryJobs => deliveryJobs({ boss, queue, deadQueue }, client);
  try {
    await storage.withDeliveryQueue(({ client }) => boss.findJobs(queue, { id: randomUUID(), db: dbOf(client) }));
  } catch (cause) {
    throw new Error("pg-boss has to be in the database of the storage, with tables that the storage's role may use.", {
      cause,
    });
  }

  const deliveryQueue = jobQueue(storage, jobsOn);
  const wrap = (added: PostgresStorage): PostgresStorage => ({
    ...added,
    deliveryQueue,
    within: (client) => ({ ...added.within(client), deliveryQueue }),
    addingWith: (listener) => wrap(added.addingWith(listener)),
  });
  return wrap(storage.addingWith((client, { brand, deliveries }) => jobsOn(client).add(brand, deliveries)));
}

function jobQueue(
  storage: PostgresStorage,
  jobsOn: (client: QueueTransaction['client']) => DeliveryJobs,
): DeliveryQueue {
  /** @returns The number of stored outcomes; the other deliveries had lost their lease. */
  async function complete(
    { queue, client }: QueueTransaction,
    worker: string,
    ended: readonly EndedDelivery[],
  ): Promise<number> {
    const stored = await queue.completeAll(worker, ended);
    const settled = stored.flatMap(({ brand, before }) => {
      const result = ended.find((each) => each.brand === brand && each.id === before.id);
      return result === undefined ? [] : [{ brand, delivery: before, progress: result.progress }];
    });
    if (settled.length > 0) await jobsOn(client).settle(settled);
    return settled.length;
  }

  return {
    ...storage.deliveryQueue,
    complete: ({ worker, ...of }, progress) =>
      storage.withDeliveryQueue(async (transaction) => {
        const stored = await complete(transaction, worker, [{ ...of, progress }]);
        return stored > 0 ? 'completed' : 'lost';
      }),
    async claim(request) {
      let over = 0;
      const onLeasesEnded = (count: number): void => {
        over = count;
      };
      await storage.followClock(request);
      const result = await storage.withDeliveryQueue(async (transaction) => {
        over = 0;
        const { worker, now, ended = [] } = request;
        await complete(transaction, worker, ended);
        const claimed = await transaction.queue.claim({ ...request, ended: [], onLeasesEnded });
        if (claimed.length === 0) return claimed;
        const removed = new Set(await jobsOn(transaction.client).start(claimed));
        for (const { brand, id, progress } of removed) {
          await transaction.queue.complete({ brand, id, worker }, disableDelivery(progress, now));
        }
        return claimed.filter((delivery) => !removed.has(delivery));
      });
      if (over > 0) request.onLeasesEnded?.(over);
      return result;
    },
  };
}
