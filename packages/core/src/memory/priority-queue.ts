/** Entries in the order in which they are taken. */
export interface PriorityQueue<T> {
  add(entry: T): void;
  /** The first entry that is still current. */
  first(): T | undefined;
  /** Removes the first entry and returns it. */
  removeFirst(): T | undefined;
  clear(): void;
}

export interface PriorityQueueOptions<T> {
  isBefore(a: T, b: T): boolean;
  /**
   * Whether the entry was not replaced since it was added. A replaced entry is skipped, and dropped when it is the
   * first.
   */
  isCurrent(entry: T): boolean;
}

/** A binary heap: adding and removing take logarithmic time. */
export function createPriorityQueue<T extends object>({
  isBefore,
  isCurrent,
}: PriorityQueueOptions<T>): PriorityQueue<T> {
  const heap: T[] = [];

  function swap(a: number, b: number): void {
    [heap[a], heap[b]] = [heap[b] as T, heap[a] as T];
  }

  /** An index after the end comes after all others. */
  function comesBefore(a: number, b: number): boolean {
    const [left, right] = [heap[a], heap[b]];
    if (left === undefined || right === undefined) return left !== undefined;
    return isBefore(left, right);
  }

  function sink(): void {
    for (let index = 0; ; ) {
      const [left, right] = [2 * index + 1, 2 * index + 2];
      const least = comesBefore(right, left) ? right : left;
      if (least >= heap.length || !comesBefore(least, index)) return;
      swap(least, index);
      index = least;
    }
  }

  function dropFront(): void {
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    heap[0] = last;
    sink();
  }

  function first(): T | undefined {
    for (;;) {
      const [front] = heap;
      if (front === undefined || isCurrent(front)) return front;
      dropFront();
    }
  }

  return {
    add(entry) {
      heap.push(entry);
      for (let index = heap.length - 1; index > 0; ) {
        const parent = (index - 1) >> 1;
        if (!comesBefore(index, parent)) return;
        swap(index, parent);
        index = parent;
      }
    },
    first,
    removeFirst() {
      const front = first();
      dropFront();
      return front;
    },
    clear() {
      heap.length = 0;
    },
  };
}
