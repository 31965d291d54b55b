import type { CustomerRecord } from '../../records/customers.ts';
import { eraseCustomer } from '../customers/customer-records.ts';
import { EngineError } from '../engine-error.ts';
import type { EngineParts } from '../engine-parts.ts';
import type { EngineLimits } from '../limits.ts';
import { type Changes, load, type Part } from '../use-case/use-case.ts';
import { hasExpired } from './web-visitor.ts';

type RoomParts = Pick<EngineParts, 'clock'> & {
  readonly limits: Pick<EngineLimits, 'maxVisitors' | 'visitorLifeMs' | 'silentVisitorLifeMs'>;
};

/**
 * The maximum number of visitors that are erased for a new one: more than one, so that a bot whose limit was lowered
 * reaches the limit.
 */
const erasedAtMost = 3;

/** The number of tries, because chosen visitors may have spoken or left. */
const mostTries = 10;

/**
 * Erases the visitors of a channel who have been silent longest, so that it has room for one more.
 *
 * @throws {EngineError} `too_many_requests` when the channel may have no visitors, or nobody can be erased now.
 * @spec VI8, VI18
 */
export function* makeRoomForVisitor(parts: RoomParts, changes: Changes, channel: number): Part<void> {
  const { maxVisitors } = parts.limits;
  const [count] = yield* load({ kind: 'countExpiring', channel, upTo: maxVisitors + erasedAtMost });
  const surplus = Math.min(count + 1 - maxVisitors, erasedAtMost);
  if (surplus <= 0) return;
  let removed: readonly CustomerRecord[] = [];
  for (let tries = 0; maxVisitors > 0 && removed.length === 0 && tries < mostTries; tries += 1) {
    removed = yield* lockMostSilent(parts, channel, surplus);
  }
  for (const customer of removed) eraseCustomer(parts, changes, customer);
  if (removed.length > 0) return;
  const message = 'This bot has as many conversations as it may have; try again later.';
  throw new EngineError('too_many_requests', { message });
}

/**
 * Locks the visitors who have been silent longest, and leaves out visitors who spoke before they were locked. A visitor
 * who has spoken expires later than one who never has, after the same silence: so it compares the first of the visitors
 * who expire within the life of a silent visitor with the first of the others.
 */
function* lockMostSilent(
  { clock, limits }: RoomParts,
  channel: number,
  limit: number,
): Part<readonly CustomerRecord[]> {
  const now = clock.now();
  const [soonest, later] = yield* load(
    { kind: 'firstExpiring', channel, after: 0, limit },
    { kind: 'firstExpiring', channel, after: now + limits.silentVisitorLifeMs, limit },
  );
  const since = (customer: CustomerRecord) => (hasExpired(customer, clock) ? 0 : silentSince(limits, customer));
  const byNumber = new Map([...soonest, ...later].map((customer) => [customer.number, customer]));
  const chosen = [...byNumber.values()].sort((a, b) => since(a) - since(b)).slice(0, limit);
  const locked = yield* load(...chosen.map(({ number }) => ({ kind: 'customer', number }) as const));
  return locked.filter(
    (customer, index): customer is CustomerRecord =>
      customer !== undefined && customer.expiresAt === chosen[index]?.expiresAt,
  );
}

/** The time of the last message of the visitor or of an agent; otherwise the time of arrival. */
function silentSince(
  { visitorLifeMs, silentVisitorLifeMs }: RoomParts['limits'],
  { expiresAt = 0, registerDate }: CustomerRecord,
): number {
  const hasSpoken = expiresAt >= Math.trunc(registerDate) + visitorLifeMs;
  return expiresAt - (hasSpoken ? visitorLifeMs : silentVisitorLifeMs);
}
