import { targetName } from '../domain/delivery/delivery-target.ts';
import { type FiledDelivery, waitsUntil } from './filed-delivery.ts';
import { createWaitingLine, type WaitingLine } from './waiting-line.ts';

/** When somebody was served last. */
export interface ServedTurn {
  servedAt: number;
  /** Greater than that of everybody served before. */
  turn: number;
}

/** What the queue knows of one target. */
export interface TargetLine extends ServedTurn {
  readonly brand: string;
  /** By when they are due; of those due at once, the one added first. */
  readonly waiting: WaitingLine<FiledDelivery>;
  /** How many are under lease. */
  leased: number;
}

/** Committed deliveries of all brands. */
export interface DeliveryBoard {
  find(brand: string, id: string): FiledDelivery | undefined;
  ofBrand(brand: string): Iterable<FiledDelivery>;
  all(): Iterable<FiledDelivery>;
  leased(): Iterable<FiledDelivery>;
  lines(): Iterable<TargetLine>;
  turnOf(brand: string): ServedTurn;
  /** Counts up. */
  nextPlace(): number;
  /** Counts up. */
  nextTurn(): number;
  lineOf(filed: FiledDelivery): TargetLine;
  /** Keeps it in place of what has its id. */
  put(filed: FiledDelivery): void;
  remove(filed: FiledDelivery): void;
}

export function createDeliveryBoard(): DeliveryBoard {
  const brands = new Map<string, Map<string, FiledDelivery>>();
  const lines = new Map<string, TargetLine>();
  const leased = new Set<FiledDelivery>();
  const turns = new Map<string, ServedTurn>();
  let lastPlace = 0;
  let lastTurn = 0;

  const find = (brand: string, id: string) => brands.get(brand)?.get(id);
  const isCurrent = (filed: FiledDelivery) => find(filed.brand, filed.record.id) === filed;

  function lineOf({ brand, record }: FiledDelivery): TargetLine {
    const key = `${targetName(record.target)} ${brand}`;
    const line = lines.get(key) ?? {
      brand,
      waiting: createWaitingLine({ isBefore, isCurrent }),
      leased: 0,
      servedAt: 0,
      turn: 0,
    };
    lines.set(key, line);
    return line;
  }

  function remove(filed: FiledDelivery): void {
    const before = find(filed.brand, filed.record.id);
    if (before === undefined) return;
    if (leased.delete(before)) lineOf(before).leased -= 1;
    brands.get(filed.brand)?.delete(filed.record.id);
  }

  return {
    find,
    ofBrand: (brand) => brands.get(brand)?.values() ?? [],
    all: () => Iterator.from(brands.values()).flatMap((filed) => filed.values()),
    leased: () => [...leased],
    lines: () => lines.values(),
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
    lineOf,
    remove,
    put(filed) {
      remove(filed);
      const ofBrand = brands.get(filed.brand) ?? new Map<string, FiledDelivery>();
      brands.set(filed.brand, ofBrand.set(filed.record.id, filed));
      if (filed.lease !== undefined) {
        leased.add(filed);
        lineOf(filed).leased += 1;
      }
      if (waitsUntil(filed) !== undefined) lineOf(filed).waiting.add(filed);
    },
  };
}

function isBefore(a: FiledDelivery, b: FiledDelivery): boolean {
  const [aDue, bDue] = [waitsUntil(a) ?? 0, waitsUntil(b) ?? 0];
  return aDue < bDue || (aDue === bDue && a.place < b.place);
}
