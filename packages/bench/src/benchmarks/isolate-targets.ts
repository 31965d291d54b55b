import { systemIds } from '@botwright/core/node';
import type { NewDelivery } from '@botwright/core/ports';
import { defineBenchmark } from '../harness/benchmark.ts';
import { median, quantile } from '../harness/spread.ts';
import { withDeliveryBench } from '../servers/delivery-bench.ts';
import { addDeliveries } from '../stores/write-records.ts';

export const benchmark = defineBenchmark({
  name: 'isolate-targets',
  chapter: 'webhooks',
  measures:
    'The delay of deliveries to healthy targets, from added to answered, with a target beside them that never answers and has a long queue, against the same without that target. Each repeat has a server and a store of its own.',
  options: {
    targets: { about: 'healthy targets', value: 200 },
    queued: { about: 'deliveries to the target that never answers', value: 10_000 },
    seconds: { about: 'seconds of load of a repeat', value: 3, full: 10 },
    every: { about: 'milliseconds between two deliveries', value: 5 },
  },
  async run({ options, compare }) {
    const arm = (name: string, queued: number) => ({
      name,
      measure: async () => {
        const delays = await delaysBeside(queued, options);
        return { 'ms, 99 of 100 are below': quantile(delays, 0.99), 'ms, half are below': median(delays) };
      },
    });
    await compare({
      title: `${options.targets} healthy targets`,
      arms: [arm('alone', 0), arm('beside one that hangs', options.queued)],
      ratios: [{ of: 'beside one that hangs', to: 'alone', atMost: 2 }],
      warmUp: 1,
    });
  },
});

interface Load {
  readonly targets: number;
  readonly seconds: number;
  readonly every: number;
}

/** Adds one delivery at a time, to healthy targets in turn. @returns Their delays, in milliseconds. */
async function delaysBeside(queued: number, { targets, seconds, every }: Load): Promise<readonly number[]> {
  const ids = systemIds();
  const addedAt = new Map<string, number>();
  const delays: number[] = [];

  async function load(runMs: number, add: (target: number) => Promise<void>): Promise<void> {
    delays.length = 0;
    const adding: Promise<void>[] = [];
    const startedAt = performance.now();
    for (let index = 0; index * every < runMs; index += 1) {
      const wait = startedAt + index * every - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      adding.push(add(index % targets));
    }
    await Promise.all(adding);
    while (addedAt.size > 0) await new Promise((resolve) => setTimeout(resolve, 10));
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
        return addDeliveries(storage, [each]);
      };

      // These are added without the engine, so the worker finds them by polling.
      const workers = engine.startWorkers({ isAlone: true, deliveries: { pollMs: 10, graceMs: 10 } });
      await load(500, add);
      if (queued > 0) {
        await addDeliveries(
          storage,
          Array.from({ length: queued }, () => delivery(targets)),
        );
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      }
      await load(seconds * 1_000, add);
      const hanging = await caller.deliveries.list({
        state: 'delivered',
        target: { kind: 'channel', number: numbers[targets] as number },
      });
      if (hanging.total > 0) throw new Error('The target does not hang.');
      await workers.stop();
    },
  );
  return delays;
}
