import type { EpochMs } from '../domain/time/epoch-ms.ts';

export interface Due {
  readonly dueAt: EpochMs;
}

/** What waits for its moment, the first due in front. */
export interface DueLine<T extends Due> {
  add(entry: T): void;
  /** Takes the one in front out of the line, if it is due. */
  takeDue(now: EpochMs): T | undefined;
}

/** A binary heap. */
export function createDueLine<T extends Due>(): DueLine<T> {
  const heap: T[] = [];
  const dueAt = (index: number): number => heap[index]?.dueAt ?? Number.POSITIVE_INFINITY;

  function swap(a: number, b: number): void {
    [heap[a], heap[b]] = [heap[b] as T, heap[a] as T];
  }

  function sink(): void {
    for (let index = 0; ; ) {
      const [left, right] = [2 * index + 1, 2 * index + 2];
      const least = dueAt(right) < dueAt(left) ? right : left;
      if (!(dueAt(least) < dueAt(index))) return;
      swap(least, index);
      index = least;
    }
  }

  return {
    add(entry) {
      heap.push(entry);
      for (let index = heap.length - 1; index > 0; ) {
        const parent = (index - 1) >> 1;
        if (dueAt(parent) <= dueAt(index)) return;
        swap(index, parent);
        index = parent;
      }
    },
    takeDue(now) {
      const [front] = heap;
      if (front === undefined || front.dueAt > now) return undefined;
      const last = heap.pop() as T;
      if (heap.length > 0) {
        heap[0] = last;
        sink();
      }
      return front;
    },
  };
}
