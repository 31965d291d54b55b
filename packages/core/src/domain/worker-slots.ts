/** Counts the used slots of each brand, such as slots of a worker, and the free ones. */
export interface WorkerSlots {
  /** By brand, never 0. */
  readonly held: ReadonlyMap<string, number>;
  free(): number;
  take(brand: string): void;
  release(brand: string): void;
}

/**
 * Counts slots: a store the deliveries of one claim, a worker its work under way, the web chat its streams.
 *
 * @param held - Used slots by brand.
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

/** Whether a claim may give a brand one more slot for a delivery: it uses fewer slots than are free. @spec DQ20 */
export function hasDeliverySlot({ held, free }: Pick<WorkerSlots, 'held' | 'free'>, brand: string): boolean {
  return (held.get(brand) ?? 0) < free();
}

/**
 * Whether a brand may use one more shared slot, such as for a conversation while others wait: always the first, and
 * another one only if the free slots are then at least the number that it uses.
 *
 * @spec CQ17, CV54, WC33
 */
export function hasFairSlot({ held, free }: Pick<WorkerSlots, 'held' | 'free'>, brand: string): boolean {
  const count = held.get(brand) ?? 0;
  return free() > 0 && (count === 0 || count + 1 < free());
}

/** The due work of one brand, in its order. */
export interface DueQueue<T> {
  /** Brands take turns at the free slots by it. */
  readonly brand: string;
  /** The next work, which stays in the queue; `undefined`: none is due. */
  first(): T | undefined;
  /** Takes out the work that `first` returned. */
  removeFirst(): void;
}

export interface SlotRequest {
  /** Free slots. */
  readonly limit: number;
  /** Used slots by brand. Default: none. */
  readonly held?: ReadonlyMap<string, number>;
  /** Whether slots stay free even if only one brand waits. Default: no. */
  readonly keepsFree?: boolean;
}

/**
 * Chooses the conversations of a claim: free slots go to brands in turns, one at a time. A brand never gets more than
 * half of the slots, so that the next brand finds one. A brand that is the only one gets all, unless some must stay
 * free.
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
