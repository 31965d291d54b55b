import type { ConversationClaim } from '@botwright/core';

/** What of one brand is due, the first of it in front. */
export interface DueLine<T> {
  readonly brand: string;
  first(): T | undefined;
  /** Takes the first out of the line. */
  takeFirst(): void;
}

type SlotRequest = Pick<ConversationClaim, 'limit' | 'held' | 'keepsFree'>;

/**
 * Gives free slots to brands in their turns, one at a time. A brand that has some leaves as many free as it then has,
 * so that it never has more than half, and whoever comes next finds one. A brand that waits alone is given them all,
 * unless some are to be kept free.
 *
 * @param lines - In the order of their turns.
 * @spec CQ17
 */
export function shareSlots<T>(lines: readonly DueLine<T>[], { limit, held, keepsFree }: SlotRequest): readonly T[] {
  const counts = new Map(held);
  const given: T[] = [];

  function give(line: DueLine<T>, due: T): void {
    line.takeFirst();
    given.push(due);
    counts.set(line.brand, (counts.get(line.brand) ?? 0) + 1);
  }

  for (let before = -1; before < given.length && given.length < limit; ) {
    before = given.length;
    for (const line of lines) {
      const due = line.first();
      if (due !== undefined && hasRoom(counts.get(line.brand), limit - given.length)) give(line, due);
    }
  }

  const waiting = lines.filter((line) => line.first() !== undefined);
  const [only] = waiting;
  if (keepsFree === true || only === undefined || waiting.length > 1) return given;
  for (let due = only.first(); due !== undefined && given.length < limit; due = only.first()) give(only, due);
  return given;
}

/** Whether a brand that has so many slots may have one more of those that are free. */
function hasRoom(held: number | undefined, free: number): boolean {
  return free > 0 && (held === undefined || held === 0 || held + 1 < free);
}
