import type { EpochMs } from '../domain/time/epoch-ms.ts';
import type { AccountConnectionRecord } from '../ports/account-store.ts';
import type { BotShelf, FiledVersion } from './bot-shelf.ts';
import type { BrandState } from './brand-state.ts';
import type { RequestRow } from './request-store.ts';

/** Drops the leftovers of one brand. */
export function sweepBrand(
  state: BrandState,
  before: { readonly reservedBefore: EpochMs; readonly settledBefore: EpochMs },
): void {
  const isLeftOver = (filed: FiledVersion) =>
    filed.reservedAt !== undefined && filed.reservedAt < before.reservedBefore;
  const shelves = new Map<string, BotShelf>();
  for (const shelf of state.shelves()) {
    if (!shelf.versions.some(isLeftOver)) continue;
    shelves.set(shelf.bot.id, { ...shelf, versions: shelf.versions.filter((filed) => !isLeftOver(filed)) });
  }

  const requests = new Map<string, RequestRow | undefined>();
  for (const [key, row] of state.requests()) {
    if ((row.settled?.at ?? row.leaseUntil) < before.settledBefore) requests.set(key, undefined);
  }

  state.apply({ shelves, requests });
}

/** Drops old connections of accounts, and the attempts at them. */
export function sweepConnections(state: BrandState, createdBefore: EpochMs): void {
  const isOld = ({ createdAt }: AccountConnectionRecord) => createdAt < createdBefore;
  const old = Iterator.from(state.accountConnections.rows()).filter(isOld).toArray();
  const ids = new Set(old.map(({ id }) => id));
  const attempts = Iterator.from(state.attempts.rows()).filter(({ connectionId }) => ids.has(connectionId));
  state.apply({
    accountConnections: new Map(old.map(({ id }) => [id, undefined])),
    attempts: new Map(attempts.map(({ stateHash }) => [stateHash, undefined])),
  });
}
