import { expect, it } from 'vitest';
import { engineFixture } from '../../test/engine-fixture.ts';
import { away, failingStorage } from '../../test/failing-storage.ts';
import type { ConversationRunner } from '../domain/conversation/step.ts';
import { StorageUnavailableError } from '../ports/storage-unavailable.ts';
import type { WebhookSender } from '../ports/webhook-sender.ts';
import type { EngineOptions } from './engine-options.ts';
import type { WorkersOptions } from './start-workers.ts';
import type { StorageChange } from './storage-outages.ts';
import { storageFaultOf } from './storage-outages.ts';

const sender: WebhookSender = {
  send: async () => ({ kind: 'answered', status: 204 }),
  checkTarget: () => 'accepted',
  close: async () => undefined,
};
/** There is no conversation to run. */
const runner = {} as ConversationRunner;

function startNode(options: WorkersOptions, engineOptions: Partial<EngineOptions> = {}) {
  const storage = failingStorage();
  const changes: StorageChange[] = [];
  const fixture = engineFixture({
    storage,
    sender,
    runner,
    onStorageChange: (change) => changes.push(change),
    ...engineOptions,
  });
  const workers = fixture.engine.startWorkers(options);
  async function pass(seconds: number): Promise<void> {
    for (let step = 0; step < seconds * 4; step += 1) {
      for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      fixture.clock.advance(250);
    }
  }
  return { ...fixture, storage, changes, pass, stop: () => workers.stop() };
}

it('[ER18] of a store that is away the workers report the first failure; the host learns its begin and end', async () => {
  const faults: string[] = [];
  const onFault =
    (kind: string) =>
    ({ error }: { readonly error: unknown }) =>
      void faults.push(`${kind}: ${storageFaultOf(error)?.message}`);
  const { storage, changes, pass, stop } = startNode({
    deliveries: { onFault: onFault('deliveries') },
    conversations: { onFault: onFault('conversations') },
  });
  const error = away();
  for (const outages of [1, 2]) {
    await pass(3);
    storage.failWith(error);
    await pass(30);
    expect(faults).toHaveLength(outages);
    storage.work();
    await pass(10);
  }
  expect(faults.every((fault) => fault.endsWith(': The server of the store is away.'))).toBe(true);
  expect(changes).toEqual([
    { kind: 'away', error },
    { kind: 'back', awayMs: expect.closeTo(31_000, -4) },
    { kind: 'away', error },
    { kind: 'back', awayMs: expect.closeTo(31_000, -4) },
  ]);
  await stop();
});

it('[ER18] a host that wants every failure gets it, and other faults are never left out', async () => {
  const faults: unknown[] = [];
  const onFault = ({ error }: { readonly error: unknown }) => void faults.push(error);
  const every = startNode({ everyStorageFault: true, deliveries: { onFault } });
  every.storage.failWith(away());
  await every.pass(20);
  expect(faults.length).toBeGreaterThan(3);
  await every.stop();

  const others = startNode({ deliveries: { onFault } });
  faults.length = 0;
  others.storage.failWith(new Error('A bug.'));
  await others.pass(20);
  expect(faults.length).toBeGreaterThan(3);
  expect(others.changes).toEqual([]);
  await others.stop();
});

it('[ST121] a statement that takes too long is no outage, and each failure is reported', async () => {
  const faults: unknown[] = [];
  const { storage, changes, pass, stop } = startNode({
    deliveries: { onFault: ({ error }) => void faults.push(storageFaultOf(error)) },
  });
  const tooLong = new StorageUnavailableError('A statement took too long.', { isOfCall: true });
  storage.failWith(tooLong);
  await pass(20);
  expect(faults.length).toBeGreaterThan(3);
  expect(new Set(faults)).toEqual(new Set([tooLong]));
  storage.work();
  await pass(10);
  expect(changes).toEqual([]);
  await stop();
});

it('[ER18] a call that was under way when others failed does not end an outage, and a listener that throws harms nobody', async () => {
  const storage = failingStorage();
  const changes: string[] = [];
  const { acme, engine } = engineFixture({
    storage,
    onStorageChange({ kind }) {
      changes.push(kind);
      throw new Error('Of the host.');
    },
  });
  const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const commit = storage.commit;
  Object.assign(storage, {
    async commit(...given: Parameters<typeof commit>) {
      const result = await commit(...given);
      begun.resolve();
      await gate.promise;
      return result;
    },
  });
  const writing = acme.bots.create({ name: 'Sales', channelFamily: 'native' });
  await begun.promise;
  storage.failWith(away());
  await expect(engine.authenticate('secret')).rejects.toMatchObject({ code: 'dependency_failed' });
  gate.resolve();
  await writing;
  expect(changes).toEqual(['away']);
  storage.work();
  expect(await engine.authenticate('secret')).toBeUndefined();
  expect(changes).toEqual(['away', 'back']);
});
