import type { RequestKey, Reservation, ReservationResult } from '../records/requests.ts';
import type { EngineStorage } from './events/engine-storage.ts';
import type { Operation } from './records/operations.ts';
import { reservationResult, shortenedLease } from './records/request-reservation.ts';
import { decided, load, type UseCase, writeOnly } from './use-case/use-case.ts';

/** Takes a key for a run, unless another has it or its response is stored. */
export function* reserveKey(reservation: Reservation): UseCase<ReservationResult> {
  const [record] = yield* load({ kind: 'lockedRequest', request: reservation });
  const result = reservationResult(record, reservation);
  const { kind: expected } = result;
  const isWritten =
    expected === 'reserved' || (expected === 'in_use' && shortenedLease(record, reservation) !== undefined);
  return decided({ operations: isWritten ? [{ kind: 'reserveRequest', reservation, expected }] : [] }, () => result);
}

/** Frees the key of a run. A key that cannot be freed now becomes free when its lease ends. */
export async function freeKey(
  storage: Pick<EngineStorage, 'perform'>,
  brand: string,
  request: RequestKey,
  run: string,
): Promise<void> {
  const operations: Operation[] = [{ kind: 'freeRequest', request, run }];
  await storage.perform(brand, () => writeOnly({ operations }, undefined)).catch(() => {});
}
