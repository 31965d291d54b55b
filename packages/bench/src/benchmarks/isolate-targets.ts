import { setTimeout as pause } from 'node:timers/promises';
import { systemIds } from '@botwright/core/node';
import type { NewDelivery } from '@botwright/core/ports';
import { type Bench, defineBenchmark } from '../harness/benchmark.ts';
import { median, quantile } from '../harness/spread.ts';
import { withDeliveryBench } from '../servers/delivery-bench.ts';
import { bodyOf } from '../stores/sample-deliveries.ts';
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
  async run(bench) {
    const { options, compare } = bench;
    const arm = (name: string, queued: number) => ({
      name,
      measure: async () => {
        const delays = await delaysBeside(bench, queued, options);
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
async function delaysBeside(
  bench: Pick<Bench, 'folder'>,
  queued: number,
  { targets, seconds, every }: Load,
): Promise<readonly number[]> {
  const ids = systemIds();
  const addedAt = new Map<string, number>();
  const delays: number[] = [];

  async function load(runMs: number, add: (target: number) => Promise<void>): Promise<void> {
    delays.length = 0;
    const adding: Promise<void>[] = [];
    const startedAt = performance.now();
    for (let index = 0; index * every < runMs; index += 1) {
      const wait = startedAt + index * every - performance.now();
      if (wait > 0) await pause(wait);
      adding.push(add(index % targets));
    }
    await Promise.all(adding);
    while (addedAt.size > 0) await pause(10);
  }

  function noteDelay(id: string): void {
    const at = addedAt.get(id);
    if (at !== undefined) delays.push(performance.now() - at);
    addedAt.delete(id);
  }

  await withDeliveryBench(bench, noteDelay, async ({ engine, storage, caller, url }) => {
    const numbers: number[] = [];
    for (let index = 0; index <= targets; index += 1) {
      const webhookUrl = index < targets ? `${url}/${index}` : `${url}/hang`;
      const creation = { type: 'apichat', name: `Channel ${index}`, workspace: 1, webhookUrl };
      numbers.push((await caller.channels.create(creation)).channel.number);
    }
    const targetAt = (index: number) => ({ kind: 'channel', number: numbers[index] as number }) as const;
    const delivery = (index: number): NewDelivery => {
      const now = Date.now();
      const about = { workspace: 1, customerNumber: 1, origin: url, body: bodyOf(400) };
      const target = targetAt(index);
      return { ...about, id: ids.uuidAt(now), target, messageUuid: ids.uuid(), createdAt: now, dueAt: now };
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
      const hanging = Array.from({ length: queued }, () => delivery(targets));
      await addDeliveries(storage, hanging);
      await pause(1_000);
    }
    await load(seconds * 1_000, add);
    const { total } = await caller.deliveries.list({ state: 'delivered', target: targetAt(targets) });
    if (total > 0) throw new Error('The target does not hang.');
    await workers.stop();
  });
  return delays;
}
