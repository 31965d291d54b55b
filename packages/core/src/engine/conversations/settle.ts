import type { ClaimedConversation, ConversationKey } from '../../ports/conversation-store.ts';
import { whileAwake } from '../while-awake.ts';
import { carryOut } from './carry-out.ts';
import type { Desk } from './desk.ts';
import { defaultLeaseMs, holdLeases } from './hold-leases.ts';
import type { CarriedOut } from './pending-effects.ts';
import { workConversation } from './work-conversation.ts';

const busyMs = 20;

/**
 * Works one conversation here and now, until it waits for the visitor, or for an outcome that comes later.
 *
 * Race rule: where a worker has it, waits until that one is done.
 *
 * @throws What kept a step from being worked; the entry is still in the inbox.
 * @spec CV45
 */
export function settle(desk: Desk, conversation: ConversationKey): Promise<void> {
  return whileAwake(desk.alarm, () => workUntilIdle(desk, conversation));
}

async function workUntilIdle(desk: Desk, conversation: ConversationKey): Promise<void> {
  const leases = holdLeases(desk, defaultLeaseMs);
  const queue = desk.storage.conversationQueue;
  const { brand, customerNumber } = conversation;
  try {
    for (;;) {
      const lease = { worker: leases.worker, now: desk.clock.now(), leaseUntil: leases.leaseUntil() };
      const taken = await queue.take(conversation, lease);
      if (taken === 'idle') return;
      if (taken === 'busy') {
        await desk.alarm.sleep(busyMs);
        continue;
      }
      try {
        await workToRest(desk, taken, leases.worker);
      } finally {
        await queue.release(brand, customerNumber, leases.worker);
      }
    }
  } finally {
    leases.end();
  }
}

async function workToRest(desk: Desk, taken: ClaimedConversation, worker: string): Promise<void> {
  const never = new AbortController().signal;
  let held = { ...taken, worker };
  let carried: CarriedOut | undefined;
  for (;;) {
    const end = await workConversation(desk, held, { stopping: never, ...(carried !== undefined && { carried }) });
    if (end.kind !== 'effects') return;
    held = end.held;
    const answer = await carryOut(desk, { ...held, ...end.pending, signal: never });
    carried = answer === 'abandoned' ? undefined : answer;
  }
}
