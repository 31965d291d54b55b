import { expect, it } from 'vitest';
import { simulatedClock } from '../../testing/simulated-clock.ts';
import type { EngineEvent } from '../events/engine-events.ts';
import { createEventBus } from '../events/event-bus.ts';
import { conversationUpdates } from './conversation-updates.ts';

const flush = () => new Promise((resolve) => setImmediate(resolve));

function recorded(customerNumber: number): EngineEvent {
  const place = { customerNumber, channelNumber: 1, workspace: 1 };
  const message = { messageUuid: 'a', seq: 1, sender: 'bot' } as const;
  return { type: 'message.recorded', at: 1, brand: 'acme', by: { kind: 'engine' }, ...place, ...message };
}

function setUp() {
  const clock = simulatedClock();
  const bus = createEventBus({ clock, timer: clock });
  return { bus, updates: conversationUpdates({ events: bus, clock: { now: () => 0 } }) };
}

it('[VI11] each visitor is notified of their own conversation', async () => {
  const { bus, updates } = setUp();
  const seen: string[] = [];
  const ends = [
    updates.listen(1, () => void seen.push('1a')),
    updates.listen(1, () => void seen.push('1b')),
    updates.listen(2, () => void seen.push('2')),
  ];
  bus.publish([recorded(1), recorded(3)]);
  await flush();
  expect(seen.splice(0)).toEqual(['1a', '1b']);
  ends[0]?.();
  bus.publish([recorded(2), recorded(1)]);
  await flush();
  expect(seen.splice(0)).toEqual(['2', '1b']);
  // More than wait for a listener at a time: whose were lost is not known.
  bus.publish(Array.from({ length: 10_001 }, () => recorded(3)));
  await flush();
  expect(seen.splice(0).toSorted()).toEqual(['1b', '2']);
});

it('[VI11] nothing is subscribed to while nobody follows', async () => {
  const { bus, updates } = setUp();
  expect(bus.hasSubscribers()).toBe(false);
  const [first, second] = [updates.listen(1, () => {}), updates.listen(2, () => {})];
  first();
  first();
  expect(bus.hasSubscribers()).toBe(true);
  second();
  expect(bus.hasSubscribers()).toBe(false);
  updates.listen(1, () => {})();
  expect(bus.hasSubscribers()).toBe(false);
});
