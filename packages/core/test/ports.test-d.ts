import { memoryStorage } from '@botwright/core/memory';
import type { BotRecord, BrandTransaction, Clock, QueuedWork, Storage } from '@botwright/core/ports';
import { describe, expectTypeOf, it } from 'vitest';

const storage: Storage = memoryStorage();

describe('a transaction', () => {
  it('returns what its work returns', () => {
    const read = storage.transaction('acme', async (tx) => {
      expectTypeOf(tx).toEqualTypeOf<BrandTransaction>();
      expectTypeOf(tx.queued()).toEqualTypeOf<QueuedWork>();
      return { bot: await tx.bots.find('1'), count: 1 } as const;
    });
    expectTypeOf(read).resolves.toEqualTypeOf<{ readonly bot: BotRecord | undefined; readonly count: 1 }>();
  });

  it('takes work that can be awaited', () => {
    // @ts-expect-error Type 'number' is not assignable to type 'Promise<unknown>'.
    storage.transaction('acme', () => 1);
  });

  it('writes only inside', () => {
    // @ts-expect-error Property 'insert' does not exist on type 'BotReader'.
    storage.reader('acme').bots.insert;
  });
});

describe('an adapter', () => {
  it('is an object with what the port names', () => {
    expectTypeOf({ now: () => 0 }).toExtend<Clock>();
    // @ts-expect-error Type 'Date' is not assignable to type 'number'.
    const clock: Clock = { now: () => new Date(0) };
    return clock;
  });
});
