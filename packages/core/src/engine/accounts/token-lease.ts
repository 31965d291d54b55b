import type { AccountRecord } from '../../ports/account-store.ts';
import type { Clock, Timer } from '../../ports/clock.ts';
import type { IdSource } from '../../ports/id-source.ts';
import type { RequestKey } from '../../ports/request-store.ts';
import type { Storage } from '../../ports/storage.ts';
import { keepAliveDuring } from '../keep-alive.ts';

/** The tokens of an account in one revision. */
export interface HeldTokens {
  readonly brand: string;
  readonly account: AccountRecord;
}

export type LeaseResult<T> =
  | { readonly kind: 'done'; readonly value: T }
  /** Other tokens are stored by now. */
  | { readonly kind: 'newer'; readonly account: AccountRecord }
  /** The account has no tokens any more. */
  | { readonly kind: 'gone' }
  /** Another process has worked on them for too long. */
  | { readonly kind: 'busy' };

/** Lets one process at a time decide about the tokens of an account. */
export interface TokenLease {
  /**
   * Runs work on these tokens. While another process works on them, it waits, and if that stores other tokens or none, the
   * work is not run.
   *
   * Race rule: of any number of processes on one store one runs work on the same tokens at a time, for 30 seconds at
   * most; then it counts as dead, and the next one has its turn.
   */
  run<T>(held: HeldTokens, work: () => Promise<T>): Promise<LeaseResult<T>>;
}

/** Longer than a provider takes. */
const leaseMs = 30_000;

/** A process that waits has its turn after one that died. */
const longestWaitMs = leaseMs + 5_000;

/** Looks that follow each other at once: a refresh is often nearly done. Then the waits grow. */
const looksAtOnce = 5;
const firstWaitMs = 50;
const longestPauseMs = 1_000;

/**
 * Leases are kept among the keys of requests that take effect once: a lease is a key that is in use.
 *
 * @spec CA36, CA62, CA63, CV56
 */
export function tokenLease({
  storage,
  clock,
  timer,
  ids,
}: {
  readonly storage: Pick<Storage, 'transaction'>;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly ids: Pick<IdSource, 'uuid'>;
}): TokenLease {
  /** Reads the account after the lease was taken: by then it is known what the process before has stored. */
  function take(held: HeldTokens, run: string): Promise<'taken' | Exclude<LeaseResult<never>, { kind: 'done' }>> {
    const { brand, account } = held;
    const key = keyOf(account);
    return storage.transaction(brand, async (tx) => {
      const now = clock.now();
      const terms = { run, now, leaseUntil: now + leaseMs, fingerprint: '', replayForMs: 0 };
      const { kind } = await tx.requests.reserve({ ...key, ...terms });
      const stored = await tx.accounts.find(account.id);
      const isSame = stored?.encryptedTokens !== undefined && stored.tokensRevision === account.tokensRevision;
      if (isSame) return kind === 'reserved' ? 'taken' : { kind: 'busy' };
      await tx.requests.free(key, run);
      return stored?.encryptedTokens === undefined ? { kind: 'gone' } : { kind: 'newer', account: stored };
    });
  }

  return {
    async run(held, work) {
      const run = ids.uuid();
      const waitsUntil = clock.now() + longestWaitMs;
      for (let looks = 1, pauseMs = firstWaitMs; ; looks += 1) {
        const taken = await take(held, run);
        if (taken === 'taken') break;
        if (taken.kind !== 'busy' || clock.now() >= waitsUntil) return taken;
        if (looks < looksAtOnce) continue;
        await keepAliveDuring(timer, () => timer.sleep(pauseMs));
        pauseMs = Math.min(pauseMs * 2, longestPauseMs);
      }
      try {
        return { kind: 'done', value: await work() };
      } finally {
        // A lease that cannot be given back now ends by itself.
        await storage.transaction(held.brand, (tx) => tx.requests.free(keyOf(held.account), run)).catch(() => {});
      }
    },
  };
}

/** No request has it: persons are positive numbers, and paths begin with a slash. */
function keyOf({ id, tokensRevision }: AccountRecord): RequestKey {
  return { person: 0, path: 'account-tokens', key: JSON.stringify([id, tokensRevision]) };
}
