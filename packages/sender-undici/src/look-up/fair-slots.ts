import { createWorkerSlots, hasDeliverySlot } from '@botwright/core/ports';

/** A limited number of slots for work, which groups share fairly. */
export interface FairSlots {
  /**
   * Starts the work when its group gets a slot; the slot is taken until the work resolves.
   *
   * @param work - Never rejects.
   */
  enter(group: string, work: () => Promise<void>): void;
}

/**
 * A group gets another slot only while it has fewer slots than are free, so that later groups find one. Waiting groups
 * take turns.
 *
 * @spec SN35
 */
export function createFairSlots(slots: number): FairSlots {
  /** Waiting work by group, in order of service. */
  const waiting = new Map<string, (() => Promise<void>)[]>();
  const used = createWorkerSlots(slots);

  /** @returns Whether work began. */
  function beginNext(): boolean {
    for (const [group, works] of waiting) {
      if (!hasDeliverySlot(used, group)) continue;
      const work = works.shift();
      waiting.delete(group);
      if (works.length > 0) waiting.set(group, works);
      if (work === undefined) continue;
      used.take(group);
      void work().then(() => {
        used.release(group);
        beginAll();
      });
      return true;
    }
    return false;
  }

  function beginAll(): void {
    while (beginNext());
  }

  return {
    enter(group, work) {
      const works = waiting.get(group) ?? [];
      works.push(work);
      waiting.set(group, works);
      beginAll();
    },
  };
}
