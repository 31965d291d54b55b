import { deliveryListSchema } from '@botwright/core/inputs';
import { engineQuery } from '../../request/query.ts';
import { type ConsoleOperation, defineConsoleOperation } from '../console-operation.ts';
import { dataResponse } from '../wire/data.ts';
import { encodeDelivery } from '../wire/delivery.ts';

/** Deliveries to hooks and channels. */
export const deliveryOperations: readonly ConsoleOperation[] = [
  /** @spec CO6 */
  defineConsoleOperation({
    id: 'listDeliveries',
    method: 'GET',
    path: '/deliveries',
    tag: 'Deliveries',
    summary: 'List deliveries',
    query: engineQuery(deliveryListSchema),
    success: { status: 200, description: 'Deliveries, newest first.' },
    errors: [],
    work: ({ deliveries }, { query }) => deliveries.list(query),
    encode: ({ items, total }) => dataResponse(200, items.map(encodeDelivery), { total }),
  }),

  /** @spec CO6 */
  defineConsoleOperation({
    id: 'getDelivery',
    method: 'GET',
    path: '/deliveries/{delivery_id}',
    tag: 'Deliveries',
    summary: 'Read a delivery and its body',
    success: { status: 200, description: 'The delivery.' },
    errors: ['delivery_not_found'],
    work: async ({ deliveries }, { params: { delivery_id: id } }) => ({
      delivery: await deliveries.get(id),
      body: await deliveries.body(id),
    }),
    encode: ({ delivery, body }) => dataResponse(200, { ...encodeDelivery(delivery), body: body ?? null }),
  }),

  /** @spec CO6 */
  defineConsoleOperation({
    id: 'replayDelivery',
    method: 'POST',
    path: '/deliveries/{delivery_id}/replay',
    tag: 'Deliveries',
    summary: 'Send the body of a delivery again',
    success: { status: 201, description: 'The new delivery.' },
    errors: ['delivery_not_found', 'plan_required', 'delivery_target_off', 'delivery_body_erased'],
    work: ({ deliveries }, { params }) => deliveries.replay(params.delivery_id),
    encode: (delivery) => dataResponse(201, encodeDelivery(delivery)),
  }),
];
