import type { ClaimedConversation } from '../../ports/conversation-store.ts';
import { type BrandSlots, createBrandSlots } from './brand-slots.ts';
import type { Desk } from './desk.ts';
import type { Leases } from './hold-leases.ts';

/** Takes up one kind of work, as slots are free. */
export interface ClaimLane {
  readonly slots: BrandSlots;
  /** Slots are given out, nobody knows yet to whom. */
  isClaiming(): boolean;
  claim(): Promise<readonly ClaimedConversation[]>;
}

export interface ClaimLaneOptions {
  readonly work: 'step' | 'effects';
  readonly slots: number;
  /** Whether slots stay free also when a single brand waits. */
  readonly keepsFree: boolean;
}

/** @spec CV53, CV54 */
export function createClaimLane(
  desk: Desk,
  leases: Leases,
  { work, slots: total, keepsFree }: ClaimLaneOptions,
): ClaimLane {
  const slots = createBrandSlots(total);
  let isClaiming = false;
  let after = '';

  return {
    slots,
    isClaiming: () => isClaiming,
    async claim() {
      const limit = slots.free();
      if (limit === 0) return [];
      isClaiming = true;
      try {
        const lease = { worker: leases.worker, now: desk.clock.now(), leaseUntil: leases.leaseUntil() };
        const request = { ...lease, work, limit, held: slots.held, after, keepsFree };
        const claimed = await desk.storage.conversationQueue.claim(request);
        for (const { brand } of claimed) slots.enter(brand);
        after = claimed.at(-1)?.brand ?? after;
        return claimed;
      } finally {
        isClaiming = false;
      }
    },
  };
}
