import type { Delivery } from '@botwright/core';
import { type BotsOperation, defineBotsOperation, jsonResponse } from '@botwright/http';

const encodeLetter = ({ id, origin, progress }: Delivery) => ({ id, origin, progress });

/** Operations on failed webhooks, routed, authorized and documented like operations of the Bots API. */
const listDeadLetters = defineBotsOperation({
  id: 'listDeadLetters',
  method: 'GET',
  path: '/dead-letters',
  tag: 'Dead letters',
  summary: 'List the webhooks that were given up',
  success: { status: 200, description: 'The webhooks, newest first.' },
  errors: [],
  work: ({ deliveries }) => deliveries.list({ state: 'dead' }),
  encode: ({ total, items }) => jsonResponse(200, JSON.stringify({ total, letters: items.map(encodeLetter) })),
});

const replayDeadLetter = defineBotsOperation({
  id: 'replayDeadLetter',
  method: 'POST',
  path: '/dead-letters/{delivery_id}/replay',
  tag: 'Dead letters',
  summary: 'Send a webhook once more',
  success: { status: 201, description: 'The new delivery.' },
  errors: ['delivery_not_found'],
  work: ({ deliveries }, { params }) => deliveries.replay(params.delivery_id),
  encode: ({ id }) => jsonResponse(201, JSON.stringify({ id })),
});

export const ownOperations: readonly BotsOperation[] = [listDeadLetters, replayDeadLetter];
