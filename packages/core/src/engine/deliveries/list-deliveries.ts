import * as v from 'valibot';
import type { Slice } from '../../domain/paging/page.ts';
import { shape } from '../input/read-input.ts';
import { offsetEntries } from '../input/read-offset.ts';
import { readWhole } from '../input/read-whole.ts';
import type { Deliveries, Delivery } from '../platform.ts';
import { readerOf, type Scope } from '../scope.ts';
import { toDelivery } from './find-delivery.ts';

const requestShape = shape({
  ...offsetEntries,
  state: v.optional(v.picklist(['pending', 'delivered', 'dead'])),
  target: v.optional(
    v.strictObject({ kind: v.picklist(['hook', 'channel']), number: v.pipe(v.number(), v.safeInteger()) }),
  ),
});

/** @spec DI16 */
export async function listDeliveries(
  scope: Scope,
  request: Parameters<Deliveries['list']>[0] = {},
): Promise<Slice<Delivery>> {
  const { workspaces } = scope.principal;
  const slice = await readerOf(scope).deliveries.list({ ...readWhole(requestShape, request), workspaces });
  return { ...slice, items: slice.items.map(toDelivery) };
}
