import type { Clock } from '../../ports/clock.ts';
import type { CustomerRecord } from '../../ports/customer-store.ts';
import { eraseCustomer } from '../customers/customer-records.ts';
import { EngineError } from '../engine-error.ts';
import type { EngineTransaction } from '../events/engine-storage.ts';
import type { EngineLimits } from '../limits.ts';
import { hasExpired } from './web-visitor.ts';

interface RoomParts {
  readonly clock: Clock;
  readonly limits: Pick<EngineLimits, 'maxVisitors' | 'visitorLifeMs' | 'silentVisitorLifeMs'>;
}

type RoomIn = Pick<EngineTransaction, 'customers' | 'deliveries' | 'raise'>;

/** At most so many go for one who comes: a few more than one, so that a bot whose limit was lowered gets there. */
const erasedAtMost = 3;

/** How often to choose again when the one chosen has spoken or has gone meanwhile. */
const maxRaces = 10;

/**
 * Erases those visitors of a channel who have been silent longest, until it has no more than it may have.
 *
 * @param newcomer - The visitor who has come; never erased.
 * @throws {EngineError} `too_many_requests` when the channel may have no visitors, or nobody can be erased now.
 * @spec VI8, VI18
 */
export async function makeRoomForVisitor(parts: RoomParts, tx: RoomIn, newcomer: CustomerRecord): Promise<void> {
  const { maxVisitors } = parts.limits;
  let erased = 0;
  for (let races = 0; maxVisitors > 0 && erased < erasedAtMost && races < maxRaces; races += 1) {
    const count = await tx.customers.countExpiring(newcomer.channelNumber, maxVisitors + 1);
    if (count <= maxVisitors) return;
    const chosen = await findMostSilent(parts, tx, newcomer);
    const locked = chosen && (await tx.customers.lock(chosen.number));
    if (locked === undefined || locked.expiresAt !== chosen?.expiresAt) continue;
    await eraseCustomer(parts, tx, locked);
    erased += 1;
  }
  if (erased > 0) return;
  const message = 'This bot has as many conversations as it may have; try again later.';
  throw new EngineError('too_many_requests', { message });
}

/**
 * The visitor who has been silent longest. Those who said something expire later than those who never did, however long
 * both have been silent: so the first of the ones who end within the life of a silent visitor is compared with the
 * first of the others.
 */
async function findMostSilent(
  { clock, limits }: RoomParts,
  { customers }: RoomIn,
  { channelNumber, number }: CustomerRecord,
): Promise<CustomerRecord | undefined> {
  const [soonest, later] = await Promise.all([
    customers.findFirstExpiring(channelNumber, 0),
    customers.findFirstExpiring(channelNumber, clock.now() + limits.silentVisitorLifeMs),
  ]);
  if (soonest !== undefined && hasExpired(soonest, clock)) return soonest;
  const [chosen] = [soonest, later]
    .filter((each) => each !== undefined)
    .filter((each) => each.number !== number)
    .sort((a, b) => silentSince(limits, a) - silentSince(limits, b));
  return chosen;
}

/** The moment of the last word of the visitor or of an agent; of one to whom nobody said a word, when they came. */
function silentSince(
  { visitorLifeMs, silentVisitorLifeMs }: RoomParts['limits'],
  { expiresAt = 0, registerDate }: CustomerRecord,
): number {
  const hasSpoken = expiresAt >= Math.trunc(registerDate) + visitorLifeMs;
  return expiresAt - (hasSpoken ? visitorLifeMs : silentVisitorLifeMs);
}
