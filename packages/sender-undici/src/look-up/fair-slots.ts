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
  const held = new Map<string, number>();
  let free = slots;

  function change(group: string, by: 1 | -1): void {
    const count = (held.get(group) ?? 0) + by;
    free -= by;
    if (count === 0) held.delete(group);
    else held.set(group, count);
  }

  /** @returns Whether work began. */
  function beginNext(): boolean {
    for (const [group, works] of waiting) {
      if ((held.get(group) ?? 0) >= free) continue;
      const work = works.shift();
      waiting.delete(group);
      if (works.length > 0) waiting.set(group, works);
      if (work === undefined) continue;
      change(group, 1);
      void work().then(() => {
        change(group, -1);
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
