import { createWorkerSlots, hasFairSlot, type WorkerSlots } from '../../domain/worker-slots.ts';
import type { ClaimedConversation, ConversationQueue } from '../../ports/conversation-store.ts';
import type { LeaseRequest } from '../../ports/work-queue.ts';

/** The task of a worker for a conversation. */
export type ConversationTask = 'step' | 'effects';

/** The slots of one worker, shared by brands: some for steps, others for effects. */
export interface ConversationSlots {
  /** Leases conversations for the slots that are free. */
  claim(work: ConversationTask, lease: SlotLease): Promise<readonly ClaimedConversation[]>;
  /**
   * Moves a conversation whose step asked for effects from a slot for steps to one for effects.
   *
   * @returns Whether a slot was free. If not, release the conversation: a later claim finds it.
   */
  moveToEffects(brand: string): boolean;
  leave(work: ConversationTask, brand: string): void;
  /**
   * Takes a slot for steps for a conversation that is leased without a claim: only if no conversation waits in the
   * store, and within the share of the brand while others wait.
   *
   * @returns Whether a slot was free.
   */
  takeUnclaimed(brand: string): boolean;
  /** Whether the last claim for steps may have left conversations that are due because of the slots. */
  mayHaveLeftSteps(): boolean;
}

export interface SlotLease extends LeaseRequest {
  /** Called when conversations leased beyond the slots could not be released. */
  onFault(error: unknown): void;
}

export interface ConversationSlotOptions {
  readonly concurrency: number;
  readonly effectSlots: number;
  /** Milliseconds between two polls for effects that other processes left. */
  readonly pollMs: number;
}

/** @spec CV53, CV54 */
export function createConversationSlots(
  queue: Pick<ConversationQueue, 'claim' | 'release'>,
  { concurrency, effectSlots, pollMs }: ConversationSlotOptions,
): ConversationSlots {
  const steps = createWorkerSlots(concurrency);
  const effects = createWorkerSlots(effectSlots);
  const claimSteps = claimFor(queue, 'step', steps);
  const claimEffects = claimFor(queue, 'effects', effects);
  /** Brands with conversations in the store that wait for a slot for effects. */
  const waiting = new Set<string>();
  let isClaimingEffects = false;
  let nextLookAt = 0;

  async function claimDueEffects(lease: SlotLease): Promise<readonly ClaimedConversation[]> {
    if (waiting.size === 0 && lease.now < nextLookAt) return [];
    nextLookAt = lease.now + pollMs;
    isClaimingEffects = true;
    try {
      const claimed = await claimEffects.claim(lease);
      // A brand that may use another slot has nothing more to claim.
      for (const brand of waiting) if (hasFairSlot(effects, brand)) waiting.delete(brand);
      return claimed;
    } finally {
      isClaimingEffects = false;
    }
  }

  return {
    claim: (work, lease) => (work === 'step' ? claimSteps.claim(lease) : claimDueEffects(lease)),
    mayHaveLeftSteps: claimSteps.mayHaveLeft,
    moveToEffects(brand) {
      // While a claim is under way it is not known which brands will have the free slots.
      if (isClaimingEffects || waiting.has(brand) || !hasFairSlot(effects, brand)) {
        waiting.add(brand);
        return false;
      }
      steps.release(brand);
      effects.take(brand);
      return true;
    },
    leave: (work, brand) => (work === 'step' ? steps : effects).release(brand),
    takeUnclaimed(brand) {
      if (claimSteps.hasLeft() || !hasFairSlot(steps, brand)) return false;
      steps.take(brand);
      return true;
    },
  };
}

function claimFor(
  queue: Pick<ConversationQueue, 'claim' | 'release'>,
  work: ConversationTask,
  slots: WorkerSlots,
): {
  claim(lease: SlotLease): Promise<readonly ClaimedConversation[]>;
  /** Whether conversations may wait for a slot, or a claim is under way. */
  mayHaveLeft(): boolean;
  /** Whether the last finished claim left conversations because no slot was free. */
  hasLeft(): boolean;
} {
  /** Slots for effects stay free for brands that have none, slots for steps only while others wait. */
  const keepsFree = work === 'effects';
  let after = '';
  let mayHaveLeft = true;
  let hasLeft = true;

  return {
    async claim({ onFault, ...lease }) {
      const limit = slots.free();
      mayHaveLeft = true;
      if (limit <= 0) {
        hasLeft = true;
        return [];
      }
      const claimed = await queue.claim({ ...lease, work, limit, held: new Map(slots.held), after, keepsFree });
      // Leases without a claim can have taken slots during the claim.
      const taken = claimed.slice(0, slots.free());
      for (const { brand } of taken) slots.take(brand);
      after = taken.at(-1)?.brand ?? after;
      // Only a brand that already has slots may get fewer conversations than are due, and only while other brands wait.
      mayHaveLeft = keepsFree || claimed.length === limit || slots.held.size > 1;
      // Both of two brands at their share may still have due conversations.
      const full = [...slots.held.keys()].filter((brand) => !hasFairSlot(slots, brand)).length;
      hasLeft = claimed.length === limit || taken.length < claimed.length || full > 1;
      mayHaveLeft ||= hasLeft;
      for (const { brand, customerNumber } of claimed.slice(taken.length)) {
        await queue.release(lease.worker, [{ brand, customerNumber }]).catch(onFault);
      }
      return taken;
    },
    mayHaveLeft: () => mayHaveLeft,
    hasLeft: () => hasLeft,
  };
}
