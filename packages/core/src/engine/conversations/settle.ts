import type { ClaimedConversation } from '../../ports/conversation-store.ts';
import type { Desk } from './desk.ts';
import { defaultLeaseMs, holdLeases } from './hold-leases.ts';
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
export async function settle(desk: Desk, conversation: ClaimedConversation): Promise<void> {
  const leases = holdLeases(desk, defaultLeaseMs);
  const { queue, never } = { queue: desk.storage.conversationQueue, never: new AbortController().signal };
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
        await workConversation(
          desk,
          { ...conversation, worker: leases.worker },
          { stopping: never, abandoning: never },
        );
      } finally {
        await queue.release(brand, customerNumber, leases.worker);
      }
    }
  } finally {
    leases.end();
  }
}
