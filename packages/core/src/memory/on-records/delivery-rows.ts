import { targetName } from '../../domain/delivery/delivery-target.ts';
import { createDeliveryIndex, type DeliveryIndex } from '../delivery-index.ts';
import type { SharedBody, StoredDelivery } from '../stored-delivery.ts';
import { createMirror, type Mirror } from './mirror.ts';
import { type QueuedDelivery, queuedDeliveries } from './queue-kinds.ts';

/** Deliveries in memory, as the records of a store say. Bodies that are stored have no text here. */
export interface DeliveryRows {
  readonly index: DeliveryIndex;
  readonly mirror: Mirror;
}

export function deliveryRows(): DeliveryRows {
  const index = createDeliveryIndex();
  const bodies = new Map<string, SharedBody>();
  const names = new WeakMap<SharedBody, string>();

  /** One object for all deliveries that share a body. */
  function bodyOf(brand: string, { name, bytes }: NonNullable<QueuedDelivery['bodyNote']>): SharedBody {
    const body = bodies.get(`${name} ${brand}`) ?? Object.freeze({ text: '', bytes });
    bodies.set(`${name} ${brand}`, body);
    names.set(body, name);
    return body;
  }

  const changed = ({ brand, record }: StoredDelivery) => mirror.changed({ brand, key: record.id });
  const noting: DeliveryIndex = {
    ...index,
    put(stored) {
      changed(stored);
      index.put(stored);
    },
    remove(stored) {
      changed(stored);
      index.remove(stored);
    },
  };

  const mirror = createMirror({
    kind: queuedDeliveries,
    clear() {
      bodies.clear();
      index.clear();
    },
    put(brand, given) {
      const { delivery, lease, place, bodyNote } = given as unknown as QueuedDelivery;
      index.put({
        ...{ brand, record: delivery, place },
        ...(lease !== undefined && { lease }),
        ...(bodyNote !== undefined && { body: bodyOf(brand, bodyNote) }),
      });
    },
    recordOf({ brand, key }): QueuedDelivery | undefined {
      const stored = index.find(brand, String(key));
      if (stored === undefined) return undefined;
      const { record, body, lease, place } = stored;
      const { id, workspace, customerNumber, progress } = record;
      const name = body && (names.get(body) ?? id);
      if (body !== undefined && name !== undefined) names.set(body, name);
      return {
        ...{ id, workspace, customerNumber, target: targetName(record.target), state: progress.state },
        ...{ delivery: record, place },
        ...(progress.state !== 'pending' && { finishedAt: progress.finishedAt }),
        ...(lease !== undefined && { lease }),
        ...(body?.text !== '' && { body: body?.text ?? '' }),
        ...(body !== undefined && name !== undefined && { bodyNote: { name, bytes: body.bytes } }),
      };
    },
  });
  return { index: noting, mirror };
}
