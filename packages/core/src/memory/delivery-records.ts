import { disableDelivery } from '../domain/delivery/delivery-progress.ts';
import type { DeliveryTarget } from '../domain/delivery/delivery-target.ts';
import { sliceOf } from '../domain/paging/offset.ts';
import type { Slice } from '../domain/paging/page.ts';
import { compareCodePoints } from '../domain/text.ts';
import type { EpochMs } from '../domain/time/epoch-ms.ts';
import type { DeliveryListQuery, DeliveryRecord, NewDelivery } from '../ports/delivery-store.ts';
import type { DeliveryIndex } from './delivery-index.ts';
import { frozenCopy } from './frozen-copy.ts';
import { newDelivery, type StoredDelivery, shareBodies, withoutLease } from './stored-delivery.ts';

/** @spec DQ4 */
export function listDeliveries(
  stored: Iterable<StoredDelivery>,
  { workspaces, state, target, ...range }: DeliveryListQuery,
): Slice<DeliveryRecord> {
  const matches = Iterator.from(stored)
    .map(({ record }) => record)
    .filter(
      ({ workspace, progress, target: own }) =>
        workspaces.includes(workspace) &&
        (state === undefined || progress.state === state) &&
        (target === undefined || isSameTarget(own, target)),
    );
  return sliceOf(
    [...matches].sort((a, b) => compareCodePoints(b.id, a.id)),
    range,
  );
}

/** @spec DQ1, DQ2, DQ21 */
export function newDeliveries(
  index: DeliveryIndex,
  brand: string,
  added: readonly NewDelivery[],
): readonly StoredDelivery[] {
  const bodyOf = shareBodies();
  return frozenCopy(added).map((each) => newDelivery(each, { brand, body: bodyOf(each), place: index.nextPlace() }));
}

/** Ends the delivery if it is pending. @spec DQ5 */
export function disabled(stored: StoredDelivery, at: EpochMs): StoredDelivery {
  if (stored.record.progress.state !== 'pending') return stored;
  const progress = frozenCopy(disableDelivery(stored.record.progress, at));
  return withoutLease({ ...stored, record: Object.freeze({ ...stored.record, progress }) });
}

/** Ends the delivery if it is pending, and removes its body. @spec DQ6, DQ19 */
export function erased(stored: StoredDelivery, at: EpochMs): StoredDelivery {
  const { body: _, ...bare } = disabled(stored, at);
  return bare;
}

export function isSameTarget(a: DeliveryTarget, b: DeliveryTarget): boolean {
  return a.kind === b.kind && a.number === b.number;
}
