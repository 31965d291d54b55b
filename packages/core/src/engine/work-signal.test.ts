import { expect, it } from 'vitest';
import { engineStorage } from '../../test/stored-records.ts';
import { memoryStorage } from '../memory/index.ts';
import { load, useCaseOf } from './use-case/use-case.ts';
import { createWorkSignal, createWorkSignals } from './work-signal.ts';

it('[DI2][CV29] after resolves when notify was called more often than the given count', async () => {
  const signal = createWorkSignal();
  const woken: number[] = [];
  const waiting = [signal.after(0), signal.after(0)].map((wait, index) => wait.then(() => woken.push(index)));
  await Promise.resolve();
  expect(woken).toEqual([]);
  signal.notify();
  await Promise.all(waiting);
  expect([woken, signal.count()]).toEqual([[0, 1], 1]);
  await signal.after(0);
});

it('[DI2][CV29] a committed transaction notifies of the work that it queued, and one that rolled back does not', async () => {
  const signals = createWorkSignals();
  const storage = engineStorage(memoryStorage(), { signals });
  const delivery = {
    id: '01910000-0000-7000-8000-000000000001',
    target: { kind: 'hook', number: 1 },
    workspace: 1,
    customerNumber: 1,
    messageUuid: 'm',
    origin: 'https://crm.example.com',
    createdAt: 1,
    dueAt: 1,
    body: '{}',
  } as const;
  const counts = () => [signals.deliveries.count(), signals.conversations.count()];

  const adding = (fails: boolean) =>
    storage.perform('acme', () =>
      useCaseOf(function* ({ operations }) {
        operations.push({ kind: 'addDeliveries', deliveries: [delivery] });
        yield* load({ kind: 'delivery', id: delivery.id });
        if (fails) throw new Error('no');
        return counts();
      }),
    );
  await expect(adding(true)).rejects.toThrow('no');
  await storage.perform('acme', () => useCaseOf(() => load({ kind: 'delivery', id: delivery.id })));
  expect(counts()).toEqual([0, 0]);

  const added = await adding(false);
  expect([added, counts()]).toEqual([
    [0, 0],
    [1, 0],
  ]);
});
