import { expect, it } from 'vitest';
import type { BatchOperation } from '../../ports/record-store.ts';
import type { QueuedWork } from '../../ports/storage.ts';
import { simulatedClock } from '../../testing/simulated-clock.ts';
import { conversationUpdates } from './conversation-updates.ts';

const flush = () => new Promise((resolve) => setImmediate(resolve));

const brand = 'acme';

/** What a step of a conversation writes, in part. */
function step(customer: number): readonly BatchOperation[] {
  const message = { customerNumber: customer, seq: 1 };
  return [
    { do: 'put', kind: 'message', record: message, version: 'a' },
    { do: 'put', kind: 'conversation', record: { customerNumber: customer }, version: 'b' },
  ];
}

function setUp() {
  const clock = simulatedClock();
  const stored = new Set<(work: QueuedWork) => void>();
  const updates = conversationUpdates({
    clock,
    timer: clock,
    onQueuedWork(listener) {
      stored.add(listener);
      return () => stored.delete(listener);
    },
  });
  const seen: string[] = [];
  const listen = (number: number, name = String(number), ofBrand = brand) =>
    updates.listen({ brand: ofBrand, number }, () => void seen.push(name));
  return {
    updates,
    stored,
    listen,
    async takeSeen() {
      await flush();
      return seen.splice(0);
    },
  };
}

it('[VI11] each visitor is notified of their own conversation, once for changes at one time', async () => {
  const { updates, listen, takeSeen } = setUp();
  const ends = [listen(1, '1a'), listen(1, '1b'), listen(2)];
  updates.committed(brand, [...step(1), ...step(3)]);
  updates.committed(brand, step(1));
  expect(await takeSeen()).toEqual(['1a', '1b']);
  ends[0]?.();
  updates.committed(brand, step(2));
  updates.committed(brand, step(1));
  expect(await takeSeen()).toEqual(['2', '1b']);
});

it.each<[string, readonly BatchOperation[], readonly string[]]>([
  ['a customer is erased', [{ do: 'delete', kind: 'customer', key: [1] }], ['1']],
  ['something waits for a bot', [{ do: 'enqueue', customer: 1, item: { kind: 'closed' }, at: 0 }], ['1']],
  ['a step has written nothing else', [{ do: 'settle', customer: 1, entry: 1 }], ['1']],
  ['a bot is removed with its customers', [{ do: 'delete', kind: 'bot', key: ['a'] }], ['1', '2']],
  ['a channel is removed with its customers', [{ do: 'delete', kind: 'channel', key: [1] }], ['1', '2']],
  ['a bot changes', [{ do: 'put', kind: 'bot', record: { id: 'a' }, version: 'a' }], []],
  ['a version is removed', [{ do: 'delete', kind: 'version', key: ['a'] }], []],
])('[CV81][CV83] when %s, followers whom it may concern look', async (_, operations, called) => {
  const { updates, listen, takeSeen } = setUp();
  listen(1);
  listen(2);
  listen(3, '3', 'other');
  updates.committed(brand, operations);
  expect(await takeSeen()).toEqual(called);
});

it('[VI11] the store is listened to while somebody follows, and one change wakes a follower once', async () => {
  const { updates, stored, listen, takeSeen } = setUp();
  expect(stored.size).toBe(0);
  const [first, second] = [listen(1), listen(2)];
  for (const listener of stored) listener({ deliveries: false, conversations: true, customers: [1] });
  updates.committed(brand, step(1));
  expect(await takeSeen()).toEqual(['1']);
  for (const listener of stored) listener({ deliveries: false, conversations: false, customers: 'any' });
  expect(await takeSeen()).toEqual(['1', '2']);
  first();
  first();
  expect(stored.size).toBe(1);
  second();
  expect(stored.size).toBe(0);
  listen(1)();
  expect(stored.size).toBe(0);
});
