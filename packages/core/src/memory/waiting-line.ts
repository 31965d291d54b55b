import { type FiledDelivery, waitsUntil } from './filed-delivery.ts';

/** The deliveries of one target that wait, the one due first in front. */
export interface WaitingLine {
  add(filed: FiledDelivery): void;
  /** Looks at the front. What is no longer as it was added has left the line. */
  first(): FiledDelivery | undefined;
}

/**
 * A binary heap that forgets what left the line when it comes to the front.
 *
 * @param isCurrent - Whether the delivery is still kept as it is given.
 */
export function createWaitingLine(isCurrent: (filed: FiledDelivery) => boolean): WaitingLine {
  const heap: FiledDelivery[] = [];

  function swap(a: number, b: number): void {
    [heap[a], heap[b]] = [heap[b] as FiledDelivery, heap[a] as FiledDelivery];
  }

  function isBefore(a: number, b: number): boolean {
    const left = heap[a];
    const right = heap[b];
    if (left === undefined || right === undefined) return left !== undefined;
    return (
      (waitsUntil(left) ?? 0) - (waitsUntil(right) ?? 0) < 0 || (isDueTogether(left, right) && left.place < right.place)
    );
  }

  function sink(from: number): void {
    for (let index = from; ; ) {
      const [left, right] = [2 * index + 1, 2 * index + 2];
      const least = isBefore(right, left) ? right : left;
      if (least >= heap.length || !isBefore(least, index)) return;
      swap(least, index);
      index = least;
    }
  }

  return {
    add(filed) {
      heap.push(filed);
      for (let index = heap.length - 1; index > 0; ) {
        const parent = (index - 1) >> 1;
        if (!isBefore(index, parent)) return;
        swap(index, parent);
        index = parent;
      }
    },
    first() {
      for (;;) {
        const [front] = heap;
        if (front === undefined || isCurrent(front)) return front;
        const last = heap.pop();
        if (last === undefined || heap.length === 0) continue;
        heap[0] = last;
        sink(0);
      }
    },
  };
}

function isDueTogether(a: FiledDelivery, b: FiledDelivery): boolean {
  return waitsUntil(a) === waitsUntil(b);
}
