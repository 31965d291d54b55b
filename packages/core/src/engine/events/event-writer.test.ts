import { expect, it } from 'vitest';
import { memoryStorage } from '../../memory/index.ts';
import type { Storage } from '../../ports/storage.ts';
import { StorageUnavailableError } from '../../ports/storage-unavailable.ts';
import { simulatedClock } from '../../testing/simulated-clock.ts';
import type { EngineEvent } from './engine-events.ts';
import { lastPosition, readEvents } from './event-log.ts';
import { createEventWriter } from './event-writer.ts';

const target = { kind: 'hook', number: 3 } as const;
const place = { deliveryId: 'd1', target, workspace: 1, customerNumber: 7 };
const dead: EngineEvent = {
  ...{ type: 'delivery.dead', at: 0, brand: 'acme', by: { kind: 'engine' }, ...place },
  ...{ attempts: 4, reason: 'exhausted' },
};
const attempted = { ...dead, type: 'delivery.attempted', attempt: 4, state: 'dead' } as EngineEvent;

function fixture() {
  const bare = memoryStorage();
  const timer = simulatedClock();
  let isAway = false;
  const storage: Storage = {
    ...bare,
    async exclusive(scope, program) {
      if (isAway) throw new StorageUnavailableError('away');
      return bare.exclusive(scope, program);
    },
  };
  const commits: true[] = [];
  return {
    timer,
    writer: createEventWriter({ storage, timer, onKept: () => commits.push(true) }),
    setAway(away: boolean) {
      isAway = away;
    },
    commits,
    async types() {
      const { events } = await readEvents(bare, 0, await lastPosition(bare));
      return events.map(({ event }) => event['type']);
    },
  };
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

it('[EV20] results of deliveries are stored after them, in their order, once the store is there', async () => {
  const { writer, timer, setAway, commits, types } = fixture();
  setAway(true);
  writer.add([attempted]);
  await turns();
  writer.add([dead]);
  setAway(false);
  expect(await types()).toEqual([]);
  timer.advance(1_000);
  await turns();
  expect([await types(), commits]).toEqual([['delivery.attempted', 'delivery.dead'], [true]]);
});

it('[EV20] an engine that closes stores what waits, and gives up when the store is away', async () => {
  const { writer, setAway, types } = fixture();
  writer.add([attempted]);
  await writer.close();
  setAway(true);
  writer.add([dead]);
  await writer.close();
  setAway(false);
  expect(await types()).toEqual(['delivery.attempted']);
});

it('[EV20] an engine that keeps no events stores none', async () => {
  const storage = memoryStorage();
  const writer = createEventWriter({ storage, timer: simulatedClock(), onKept: undefined });
  writer.add([dead]);
  await writer.close();
  expect(await lastPosition(storage)).toBe(0);
});
