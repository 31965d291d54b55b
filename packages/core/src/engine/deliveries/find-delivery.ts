import { asUuid } from '../../domain/uuid/as-uuid.ts';
import type { DeliveryReader, DeliveryRecord } from '../../ports/delivery-store.ts';
import { EngineError } from '../engine-error.ts';
import type { Delivery } from '../platform.ts';
import type { Scope } from '../scope.ts';

/**
 * @throws {EngineError} `delivery_not_found`
 * @spec DI17
 */
export async function findDelivery(
  { principal }: Scope,
  deliveries: DeliveryReader,
  deliveryId: unknown,
): Promise<DeliveryRecord> {
  const id = asUuid(deliveryId);
  const record = id === undefined ? undefined : await deliveries.find(id);
  if (record === undefined || !principal.workspaces.includes(record.workspace)) {
    throw new EngineError('delivery_not_found');
  }
  return record;
}

/** The delivery as callers see it. */
export function toDelivery({ workspace: _, ...delivery }: DeliveryRecord): Delivery {
  return delivery;
}
