import fc from 'fast-check';
import { expect, it } from 'vitest';
import { microsOf, secondsOf } from '../time/micros.ts';
import { countMessage, type MessagePlace, nextMessagePlace } from './count-message.ts';

it.for<readonly [Parameters<typeof nextMessagePlace>[0], number, MessagePlace]>([
  [{ lastSeq: 0 }, 500, { seq: 1, at: 500 }],
  [{ lastSeq: 1, lastMessageAt: 400 }, 500, { seq: 2, at: 500 }],
  [{ lastSeq: 7, lastMessageAt: 500 }, 500, { seq: 8, at: 500.001 }],
  [{ lastSeq: 8, lastMessageAt: 900 }, 500, { seq: 9, at: 900.001 }],
  [{ lastSeq: 9, lastMessageAt: 900.999 }, 900, { seq: 10, at: 901 }],
  [{ lastSeq: 9, lastMessageAt: 900.001 }, 900.0014, { seq: 10, at: 900.002 }],
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

it('[MS17][MS18][MS21] whatever the clock says, moments rise by a microsecond at least, and numbers have no gap', () => {
  const now = 1_790_000_000_000;
  fc.assert(
    fc.property(fc.array(fc.nat(50), { minLength: 1, maxLength: 300 }), (clock) => {
      let customer: { lastSeq: number; lastMessageAt?: number } = { lastSeq: 0 };
      let latest = 0;
      for (const [index, offset] of clock.entries()) {
        const next = nextMessagePlace(customer, now + offset);
        latest = Math.max(latest, now + offset);
        expect(next.seq).toBe(index + 1);
        expect(microsOf(next.at) - microsOf(customer.lastMessageAt ?? 0)).toBeGreaterThanOrEqual(1);
        expect(secondsOf(next.at)).toBeGreaterThan(secondsOf(customer.lastMessageAt ?? 0));
        expect(next.at).toBeGreaterThanOrEqual(now + offset);
        expect(microsOf(next.at) - microsOf(latest)).toBeLessThanOrEqual(index);
        customer = { lastSeq: next.seq, lastMessageAt: next.at };
      }
    }),
    { seed: 20261121 },
  );
});
