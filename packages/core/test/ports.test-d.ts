import { memoryStorage } from '@botwright/core/memory';
import type { Clock, CommitOutcome, Storage } from '@botwright/core/ports';
import { describe, expectTypeOf, it } from 'vitest';

const storage: Storage = memoryStorage();

describe('a use of a store', () => {
  it('answers a commit with its outcome, and a program with its decision', () => {
    expectTypeOf(
      storage.commit({ brand: 'acme' }, { conditions: [], operations: [] }),
    ).resolves.toEqualTypeOf<CommitOutcome>();
    const ran = storage.exclusive?.({ brand: 'acme' }, function* () {
      yield [{ do: 'number', sequence: 'bot' }];
      return { operations: [], count: 1 } as const;
    });
    expectTypeOf<Awaited<typeof ran>>().toExtend<{ readonly decision: { readonly count: 1 } } | undefined>();
  });

  it('is made of requests', () => {
    // @ts-expect-error Type '"guess"' is not assignable to type '"count" | "deliveries" |
    storage.read('store', [{ do: 'guess' }]);
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
