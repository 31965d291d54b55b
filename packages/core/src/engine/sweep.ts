import type { Clock } from '../ports/clock.ts';
import { eraseCustomer } from './customers/customer-records.ts';
import type { EngineStorage } from './events/engine-storage.ts';
import { replayForMs } from './idempotent-request.ts';
import { type Changes, load, type Part, useCaseOf } from './use-case/use-case.ts';

/** A reservation this old belongs to a publication that never ended. @spec VE27 */
const reservationLifeMs = 60 * 60 * 1_000;

/** Milliseconds for which the connection of an account can be read after its start. @spec CA8 */
const connectionLifeMs = 7 * 24 * 60 * 60 * 1_000;

/** @spec DI15 */
export const defaultDeliveryLifeMs = 30 * 24 * 60 * 60 * 1_000;

/** Deliveries removed in one transaction, so that other transactions can run in between. */
const prunedAtOnce = 1_000;

/** Visitors per list. */
const erasedAtOnce = 100;

interface SweepDependencies {
  readonly storage: EngineStorage;
  readonly clock: Clock;
}

/**
 * Removes expired data of all brands.
 *
 * @param deliveryLifeMs - How long finished deliveries stay stored.
 * @spec VE27, ID10, DI15, CA8, VI7
 */
export async function sweep({ storage, clock }: SweepDependencies, deliveryLifeMs: number): Promise<void> {
  const now = clock.now();
  await storage.tenants.sweep({ reservedBefore: now - reservationLifeMs, completedBefore: now - replayForMs });
  const finishedBefore = now - deliveryLifeMs;
  while ((await storage.deliveryQueue.prune(finishedBefore, prunedAtOnce)) === prunedAtOnce);
  await storage.tenants.sweepConnections(now - connectionLifeMs);
  await eraseExpired({ storage, clock });
}

/** Erases each visitor in a separate commit, unless they have spoken since the list. */
async function eraseExpired(dependencies: SweepDependencies): Promise<void> {
  const { storage, clock } = dependencies;
  for (;;) {
    const now = clock.now();
    const expired = await storage.tenants.listExpiredCustomers(now, erasedAtOnce);
    for (const { brand, customerNumber } of expired) {
      const eraseSilent = function* (changes: Changes): Part<void> {
        const [customer] = yield* load({ kind: 'customer', number: customerNumber });
        if (customer?.expiresAt === undefined || customer.expiresAt > now) return;
        eraseCustomer(dependencies, changes, customer);
      };
      await storage.perform(brand, () => useCaseOf(eraseSilent));
    }
    if (expired.length < erasedAtOnce) return;
  }
}
