import type { Clock, Timer } from '../../ports/clock.ts';
import type { IdSource } from '../../ports/id-source.ts';
import type { AccountRecord } from '../../records/accounts.ts';
import type { RequestKey } from '../../records/requests.ts';
import type { EngineStorage } from '../events/engine-storage.ts';
import { keepAliveDuring } from '../keep-alive.ts';
import { freeKey, reserveKey } from '../request-keys.ts';

/** The tokens of an account in one revision. */
export interface HeldTokens {
  readonly brand: string;
  readonly account: AccountRecord;
}

/** The outcome of a refresh of tokens that did not work. */
export type TokenOutcome =
  /** The account has other tokens, from this process or another. */
  | { readonly kind: 'renewed'; readonly account: AccountRecord }
  /** The account was delisted. */
  | { readonly kind: 'lost'; readonly cause?: unknown }
  /** Nothing has changed; a later attempt may succeed. */
  | { readonly kind: 'failed'; readonly cause?: unknown };

/** Longer than a call to a provider takes. */
const leaseMs = 30_000;

/** Longer than the lease, so that a waiting process can take the lease of a dead one. */
const longestWaitMs = leaseMs + 5_000;

/** The number of polls before the waits grow: a refresh is often nearly done. */
const looksAtOnce = 5;
const firstWaitMs = 50;
const longestPauseMs = 1_000;

export interface LeaseParts {
  readonly storage: Pick<EngineStorage, 'perform' | 'reads'>;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly ids: Pick<IdSource, 'uuid'>;
}

/**
 * Runs work on these tokens. While another process works on them, it waits, and if that process stores other tokens or
 * removes them, the work does not run. Leases are stored among the keys of requests that take effect once: a lease is a
 * key in use.
 *
 * Race rule: one of any number of processes on one store runs work on the same tokens at a time, for 30 seconds at
 * most; then it counts as dead, and the next process takes over.
 *
 * @returns `failed` also when another process has worked on them for too long.
 * @spec CA36, CA62, CA63, CV56
 */
export async function underTokenLease(
  { storage, clock, timer, ids }: LeaseParts,
  { brand, account }: HeldTokens,
  work: () => Promise<TokenOutcome>,
): Promise<TokenOutcome> {
  const key = keyOf(account);
  const run = ids.uuid();

  async function take(): Promise<boolean> {
    const now = clock.now();
    const terms = { run, now, leaseUntil: now + leaseMs, fingerprint: '', replayForMs: 0 };
    const { kind } = await storage.perform(brand, () => reserveKey({ ...key, ...terms }));
    return kind === 'reserved';
  }

  const waitsUntil = clock.now() + longestWaitMs;
  for (let looks = 1, pauseMs = firstWaitMs; ; looks += 1) {
    const isTaken = await take();
    try {
      // Reads after taking the lease, because the previous process may have stored other tokens.
      const stored = await storage.reads(brand).load({ kind: 'account', id: account.id });
      if (stored?.encryptedTokens === undefined) return { kind: 'lost' };
      if (stored.tokensRevision !== account.tokensRevision) return { kind: 'renewed', account: stored };
      if (isTaken) return await work();
    } finally {
      if (isTaken) await freeKey(storage, brand, key, run);
    }
    if (clock.now() >= waitsUntil) return { kind: 'failed' };
    if (looks < looksAtOnce) continue;
    await keepAliveDuring(timer, () => timer.sleep(pauseMs));
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  }
}

/** No request has this key: persons are positive numbers, and paths begin with a slash. */
function keyOf({ id, tokensRevision }: AccountRecord): RequestKey {
  return { person: 0, path: 'account-tokens', key: JSON.stringify([id, tokensRevision]) };
}
