import type { Delivery } from '../platform.ts';
import { readerOf, type Scope } from '../scope.ts';
import { findDelivery, toDelivery } from './find-delivery.ts';

/** @spec DI17 */
export async function getDelivery(scope: Scope, id: string): Promise<Delivery> {
  return toDelivery(await findDelivery(scope, readerOf(scope).deliveries, id));
}
