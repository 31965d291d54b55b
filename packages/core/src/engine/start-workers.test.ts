import { expect, it } from 'vitest';
import { dispatchSetup } from '../../test/dispatch-setup.ts';
import type { QueuedWork } from '../ports/storage.ts';
import { createEngine } from './create-engine.ts';

it('[DI2] deliveries of others are sent at once when the store tells of them, until the workers stop', async () => {
  const setup = dispatchSetup();
  const { clock, parts } = setup;
  const listeners = new Set<(work: QueuedWork) => void>();
  const storage = {
    ...setup.storage,
    onQueuedWork(listener: (work: QueuedWork) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const engine = createEngine({ ...parts, transports: {}, timer: clock, storage, retry: {} });
  expect(listeners.size).toBe(0);
  const workers = engine.startWorkers({ deliveries: { pollMs: 60_000 } });
  await setup.runUntilIdle();
  await setup.add(await setup.addHook());
  await setup.pass(1_000);
  for (const listener of listeners) listener({ deliveries: false, conversations: true });
  await setup.runUntilIdle();
  expect(setup.sent).toEqual([]);
  for (const listener of listeners) listener({ deliveries: true, conversations: false });
  await setup.runUntilIdle();
  expect(setup.sent.map(({ at }) => at)).toEqual([1_000]);
  await workers.stop();
  expect(listeners.size).toBe(0);
});
