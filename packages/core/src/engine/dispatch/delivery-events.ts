import type { DeliveryProgress } from '../../domain/delivery/delivery-progress.ts';
import type { ClaimedDelivery } from '../../ports/delivery-store.ts';
import type { EngineParts } from '../engine-parts.ts';
import type { RaisedEvent } from '../events/engine-events.ts';
import { type EngineStorage, publishEvents } from '../events/engine-storage.ts';

type Dead = Extract<DeliveryProgress, { readonly state: 'dead' }>;

/** Raises the events of deliveries that a worker sends, and counts them. */
export interface DeliveryEvents {
  /** Call it when an attempt has ended, or none was made. */
  attempted(delivery: ClaimedDelivery, progress: DeliveryProgress): void;
  /**
   * Call it when the end of a delivery was stored. The store has no result of a worker that had lost its lease, so the
   * store is asked.
   */
  dead(delivery: ClaimedDelivery, progress: Dead): Promise<void>;
}

/** @spec EV1, EV6, EV9, MT4 */
export function deliveryEvents(
  parts: Pick<EngineParts, 'events' | 'metrics' | 'clock'> & { readonly storage: Pick<EngineStorage, 'reads'> },
): DeliveryEvents {
  const raise = ({ brand }: ClaimedDelivery, event: RaisedEvent) => publishEvents(parts, { brand }, [event]);

  return {
    attempted(delivery, { state, attempts }) {
      const last = attempts.at(-1);
      if (last === undefined || attempts.length === delivery.progress.attempts.length) return;
      parts.metrics.count('botwright.delivery.attempts', state === 'pending' ? 'retried' : state);
      const { status } = last;
      const attempt = attempts.length;
      const ended = { attempt, state, ...(status !== undefined && { status }) };
      raise(delivery, { type: 'delivery.attempted', ...placeOf(delivery), ...ended });
    },
    async dead(delivery, { attempts, reason, finishedAt }) {
      const found = await parts.storage.reads(delivery.brand).load({ kind: 'delivery', id: delivery.id });
      const { progress } = found ?? {};
      const isStored = progress?.state === 'dead' && progress.finishedAt === finishedAt;
      if (!isStored || progress.attempts.length !== attempts.length) return;
      parts.metrics.count('botwright.deliveries.dead', reason);
      raise(delivery, { type: 'delivery.dead', ...placeOf(delivery), attempts: attempts.length, reason });
    },
  };
}

function placeOf({ id: deliveryId, target, workspace, customerNumber }: ClaimedDelivery) {
  return { deliveryId, target, workspace, customerNumber };
}
