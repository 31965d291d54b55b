import { deepEqual, equal, rejects } from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { BatchOperation } from '@botwright/core/ports';
import { casesNeeding, casesOf } from '../contract.ts';
import { put } from '../records/samples.ts';
import { findBody, sampleDelivery } from './delivery-samples.ts';
import { askIn, brand, enqueue, firstEntry, putCustomers, store } from './samples.ts';

const always = casesOf({
  async '[ST8] close waits for calls under way, later calls reject, and it may be called twice'({ storage }) {
    const [customer] = await putCustomers(storage, 1);
    let isWritten = false;
    const running = store(storage, [enqueue(customer, { kind: 'closed' }, 1)]).then(() => {
      isWritten = true;
    });
    const closing = async () => {
      await storage.close();
      // The answer of the call takes its own turns to its caller.
      await setImmediate();
      equal(isWritten, true);
    };
    await Promise.all([running, closing()]);
    await storage.close();

    const late = [enqueue(customer, { kind: 'closed' }, 2)];
    await rejects(storage.read({ brand }, [{ do: 'inbox', customer }]));
    await rejects(storage.read('store', [{ do: 'get', kind: 'brand', key: ['acme'] }]));
    await rejects(storage.commit({ brand }, { conditions: [], operations: late }));
    if (storage.exclusive !== undefined) {
      const program = function* () {
        yield [];
        return { operations: late };
      };
      await rejects(storage.exclusive({ brand }, program));
    }
  },
  async '[ST9] a store says that it is durable if it can be opened again, and only then'({ storage, reopen }) {
    equal(storage.capabilities.durable, reopen !== undefined);
  },
});

const durable = casesNeeding('durable', {
  async '[ST9] a batch that was committed is there after the store is opened again, all of it'(fixture) {
    const [customer] = await putCustomers(fixture.storage, 1);
    const record = { customerNumber: customer, stateJson: '{"a":1}' };
    await store(fixture.storage, [
      put('conversation', record, 'kept'),
      enqueue(customer, { kind: 'start' }, 5),
      { do: 'addDeliveries', deliveries: [sampleDelivery(1)] },
    ]);
    const storage = (await fixture.reopen?.()) ?? fixture.storage;
    const found = await askIn<{ record: object; version: string }>(storage, {
      do: 'get',
      kind: 'conversation',
      key: [customer],
    });
    deepEqual([{ ...found.record }, found.version], [record, 'kept']);
    deepEqual((await firstEntry(storage, customer))?.item, { kind: 'start' });
    equal(await findBody(storage, 1), sampleDelivery(1).body);
  },
});

const queuedWork = casesNeeding('queued-work', {
  async '[ST102] listeners are called for work that another process has queued, each time and for each kind'({
    storage,
    openBeside,
  }) {
    const other = await openBeside?.();
    if (other?.onQueuedWork === undefined) throw new Error('The store must have onQueuedWork.');
    const [customer] = await putCustomers(storage, 1);
    let added = 0;
    const queue: Readonly<Record<'deliveries' | 'conversations', () => BatchOperation>> = {
      deliveries() {
        added += 1;
        return { do: 'addDeliveries', deliveries: [sampleDelivery(added)] };
      },
      conversations: () => enqueue(customer, { kind: 'start' }, 1),
    };
    for (const listening of [other, storage]) {
      const calls = { deliveries: 0, conversations: 0, afterEnd: 0 };
      let hasEnded = false;
      const end = listening.onQueuedWork?.((work) => {
        if (hasEnded) calls.afterEnd += 1;
        if (work.deliveries) calls.deliveries += 1;
        if (work.conversations) calls.conversations += 1;
      });
      // The first call may be one without cause.
      for (const kind of ['deliveries', 'conversations', 'deliveries', 'conversations'] as const) {
        const before = calls[kind];
        await until(
          () => calls[kind] > before,
          () => store(storage, [queue[kind]()]),
          () => firstEntry(storage, customer),
        );
      }
      end?.();
      hasEnded = true;
      await store(storage, [queue.deliveries()]);
      equal(calls.afterEnd, 0);
    }
  },
});

/** A store as a whole: its end, what it keeps, and whom it calls. */
export const storeCases = [...always, ...durable, ...queuedWork];

/** Repeats the act until the condition holds: a listener is connected some time after it was given. */
async function until(
  condition: () => boolean,
  act: () => Promise<unknown>,
  pause: () => Promise<unknown>,
): Promise<void> {
  const patience = AbortSignal.timeout(20_000);
  while (!condition()) {
    if (patience.aborted) throw new Error('No listener was called within 20 seconds.');
    await act();
    for (let turns = 0; turns < 50 && !condition(); turns += 1) await pause();
    // A synchronous store would let no timer run, nor other work that a listener waits for.
    await setImmediate();
  }
}
