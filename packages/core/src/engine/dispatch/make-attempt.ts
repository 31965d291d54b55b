import { type DeliveryProgress, disableDelivery, recordAttempt } from '../../domain/delivery/delivery-progress.ts';
import { timeoutMsOf } from '../../domain/delivery/delivery-target.ts';
import type { ClaimedDelivery } from '../../ports/delivery-store.ts';
import { addressDelivery } from './address-delivery.ts';
import type { AttemptParts } from './dispatch-parts.ts';

interface Attempt {
  /** That of the delivery, encoded. */
  readonly body: Uint8Array;
  /** Asked before it goes out: nothing does once the worker has given its leases up. */
  isOver(): boolean;
}

/**
 * Makes the attempt that is due.
 *
 * @returns What to write down; `'abandoned'` when nothing was learnt.
 * @throws When it cannot be addressed; nothing went out then.
 * @spec DI4, DI6, DI7, DI9
 */
export async function makeAttempt(
  parts: AttemptParts,
  delivery: ClaimedDelivery,
  { body, isOver }: Attempt,
): Promise<DeliveryProgress | 'abandoned'> {
  const { clock, sender, retry } = parts;
  const { id, brand, target, progress } = delivery;
  const address = await addressDelivery(parts, delivery);
  if (address === undefined) return disableDelivery(progress, clock.now());
  if (isOver()) return 'abandoned';

  const startedAt = clock.now();
  const outcome = await sender.send({
    id,
    ...address,
    body,
    timeoutMs: timeoutMsOf(target),
    group: brand,
  });
  if (outcome.kind === 'abandoned') return 'abandoned';
  return recordAttempt(progress, { startedAt, endedAt: clock.now(), outcome }, retry);
}
