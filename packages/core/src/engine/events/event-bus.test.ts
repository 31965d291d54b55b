import { expect, it } from 'vitest';
import { simulatedClock } from '../../testing/simulated-clock.ts';
import type { EngineEvent } from './engine-events.ts';
import { createEventBus } from './event-bus.ts';

function ofBot(botId: string, type: 'bot.renamed' | 'bot.trashed' = 'bot.renamed'): EngineEvent {
  return { type, at: 0, brand: 'acme', by: { kind: 'engine' }, botId, workspace: 1 };
}

function busFixture() {
  const clock = simulatedClock();
  return createEventBus({ clock, timer: clock });
}

it('[EV3] a listener that throws, or whose report throws, keeps no event from itself nor from others', async () => {
  const bus = busFixture();
  const [seen, faults]: [string[], unknown[]] = [[], []];
  const faulty = bus.subscribe(
    async () => {
      throw new Error('no room');
    },
    {
      onFault(error, event) {
        faults.push([String(error), event.type]);
        throw new Error('no room for the report either');
      },
    },
  );
  const throwing = bus.subscribe(() => {
    throw new Error('at once');
  });
  const good = bus.subscribe((event) => seen.push('botId' in event ? event.botId : ''));
  bus.publish([ofBot('a'), ofBot('b')]);
  await Promise.all([faulty.end(), throwing.end(), good.end()]);
  expect(seen).toEqual(['a', 'b']);
  expect(faults).toEqual([
    ['Error: no room', 'bot.renamed'],
    ['Error: no room', 'bot.renamed'],
  ]);
});

it('[EV4] a listener gets one event at a time, in their order, and others do not wait for it', async () => {
  const bus = busFixture();
  const gate = Promise.withResolvers<void>();
  const [slow, fast]: [string[], string[]] = [[], []];
  const waiting = bus.subscribe(async (event) => {
    slow.push('botId' in event ? event.botId : '');
    await gate.promise;
  });
  const other = bus.subscribe((event) => fast.push('botId' in event ? event.botId : ''));
  bus.publish([ofBot('a')]);
  expect([slow, fast]).toEqual([[], []]);
  bus.publish([ofBot('b')]);
  await other.end();
  expect([slow, fast]).toEqual([['a'], ['a', 'b']]);
  gate.resolve();
  await waiting.end();
  expect(slow).toEqual(['a', 'b']);
});

it('[EV4] a listener gets the types that it asked for, and nothing after its end', async () => {
  const bus = busFixture();
  const seen: string[] = [];
  const subscription = bus.subscribe((event) => seen.push(event.type), { types: ['bot.trashed'] });
  bus.publish([ofBot('a'), ofBot('a', 'bot.trashed')]);
  await subscription.end();
  bus.publish([ofBot('a', 'bot.trashed')]);
  await subscription.end();
  expect(seen).toEqual(['bot.trashed']);
  expect(bus.hasSubscribers()).toBe(false);
});

it('[EV5] events above the bound of a slow listener are lost, and it learns how many, in their place', async () => {
  const bus = busFixture();
  const gate = Promise.withResolvers<void>();
  const seen: unknown[] = [];
  const subscription = bus.subscribe(
    async (event) => {
      seen.push('botId' in event ? event.botId : event);
      await gate.promise;
    },
    { maxWaiting: 2, types: ['bot.renamed'] },
  );
  bus.publish(['a', 'b', 'c', 'd'].map((id) => ofBot(id)));
  gate.resolve();
  await expect.poll(() => seen.length).toBe(3);
  bus.publish([ofBot('e')]);
  await subscription.end();
  expect(seen).toEqual(['a', 'b', expect.objectContaining({ type: 'events.lost', count: 2 }), 'e']);
});

it('[EV5] a bound that is no integer from 1, and a listener that is no function, are refused', () => {
  const bus = busFixture();
  for (const maxWaiting of [0, 1.5, Number.NaN])
    expect(() => bus.subscribe(() => 0, { maxWaiting })).toThrow(TypeError);
  expect(() => bus.subscribe('log' as never)).toThrow(TypeError);
});
