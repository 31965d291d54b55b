import { expect, it } from 'vitest';
import type { ClaimedConversation } from '../../ports/conversation-store.ts';
import { createConversationSlots } from './conversation-slots.ts';

const faults: unknown[] = [];
const lease = { worker: 'w1', now: 1_000, leaseUntil: 2_000, onFault: (error: unknown) => void faults.push(error) };

function conversation(customerNumber: number, brand = 'acme'): ClaimedConversation {
  return { brand, customerNumber, deaths: 0 };
}

/** Slots of a worker, with what its claims get, one after the other. */
function openSlots(
  concurrency: number,
  results: (readonly ClaimedConversation[] | Promise<readonly ClaimedConversation[]>)[],
  fault?: Error,
) {
  const released: number[] = [];
  const slots = createConversationSlots(
    {
      claim: async () => results.shift() ?? [],
      async release(_worker, conversations = []) {
        if (fault !== undefined) throw fault;
        released.push(...conversations.map(({ customerNumber }) => customerNumber));
      },
    },
    { concurrency, effectSlots: 4, pollMs: 1_000 },
  );
  return { slots, released };
}

it('[CV73] a slot without a claim is there once a claim has left nothing, and not after one that filled all slots', async () => {
  const { slots } = openSlots(4, [[], [conversation(1), conversation(2), conversation(3)], []]);
  expect(slots.takeUnclaimed('acme')).toBe(false);
  await slots.claim('step', lease);
  expect(slots.takeUnclaimed('acme')).toBe(true);
  await slots.claim('step', lease);
  slots.leave('step', 'acme');
  expect(slots.takeUnclaimed('beta')).toBe(false);
  await slots.claim('step', lease);
  expect(slots.takeUnclaimed('beta')).toBe(true);
});

it('[CV73][CV53] a brand that has slots leaves as many free as it then has', async () => {
  const { slots } = openSlots(8, [[]]);
  await slots.claim('step', lease);
  const taken = Array.from({ length: 8 }, () => slots.takeUnclaimed('acme'));
  expect(taken).toEqual([true, true, true, true, false, false, false, false]);
  expect(slots.takeUnclaimed('beta')).toBe(true);
});

it('[CV73] conversations claimed for slots that are no longer free are released, and claimed again later', async () => {
  const claimed = Promise.withResolvers<readonly ClaimedConversation[]>();
  const { slots, released } = openSlots(3, [[], claimed.promise]);
  await slots.claim('step', lease);
  const claiming = slots.claim('step', lease);
  expect(slots.takeUnclaimed('beta')).toBe(true);
  claimed.resolve([conversation(1), conversation(2), conversation(3)]);
  expect(await claiming).toEqual([conversation(1), conversation(2)]);
  expect([released, slots.mayHaveLeftSteps(), slots.takeUnclaimed('cyan')]).toEqual([[3], true, false]);
});

it('[CV73][CV60] when what is beyond the slots cannot be released, the others are handled, and no slot is lost', async () => {
  const claimed = Promise.withResolvers<readonly ClaimedConversation[]>();
  const fault = new Error('The store is away.');
  const { slots } = openSlots(3, [[], claimed.promise, []], fault);
  await slots.claim('step', lease);
  const claiming = slots.claim('step', lease);
  expect(slots.takeUnclaimed('beta')).toBe(true);
  claimed.resolve([conversation(1), conversation(2), conversation(3)]);
  expect(await claiming).toEqual([conversation(1), conversation(2)]);
  expect(faults).toEqual([fault]);
  for (const brand of ['beta', 'acme', 'acme']) slots.leave('step', brand);
  await slots.claim('step', lease);
  expect([slots.takeUnclaimed('acme'), slots.takeUnclaimed('beta'), slots.takeUnclaimed('cyan')]).toEqual([
    true,
    true,
    true,
  ]);
});

it('[CV73] where two brands wait because neither may have another slot, no message overtakes what waits', async () => {
  const claim = [1, 2, 3].map((number) => conversation(number, 'beta'));
  const { slots } = openSlots(8, [
    [...claim, conversation(4, 'cyan'), conversation(5, 'cyan'), conversation(6, 'cyan')],
  ]);
  await slots.claim('step', lease);
  slots.leave('step', 'beta');
  slots.leave('step', 'cyan');
  expect([slots.takeUnclaimed('beta'), slots.takeUnclaimed('delta')]).toEqual([false, false]);
});
