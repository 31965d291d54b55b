import type { ClaimedDelivery, ClaimRequest, DeliveryBounds, DeliveryQueue } from '../ports/delivery-store.ts';
import type { DeliveryBoard, TargetLine } from './delivery-board.ts';
import { type FiledDelivery, waitsUntil, withoutLease } from './filed-delivery.ts';
import { frozenCopy } from './frozen-copy.ts';
import type { KeptBody } from './kept-body.ts';

/**
 * The queue over all brands.
 *
 * @param alone - Runs a change while no transaction writes.
 */
export function deliveryQueue(
  board: DeliveryBoard,
  alone: <T>(change: () => T) => Promise<T>,
  look: <T>(question: () => T) => Promise<T>,
): DeliveryQueue {
  function release(isMeant: (filed: FiledDelivery) => boolean): void {
    for (const filed of board.leased()) if (isMeant(filed)) board.put(withoutLease(filed));
  }

  return {
    claim: (request) =>
      alone(() => {
        release(({ lease }) => lease !== undefined && lease.leaseUntil <= request.now);
        return takeTurns(board, request);
      }),

    renew: (holder) =>
      alone(() => {
        for (const filed of board.leased()) {
          if (filed.lease?.worker === holder.worker) board.put({ ...filed, lease: { ...holder } });
        }
      }),

    settle({ brand, id, worker }, progress) {
      const given = frozenCopy(progress);
      return alone(() => {
        const filed = board.find(brand, id);
        if (filed === undefined || filed.lease?.worker !== worker) return 'lost';
        board.put(withoutLease({ ...filed, record: Object.freeze({ ...filed.record, progress: given }) }));
        return 'settled';
      });
    },

    release: (worker, ids) =>
      alone(() =>
        release(({ lease, record }) => lease?.worker === worker && (ids === undefined || ids.includes(record.id))),
      ),

    recover: () => alone(() => release(() => true)),

    nextDueAt: (bounds) =>
      look(() => {
        const slots = workerSlots(board, bounds);
        const withRoom = Iterator.from(board.lines()).filter(
          ({ brand, leased }) => leased < bounds.perTarget && slots.hasRoomFor(brand),
        );
        const moments = withRoom.map(dueFirst).filter((moment) => moment !== undefined);
        return moments.reduce<number | undefined>((least, each) => Math.min(least ?? each, each), undefined);
      }),

    prune: (finishedBefore, limit) =>
      alone(() => {
        const finished = Iterator.from(board.all()).filter(
          ({ record: { progress } }) => progress.state !== 'pending' && progress.finishedAt < finishedBefore,
        );
        const pruned = finished.take(limit).toArray();
        for (const filed of pruned) board.remove(filed);
        return pruned.length;
      }),
  };
}

/** The slots of one worker, as its leases fill them. */
interface WorkerSlots {
  free(): number;
  /** @spec DQ20 */
  hasRoomFor(brand: string): boolean;
  take(brand: string): void;
}

function workerSlots(board: DeliveryBoard, { worker, slots }: DeliveryBounds): WorkerSlots {
  const held = new Map<string, number>();
  let free = slots;
  const take = (brand: string): void => {
    held.set(brand, (held.get(brand) ?? 0) + 1);
    free -= 1;
  };
  for (const { brand, lease } of board.leased()) if (lease?.worker === worker) take(brand);
  return { free: () => free, hasRoomFor: (brand) => (held.get(brand) ?? 0) < free, take };
}

/** @param most - Bytes. The first body is let through whatever it has. @spec DQ22 */
function bodyRoom(most: number): (body: KeptBody) => boolean {
  const taken = new Set<KeptBody>();
  let left = most;
  return (body) => {
    if (taken.has(body)) return true;
    if (taken.size > 0 && body.bytes > left) return false;
    taken.add(body);
    left -= body.bytes;
    return true;
  };
}

/** Serves brand after brand, each the target whose turn it is, as long as any of them has something. */
function takeTurns(board: DeliveryBoard, request: ClaimRequest): ClaimedDelivery[] {
  const { now, limit, perTarget, worker, leaseUntil } = request;
  const slots = workerSlots(board, request);
  const hasRoomForBody = bodyRoom(request.bodyBytes);
  const claimed: ClaimedDelivery[] = [];

  for (const brands = readyBrands(board, request); claimed.length < limit && brands.length > 0; ) {
    const next = brands.shift() as ReadyBrand;
    const line = next.lines.shift();
    const filed = line?.waiting.first();
    if (line === undefined || filed === undefined || !slots.hasRoomFor(next.brand)) continue;
    const { brand, record, body } = filed;
    if (body !== undefined && !hasRoomForBody(body)) break;
    board.put({ ...filed, lease: { worker, leaseUntil } });
    for (const served of [line, board.turnOf(brand)]) {
      served.servedAt = Math.max(served.servedAt, now);
      served.turn = board.nextTurn();
    }
    slots.take(brand);
    claimed.push(Object.freeze({ ...record, brand, body: body?.text ?? '' }));
    if (isReady(line, perTarget, now)) next.lines.push(line);
    brands.push(next);
  }
  return claimed;
}

interface ReadyBrand {
  readonly brand: string;
  readonly lines: TargetLine[];
}

/** Brands, and the targets of each, in their turns. */
function readyBrands(board: DeliveryBoard, { perTarget, now }: ClaimRequest): ReadyBrand[] {
  const ready = Iterator.from(board.lines()).filter((line) => isReady(line, perTarget, now));
  const grouped = Map.groupBy(ready, ({ brand }) => brand);
  return [...grouped]
    .map(([brand, lines]) => {
      const { servedAt, turn } = board.turnOf(brand);
      const readyAt = Math.max(servedAt, Math.min(...lines.map(lineReadyAt)));
      return { brand, lines: lines.sort(byTurn), readyAt, turn };
    })
    .sort((a, b) => a.readyAt - b.readyAt || a.turn - b.turn);
}

function isReady(line: TargetLine, perTarget: number, now: number): boolean {
  const dueAt = dueFirst(line);
  return dueAt !== undefined && dueAt <= now && line.leased < perTarget;
}

function dueFirst({ waiting }: TargetLine): number | undefined {
  const front = waiting.first();
  return front === undefined ? undefined : waitsUntil(front);
}

/** Who became due first since it was served, and of those who did at one moment, who was served longest ago. */
function byTurn(a: TargetLine, b: TargetLine): number {
  return lineReadyAt(a) - lineReadyAt(b) || a.turn - b.turn;
}

function lineReadyAt(line: TargetLine): number {
  return Math.max(dueFirst(line) ?? 0, line.servedAt);
}
