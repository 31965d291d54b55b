import type { DeliveryProgress } from '../../domain/delivery/delivery-progress.ts';
import type { ClaimedDelivery, DeliveryRecord } from '../../ports/delivery-store.ts';
import type { EngineParts } from '../engine-parts.ts';
import type { RaisedEvent } from '../events/engine-events.ts';
import { type EngineStorage, publishEvents, stampedEvents } from '../events/engine-storage.ts';

type Dead = Extract<DeliveryProgress, { readonly state: 'dead' }>;

type Parts = Pick<EngineParts, 'events' | 'metrics' | 'clock'> & {
  readonly storage: Pick<EngineStorage, 'reads' | 'keepSoon'>;
};

/**
 * Raises the event of an ended attempt, and counts it. Call it also if no attempt was made.
 *
 * @spec EV1, EV6, EV9, MT4
 */
export function raiseAttempted(parts: Parts, delivery: ClaimedDelivery, { state, attempts }: DeliveryProgress): void {
  const last = attempts.at(-1);
  const attempt = attempts.length;
  if (last === undefined || attempt === delivery.progress.attempts.length) return;
  parts.metrics.count('botwright.delivery.attempts', state === 'pending' ? 'retried' : state);
  const { status } = last;
  const ended = { attempt, state, ...(status !== undefined && { status }) };
  const event = { type: 'delivery.attempted', ...placeOfDelivery(delivery), ...ended } as const;
  raise(parts, delivery, event);
}

/**
 * Raises the event of a delivery whose end was stored, and counts it. Reads the store, because it does not have the
 * result of a worker that lost its lease.
 *
 * @spec EV1, EV6, EV9, MT4
 */
export async function raiseDead(
  parts: Parts,
  delivery: ClaimedDelivery,
  { attempts: { length: attempts }, reason, finishedAt }: Dead,
): Promise<void> {
  const found = await parts.storage.reads(delivery.brand).load({ kind: 'delivery', id: delivery.id });
  const { progress } = found ?? {};
  const isStored = progress?.state === 'dead' && progress.finishedAt === finishedAt;
  if (!isStored || progress.attempts.length !== attempts) return;
  parts.metrics.count('botwright.deliveries.dead', reason);
  raise(parts, delivery, { type: 'delivery.dead', ...placeOfDelivery(delivery), attempts, reason });
}

function raise(parts: Parts, { brand }: ClaimedDelivery, event: RaisedEvent): void {
  publishEvents(parts, { brand }, [event]);
  parts.storage.keepSoon(stampedEvents(parts.clock, { brand }, [event]));
}

/** The members of an event that identify a delivery. */
export function placeOfDelivery({
  id: deliveryId,
  target,
  workspace,
  customerNumber,
}: DeliveryRecord): { readonly deliveryId: string } & Pick<DeliveryRecord, 'target' | 'workspace' | 'customerNumber'> {
  return { deliveryId, target, workspace, customerNumber };
}
