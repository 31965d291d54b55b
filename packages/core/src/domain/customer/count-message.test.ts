import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countMessage, type MessagePlace, nextChatTimestamp, nextMessagePlace } from './count-message.ts';

it.for<readonly [Parameters<typeof nextMessagePlace>[0], number, MessagePlace]>([
  [{ lastSeq: 0 }, 500, { seq: 1, at: 500 }],
  [{ lastSeq: 1, lastMessageAt: 400 }, 500, { seq: 2, at: 500 }],
  [{ lastSeq: 7, lastMessageAt: 500 }, 500, { seq: 8, at: 501 }],
  [{ lastSeq: 8, lastMessageAt: 900 }, 500, { seq: 9, at: 901 }],
])('[MS17][MS18] after %j, at %i, comes %j', ([customer, now, place]) => {
  expect(nextMessagePlace(customer, now)).toEqual(place);
});

const place = { seq: 4, at: 900 };

it.for([
  ['[CU22][CU24] of the customer', 'customer', { lastSeq: 4, lastMessageAt: 900, unread: 3 }],
  ['[CU23][CU24] of an agent', 'agent', { lastSeq: 4, lastMessageAt: 900, unread: 0 }],
  ['[CU23][CU24] of a bot', 'bot', { lastSeq: 4, lastMessageAt: 900 }],
  ['[CU23][CU24] of the system', 'sys', { lastSeq: 4, lastMessageAt: 900 }],
] as const)('%s', ([, sender, change]) => {
  expect(countMessage({ unread: 2 }, sender, place)).toEqual(change);
});

it.for([
  [1_500, undefined, 1],
  [1_500, 0, 1],
  [1_999, 1, 2],
  [2_000, 1, 2],
  [1_000, 7, 8],
] as const)('[MS26] at %i ms, after %s, it is %i', ([at, last, timestamp]) => {
  expect(nextChatTimestamp(at, last)).toBe(timestamp);
});

it('[MS17][MS18][MS26] whatever the clock says, moments and timestamps rise, and numbers have no gap', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(5_000), { minLength: 1 }), (clock) => {
      let customer: { lastSeq: number; lastMessageAt?: number } = { lastSeq: 0 };
      let timestamp: number | undefined;
      for (const [index, now] of clock.entries()) {
        const next = nextMessagePlace(customer, now);
        const seconds = nextChatTimestamp(next.at, timestamp);
        expect(next.seq).toBe(index + 1);
        expect(next.at).toBeGreaterThan(customer.lastMessageAt ?? -1);
        expect(next.at).toBeGreaterThanOrEqual(now);
        expect(seconds).toBeGreaterThan(timestamp ?? -1);
        expect(Number.isInteger(seconds)).toBe(true);
        customer = { lastSeq: next.seq, lastMessageAt: next.at };
        timestamp = seconds;
      }
    }),
    { seed: 20261121 },
  );
});
