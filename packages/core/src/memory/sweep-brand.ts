import type { EpochMs } from '../domain/time/epoch-ms.ts';
import type { CustomerRecord } from '../ports/customer-store.ts';
import type { BotRow, BrandState, BrandView, StoredVersion } from './brand-state.ts';

/** Removes reservations and request keys of one brand that are no longer needed. */
export function sweepBrand(
  state: BrandState,
  before: { readonly reservedBefore: EpochMs; readonly completedBefore: EpochMs },
): void {
  const isOldReservation = ({ reservedAt }: StoredVersion) =>
    reservedAt !== undefined && reservedAt < before.reservedBefore;
  const bots = new Map<string, BotRow>();
  for (const row of state.bots.rows()) {
    if (!row.versions.some(isOldReservation)) continue;
    bots.set(row.bot.id, { ...row, versions: row.versions.filter((version) => !isOldReservation(version)) });
  }
  const requests = Iterator.from(state.requests.rows())
    .filter(({ completed, leaseUntil }) => (completed?.at ?? leaseUntil) < before.completedBefore)
    .map(({ key }) => [key, undefined] as const);
  state.apply({ bots, requests: new Map(requests) });
}

/** Removes old connections of accounts, with their attempts. */
export function sweepConnections(state: BrandState, createdBefore: EpochMs): void {
  const old = Iterator.from(state.accountConnections.rows()).filter(({ createdAt }) => createdAt < createdBefore);
  const ids = new Set(old.map(({ id }) => id));
  const attempts = Iterator.from(state.attempts.rows()).filter(({ connectionId }) => ids.has(connectionId));
  state.apply({
    accountConnections: new Map([...ids].map((id) => [id, undefined])),
    attempts: new Map(attempts.map(({ stateHash }) => [stateHash, undefined])),
  });
}

/** The customers of one brand whose `expiresAt` is not after `now`. */
export function expiredCustomers({ channels, customers }: BrandView, now: EpochMs): readonly CustomerRecord[] {
  return [...channels.rows()].flatMap(({ number }) =>
    [...customers.rowsOf('expiring', number)].filter(({ expiresAt = Number.POSITIVE_INFINITY }) => expiresAt <= now),
  );
}

/** Whether the brand has an encrypted secret. @spec SX12 */
export function keepsSecrets({ hooks, channels, accounts }: BrandView): boolean {
  const isLiveWebhook = Iterator.from(channels.rows()).some(({ webhook, purpose }) => !!webhook && purpose === 'live');
  if (isLiveWebhook || !Iterator.from(hooks.rows()).next().done) return true;
  return Iterator.from(accounts.rows()).some(({ encryptedTokens }) => encryptedTokens !== undefined);
}
