/** So many pieces of work at once, shared by groups. */
export interface FairSlots {
  /**
   * Begins the work as soon as there is a slot for its group; the slot is held until the work resolves.
   *
   * @param work - Never rejects.
   */
  enter(group: string, work: () => Promise<void>): void;
}

/**
 * A group gets another slot only while it holds fewer than are free, so that there is one for a group that comes.
 * Groups that wait take turns.
 *
 * @spec SN35
 */
export function createFairSlots(slots: number): FairSlots {
  /** In the order of their turns. */
  const waiting = new Map<string, (() => Promise<void>)[]>();
  const held = new Map<string, number>();
  let free = slots;

  function change(group: string, by: 1 | -1): void {
    const count = (held.get(group) ?? 0) + by;
    free -= by;
    if (count === 0) held.delete(group);
    else held.set(group, count);
  }

  /** @returns Whether anything began. */
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
