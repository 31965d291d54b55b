import type { Clock } from '../ports/clock.ts';
import type { Storage } from '../ports/storage.ts';
import { replayForMs } from './idempotent-request.ts';

/** A reservation this old belongs to a publication that never ended. @spec VE27 */
const reservationLifeMs = 60 * 60 * 1_000;

/** Milliseconds for which the connection of an account can be read after its start. @spec CA8 */
const connectionLifeMs = 7 * 24 * 60 * 60 * 1_000;

/** @spec DI15 */
export const defaultDeliveryLifeMs = 30 * 24 * 60 * 60 * 1_000;

/** Deliveries removed in one transaction, so that other transactions can run in between. */
const prunedAtOnce = 1_000;

/**
 * Removes expired data of all brands.
 *
 * @param deliveryLifeMs - How long finished deliveries are kept.
 * @spec VE27, ID10, DI15, CA8
 */
export async function sweep(
  { storage, clock }: { readonly storage: Storage; readonly clock: Clock },
  deliveryLifeMs: number,
): Promise<void> {
  const now = clock.now();
  await storage.tenants.sweep({ reservedBefore: now - reservationLifeMs, completedBefore: now - replayForMs });
  const finishedBefore = now - deliveryLifeMs;
  while ((await storage.deliveryQueue.prune(finishedBefore, prunedAtOnce)) === prunedAtOnce);
  await storage.tenants.sweepConnections(now - connectionLifeMs);
}
