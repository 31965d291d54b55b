import { systemIds } from '@botwright/core/node';
import type { NewDelivery } from '@botwright/core/ports';
import { withDeliveryBench } from './delivery-bench.ts';
import { quantile } from './median.ts';

const targets = 200;
const queued = 10_000;
const runMs = 10_000;
/** The interval of deliveries to healthy targets. */
const everyMs = 5;

const addedAt = new Map<string, number>();
const delays: number[] = [];
const ids = systemIds();

/** Adds one delivery at a time, to healthy targets in turn. @returns Their delays, in milliseconds. */
async function load(add: (target: number) => Promise<void>): Promise<readonly number[]> {
  delays.length = 0;
  const adding: Promise<void>[] = [];
  const startedAt = performance.now();
  for (let index = 0; index * everyMs < runMs; index += 1) {
    const wait = startedAt + index * everyMs - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    adding.push(add(index % targets));
  }
  await Promise.all(adding);
  while (addedAt.size > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  return [...delays];
}

await withDeliveryBench(
  (sender) => ({
    ...sender,
    async send(attempt) {
      const outcome = await sender.send(attempt);
      const at = addedAt.get(attempt.id);
      if (at !== undefined) delays.push(performance.now() - at);
      addedAt.delete(attempt.id);
      return outcome;
    },
  }),
  async ({ engine, storage, caller, url }) => {
    const numbers: number[] = [];
    for (let index = 0; index <= targets; index += 1) {
      const webhookUrl = index < targets ? `${url}/${index}` : `${url}/hang`;
      const creation = { type: 'apichat', name: `Channel ${index}`, workspace: 1, webhookUrl };
      numbers.push((await caller.channels.create(creation)).channel.number);
    }
    const delivery = (target: number): NewDelivery => {
      const now = Date.now();
      return {
        id: ids.uuidAt(now),
        target: { kind: 'channel', number: numbers[target] as number },
        workspace: 1,
        customerNumber: 1,
        messageUuid: ids.uuid(),
        origin: url,
        createdAt: now,
        dueAt: now,
        body: JSON.stringify({ messages: [{ type: 'text', message: 'x'.repeat(400) }] }),
      };
    };
    const add = (target: number): Promise<void> => {
      const each = delivery(target);
      addedAt.set(each.id, performance.now());
      return storage.transaction('bench', (tx) => tx.deliveries.add([each]));
    };

    // These are added without the engine, so the worker finds them by polling.
    const workers = engine.startWorkers({ isAlone: true, deliveries: { pollMs: 10, graceMs: 10 } });
    await load(add);
    const baseline = await load(add);
    await storage.transaction('bench', (tx) =>
      tx.deliveries.add(Array.from({ length: queued }, () => delivery(targets))),
    );
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const besides = await load(add);
    const hanging = await caller.deliveries.list({
      state: 'delivered',
      target: { kind: 'channel', number: numbers[targets] as number },
    });
    if (hanging.total > 0) throw new Error('The target does not hang.');
    await workers.stop();

    const p99 = quantile(baseline, 0.99);
    const p99Besides = quantile(besides, 0.99);
    console.log(
      `${targets} healthy targets, p99 from added to answered: ${p99.toFixed(1)} ms alone, ` +
        `${p99Besides.toFixed(1)} ms beside one that hangs with ${queued} queued, ` +
        `ratio ${(p99Besides / p99).toFixed(2)} (at most 2)`,
    );
  },
);
