import type { ConversationKey } from '../../ports/conversation-store.ts';
import type { LeaseHolder } from '../../ports/work-queue.ts';

/** A slot of a worker for a conversation that is about to have work. Call `use` or `cancel` once. */
export interface ReservedSlot {
  /** The worker. */
  readonly holder: LeaseHolder;
  /** The conversation was leased to the holder when its work was stored. */
  use(conversation: ConversationKey): void;
  /**
   * The conversation was not leased to the holder. @param isUncertain - It is unknown whether the work and the lease
   * were stored.
   */
  cancel(isUncertain: boolean): void;
}

/** @returns `undefined` when the worker has no slot for the brand. */
export type ReserveSlot = (brand: string) => ReservedSlot | undefined;

/**
 * The workers of this process, for code that stores work of conversations: work that is leased to one of them in the
 * same transaction begins without a claim, and no other worker is woken for it.
 *
 * @spec CV73
 */
export interface DirectLeases {
  readonly reserve: ReserveSlot;
  /** @returns A function that ends the reservations. */
  add(reserve: ReserveSlot): () => void;
}

export function createDirectLeases(): DirectLeases {
  const workers = new Set<ReserveSlot>();
  return {
    reserve(brand) {
      for (const reserve of workers) {
        const reserved = reserve(brand);
        if (reserved !== undefined) return reserved;
      }
      return undefined;
    },
    add(reserve) {
      workers.add(reserve);
      return () => void workers.delete(reserve);
    },
  };
}
