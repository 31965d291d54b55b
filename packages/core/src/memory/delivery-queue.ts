import type { ClaimedDelivery, ClaimRequest, DeliveryQueue } from '../ports/delivery-store.ts';
import type { DeliveryBoard, TargetLine } from './delivery-board.ts';
import { type FiledDelivery, waitsUntil, withoutLease } from './filed-delivery.ts';
import { frozenCopy } from './frozen-copy.ts';

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

    nextDueAt: (perTarget) =>
      look(() => {
        const withRoom = Iterator.from(board.lines()).filter(({ leased }) => leased < perTarget);
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

function takeTurns(
  board: DeliveryBoard,
  { now, limit, perTarget, worker, leaseUntil }: ClaimRequest,
): ClaimedDelivery[] {
  const claimed: ClaimedDelivery[] = [];
  let turn = 1 + Iterator.from(board.lines()).reduce((latest, line) => Math.max(latest, line.turn), 0);
  let round = Iterator.from(board.lines())
    .filter((line) => isReady(line, perTarget, now))
    .toArray()
    .sort(byTurn);

  while (claimed.length < limit && round.length > 0) {
    for (const line of round.slice(0, limit - claimed.length)) {
      const filed = line.waiting.first();
      if (filed === undefined) continue;
      const { brand, record, body } = filed;
      board.put({ ...filed, lease: { worker, leaseUntil } });
      line.servedAt = Math.max(line.servedAt, now);
      line.turn = turn;
      turn += 1;
      claimed.push(Object.freeze({ ...record, brand, body: body ?? '' }));
    }
    round = round.filter((line) => isReady(line, perTarget, now));
  }
  return claimed;
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
  return readyAt(a) - readyAt(b) || a.turn - b.turn;
}

function readyAt(line: TargetLine): number {
  return Math.max(dueFirst(line) ?? 0, line.servedAt);
}
