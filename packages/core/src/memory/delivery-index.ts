import { targetName } from '../domain/delivery/delivery-target.ts';
import { createPriorityQueue, type PriorityQueue } from './priority-queue.ts';
import { type StoredDelivery, waitsUntil } from './stored-delivery.ts';

/** The last turn of a brand or a target. */
export interface LastTurn {
  servedAt: number;
  /** Number of the turn; greater than the numbers of all earlier turns. */
  turn: number;
}

/** The deliveries that wait for one target. */
export interface TargetQueue extends LastTurn {
  readonly brand: string;
  /**
   * In the order in which they are due; those due at the same moment in the order in which they were added. Without
   * deliveries that are held back.
   */
  readonly waiting: PriorityQueue<StoredDelivery>;
  /** How many are under lease. */
  leased: number;
}

/** The pending ordered deliveries of one customer to one target. */
interface OrderedLine {
  /** In the order in which they were added. */
  readonly pending: PriorityQueue<StoredDelivery>;
  /** The first one when the line last changed. */
  head?: StoredDelivery;
}

/** The committed deliveries of all brands, by id and by target. */
export interface DeliveryIndex {
  find(brand: string, id: string): StoredDelivery | undefined;
  ofBrand(brand: string): Iterable<StoredDelivery>;
  all(): Iterable<StoredDelivery>;
  leased(): Iterable<StoredDelivery>;
  targetQueues(): Iterable<TargetQueue>;
  /** How many deliveries of each brand are pending; perhaps 0. */
  pending(): ReadonlyMap<string, number>;
  turnOf(brand: string): LastTurn;
  /** Rises with each call. */
  nextPlace(): number;
  /** Rises with each call. */
  nextTurn(): number;
  queueOf(stored: StoredDelivery): TargetQueue;
  /** Replaces the delivery with its id. */
  put(stored: StoredDelivery): void;
  remove(stored: StoredDelivery): void;
  /** Removes all, and keeps the turns of brands and targets. */
  clear(): void;
}

export function createDeliveryIndex(): DeliveryIndex {
  const brands = new Map<string, Map<string, StoredDelivery>>();
  const queues = new Map<string, TargetQueue>();
  const lines = new Map<string, OrderedLine>();
  const leased = new Set<StoredDelivery>();
  const turns = new Map<string, LastTurn>();
  const pending = new Map<string, number>();
  let lastPlace = 0;
  let lastTurn = 0;

  const find = (brand: string, id: string) => brands.get(brand)?.get(id);
  const isCurrent = (stored: StoredDelivery) => find(stored.brand, stored.record.id) === stored;

  const lineName = ({ brand, record }: StoredDelivery) =>
    `${targetName(record.target)} ${record.customerNumber} ${brand}`;

  /** @spec DQ28 */
  function isNext(stored: StoredDelivery): boolean {
    return stored.record.ordered !== true || lines.get(lineName(stored))?.pending.first() === stored;
  }

  function wait(stored: StoredDelivery): void {
    if (waitsUntil(stored) !== undefined) queueOf(stored).waiting.add(stored);
  }

  /** Lets the first delivery of a line wait after the line changed. @spec DQ28, DQ29 */
  function advanceLine(changed: StoredDelivery): void {
    const name = lineName(changed);
    const line = lines.get(name);
    const head = line?.pending.first();
    if (line === undefined || head === undefined) {
      lines.delete(name);
    } else if (head !== line.head) {
      line.head = head;
      wait(head);
    }
  }

  function addToLine(stored: StoredDelivery): void {
    if (stored.record.progress.state === 'pending') {
      const name = lineName(stored);
      const line = lines.get(name) ?? {
        pending: createPriorityQueue<StoredDelivery>({ isBefore: (a, b) => a.place < b.place, isCurrent }),
      };
      lines.set(name, line);
      line.pending.add(stored);
    }
    advanceLine(stored);
  }

  function queueOf({ brand, record }: StoredDelivery): TargetQueue {
    const key = `${targetName(record.target)} ${brand}`;
    const queue = queues.get(key) ?? {
      brand,
      waiting: createPriorityQueue({ isBefore, isCurrent: (stored) => isCurrent(stored) && isNext(stored) }),
      leased: 0,
      servedAt: 0,
      turn: 0,
    };
    queues.set(key, queue);
    return queue;
  }

  function countPending({ brand, record }: StoredDelivery, by: 1 | -1): void {
    if (record.progress.state === 'pending') pending.set(brand, (pending.get(brand) ?? 0) + by);
  }

  function take(stored: StoredDelivery): void {
    const before = find(stored.brand, stored.record.id);
    if (before === undefined) return;
    countPending(before, -1);
    if (leased.delete(before)) queueOf(before).leased -= 1;
    brands.get(stored.brand)?.delete(stored.record.id);
  }

  return {
    find,
    ofBrand: (brand) => brands.get(brand)?.values() ?? [],
    all: () => Iterator.from(brands.values()).flatMap((stored) => stored.values()),
    leased: () => [...leased],
    targetQueues: () => queues.values(),
    pending: () => pending,
    turnOf(brand) {
      const turn = turns.get(brand) ?? { servedAt: 0, turn: 0 };
      turns.set(brand, turn);
      return turn;
    },
    nextPlace() {
      lastPlace += 1;
      return lastPlace;
    },
    nextTurn() {
      lastTurn += 1;
      return lastTurn;
    },
    queueOf,
    remove(stored) {
      take(stored);
      if (stored.record.ordered) advanceLine(stored);
    },
    clear() {
      for (const each of [brands, leased, pending, lines]) each.clear();
      for (const queue of queues.values()) {
        queue.waiting.clear();
        queue.leased = 0;
      }
    },
    put(stored) {
      take(stored);
      lastPlace = Math.max(lastPlace, stored.place);
      const ofBrand = brands.get(stored.brand) ?? new Map<string, StoredDelivery>();
      brands.set(stored.brand, ofBrand.set(stored.record.id, stored));
      countPending(stored, 1);
      if (stored.lease !== undefined) {
        leased.add(stored);
        queueOf(stored).leased += 1;
      }
      if (stored.record.ordered) addToLine(stored);
      else wait(stored);
    },
  };
}

function isBefore(a: StoredDelivery, b: StoredDelivery): boolean {
  const [aDue, bDue] = [waitsUntil(a) ?? 0, waitsUntil(b) ?? 0];
  return aDue < bDue || (aDue === bDue && a.place < b.place);
}
