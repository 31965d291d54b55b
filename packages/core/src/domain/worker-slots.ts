/** Counts how many slots, such as those of a worker, each brand uses, and how many are free. */
export interface WorkerSlots {
  /** By brand, never 0. */
  readonly held: ReadonlyMap<string, number>;
  free(): number;
  take(brand: string): void;
  release(brand: string): void;
}

/**
 * Counts slots. A store counts with it what one claim of deliveries takes, a worker what it has under way, and the web chat
 * its streams.
 *
 * @param held - Slots that brands have already.
 */
export function createWorkerSlots(total: number, held: Iterable<readonly [string, number]> = []): WorkerSlots {
  const counts = new Map(held);
  let free = [...counts.values()].reduce((left, count) => left - count, total);
  return {
    held: counts,
    free: () => free,
    take(brand) {
      free -= 1;
      counts.set(brand, (counts.get(brand) ?? 0) + 1);
    },
    release(brand) {
      const left = (counts.get(brand) ?? 0) - 1;
      free += 1;
      if (left > 0) counts.set(brand, left);
      else counts.delete(brand);
    },
  };
}

/** Whether a claim may give a brand one more slot for a delivery: it has fewer than are free. @spec DQ20 */
export function hasDeliverySlot({ held, free }: Pick<WorkerSlots, 'held' | 'free'>, brand: string): boolean {
  return (held.get(brand) ?? 0) < free();
}

/**
 * Whether a brand may use one more of the slots that brands share, such as one for a conversation while others wait too:
 * always its first, and a further one only if afterwards as many are free as it uses.
 *
 * @spec CQ17, CV54, WC33
 */
export function hasFairSlot({ held, free }: Pick<WorkerSlots, 'held' | 'free'>, brand: string): boolean {
  const count = held.get(brand) ?? 0;
  return free() > 0 && (count === 0 || count + 1 < free());
}

/** The due work of one brand, in its order. */
export interface DueQueue<T> {
  readonly brand: string;
  first(): T | undefined;
  removeFirst(): void;
}

export interface SlotRequest {
  /** Slots that are free. */
  readonly limit: number;
  /** How many slots each brand uses already. Default: none. */
  readonly held?: ReadonlyMap<string, number>;
  /** Whether slots stay free also when a single brand waits. Default no. */
  readonly keepsFree?: boolean;
}

/**
 * Chooses what a claim of conversations gives out: free slots go to brands in turns, one at a time. A brand that has some leaves as many free as it then has, so
 * that it never has more than half, and the next brand that comes finds one. A brand that waits alone is given them
 * all, unless some are to be kept free.
 *
 * @param queues - In the order of their turns.
 * @spec CQ17
 */
export function shareSlots<T>(
  queues: readonly DueQueue<T>[],
  { limit, held = new Map(), keepsFree }: SlotRequest,
): readonly T[] {
  const given: T[] = [];
  const counts = new Map(held);
  const slots = { held: counts, free: () => limit - given.length };

  function give(queue: DueQueue<T>, due: T): void {
    queue.removeFirst();
    given.push(due);
    counts.set(queue.brand, (counts.get(queue.brand) ?? 0) + 1);
  }

  for (let before = -1; before < given.length && given.length < limit; ) {
    before = given.length;
    for (const queue of queues) {
      const due = queue.first();
      if (due !== undefined && hasFairSlot(slots, queue.brand)) give(queue, due);
    }
  }

  const waiting = queues.filter((queue) => queue.first() !== undefined);
  const [only] = waiting;
  if (keepsFree === true || only === undefined || waiting.length > 1) return given;
  for (let due = only.first(); due !== undefined && given.length < limit; due = only.first()) give(only, due);
  return given;
}
