import { openDelivery } from '../../domain/delivery/delivery-progress.ts';
import type { DeliveryTarget } from '../../domain/delivery/delivery-target.ts';
import { hasMessageHooks } from '../../domain/plan/message-hooks.ts';
import type { BrandTransaction } from '../../ports/storage.ts';
import { EngineError } from '../engine-error.ts';
import type { Delivery } from '../platform.ts';
import { commit, readerOf, type Scope } from '../scope.ts';
import { findDelivery, toDelivery } from './find-delivery.ts';

/**
 * @throws {EngineError} `delivery_not_found`, `plan_required`, `delivery_target_off`, `delivery_body_erased`
 * @spec DI17, DI18, DI19
 */
export async function replayDelivery(scope: Scope, id: string): Promise<Delivery> {
  const { target } = await findDelivery(scope, readerOf(scope).deliveries, id);
  if (target.kind === 'hook' && !hasMessageHooks(await scope.plans.planOf(scope.principal.brand))) {
    throw new EngineError('plan_required');
  }

  return commit(scope, async (tx) => {
    const before = await findDelivery(scope, tx.deliveries, id);
    const origin = await originOf(tx, before.target);
    if (origin === undefined) throw new EngineError('delivery_target_off');
    const body = await tx.deliveries.findBody(before.id);
    if (body === undefined) throw new EngineError('delivery_body_erased');

    const { progress: _, ...same } = before;
    const now = scope.clock.now();
    const again = { ...same, id: scope.ids.uuidAt(now), origin, createdAt: now, replayOf: before.id };
    await tx.deliveries.add([{ ...again, body, dueAt: now }]);
    return toDelivery({ ...again, progress: openDelivery(now) });
  });
}

/** @returns `undefined` when the target is off or away. */
async function originOf(tx: BrandTransaction, { kind, number }: DeliveryTarget): Promise<string | undefined> {
  if (kind === 'channel') return (await tx.channels.find(number))?.webhook?.origin;
  const hook = await tx.hooks.find(number);
  return hook?.active === true ? hook.origin : undefined;
}
