import { expect, it } from 'vitest';
import { memoryStorage } from '../../memory/index.ts';
import type { Storage } from '../../ports/storage.ts';
import { simulatedClock } from '../../testing/simulated-clock.ts';
import { createStorageOutages } from '../storage-outages.ts';
import { load, useCaseOf } from '../use-case/use-case.ts';
import { createWorkSignals } from '../work-signal.ts';
import { createEngineStorage } from './engine-storage.ts';
import { createEventBus } from './event-bus.ts';

function storageFixture(bare: Storage = memoryStorage()) {
  const clock = simulatedClock();
  const events = createEventBus({ clock, timer: clock });
  const seen: unknown[] = [];
  const subscription = events.subscribe((event) => seen.push(event));
  const outages = createStorageOutages({ clock, onChange: undefined });
  const parts = { clock, timer: clock, events, outages, signals: createWorkSignals() };
  const storage = createEngineStorage({ ...parts, storage: bare });
  return { storage, seen, settled: () => subscription.end(), clock };
}

it('[EV1][EV7] an event is raised once its transaction has committed, and not before', async () => {
  const { storage, seen, settled, clock } = storageFixture();
  await storage.perform(
    'acme',
    () =>
      useCaseOf(function* ({ events }) {
        events.push({ type: 'bot.renamed', botId: 'b1', workspace: 1 });
        yield* load({ kind: 'bot', id: 'b1' });
        expect(seen).toEqual([]);
      }),
    { kind: 'person', person: 7 },
  );
  await settled();
  const event = { type: 'bot.renamed', at: clock.now(), brand: 'acme', by: { kind: 'person', person: 7 } };
  expect(seen).toEqual([{ ...event, botId: 'b1', workspace: 1 }]);
  expect(Object.isFrozen(seen[0])).toBe(true);
});

it('[EV1] a transaction that rolls back, or whose commit fails, raises nothing', async () => {
  const bare = memoryStorage();
  const failing: Storage = {
    ...bare,
    async exclusive(scope, program) {
      await bare.exclusive(scope, program);
      throw new Error('The machine went away.');
    },
  };
  for (const store of [bare, failing]) {
    const { storage, seen, settled } = storageFixture(store);
    const attempt = storage.perform('acme', () =>
      useCaseOf(function* ({ events }) {
        events.push({ type: 'bot.renamed', botId: 'b1', workspace: 1 });
        yield* load({ kind: 'bot', id: 'b1' });
        if (store === bare) throw new Error('The machine went away.');
      }),
    );
    await expect(attempt).rejects.toThrow('The machine went away.');
    await settled();
    expect(seen).toEqual([]);
  }
});

it('[EV2] of a transaction that the store runs again, the last run counts', async () => {
  const bare = memoryStorage();
  let isFirst = true;
  const again: Storage = {
    ...bare,
    async exclusive(scope, program) {
      const { decision } = await bare.exclusive(scope, program);
      isFirst = !isFirst;
      return { decision, committed: { kind: isFirst ? 'committed' : 'conflict' } };
    },
  };
  const { storage, seen, settled } = storageFixture(again);
  let runs = 0;
  await storage.perform('acme', () =>
    useCaseOf(function* ({ events }) {
      runs += 1;
      events.push({ type: 'bot.renamed', botId: `b${runs}`, workspace: 1 });
      yield* load({ kind: 'bot', id: 'b1' });
    }),
  );
  await settled();
  expect(seen).toEqual([expect.objectContaining({ botId: 'b2', by: { kind: 'engine' } })]);
});
