/** What waits for its turn, the next one in front. */
export interface WaitingLine<T> {
  add(entry: T): void;
  /** Looks at the front. What is no longer current has left the line. */
  first(): T | undefined;
  /** Takes the front out of the line. */
  takeFirst(): T | undefined;
}

export interface WaitingLineOptions<T> {
  isBefore(a: T, b: T): boolean;
  /** Whether the entry is still kept as it was added: one that was replaced waits unseen until it comes to the front. */
  isCurrent(entry: T): boolean;
}

/** A binary heap. */
export function createWaitingLine<T extends object>({ isBefore, isCurrent }: WaitingLineOptions<T>): WaitingLine<T> {
  const heap: T[] = [];

  function swap(a: number, b: number): void {
    [heap[a], heap[b]] = [heap[b] as T, heap[a] as T];
  }

  /** Nothing stands behind the end. */
  function standsBefore(a: number, b: number): boolean {
    const [left, right] = [heap[a], heap[b]];
    if (left === undefined || right === undefined) return left !== undefined;
    return isBefore(left, right);
  }

  function sink(): void {
    for (let index = 0; ; ) {
      const [left, right] = [2 * index + 1, 2 * index + 2];
      const least = standsBefore(right, left) ? right : left;
      if (least >= heap.length || !standsBefore(least, index)) return;
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
        if (!standsBefore(index, parent)) return;
        swap(index, parent);
        index = parent;
      }
    },
    first,
    takeFirst() {
      const front = first();
      dropFront();
      return front;
    },
  };
}
