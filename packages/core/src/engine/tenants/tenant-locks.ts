import { type Asked, type BatchOperation, type GetRequest, get, type Stored } from '../../ports/record-store.ts';
import { type TenantLock, tenantLocks } from '../../records/tenants.ts';
import { expecting, put } from '../use-case/requests.ts';

/** The requests and writes by which programs wait for one another: ask first, and read what the lock protects later. */
export interface TenantLocks {
  readonly requests: readonly Asked<Stored<TenantLock> | undefined, GetRequest>[];
  readonly operations: readonly BatchOperation[];
}

/** All changes of tenants wait for one another. @param tokenHashes - Those that the change gives to agents. */
export function lockTenants(tokenHashes: readonly string[] = []): TenantLocks {
  return locksOf(['tenants', ...tokenNames(tokenHashes)]);
}

/**
 * A change of a channel that gives it a token waits only for changes of about the 256th part of all tokens: channels are
 * made more often than brands.
 *
 * @spec ST86
 */
export function lockTokens(tokenHashes: readonly string[]): TenantLocks {
  return locksOf(tokenNames(tokenHashes));
}

/** In one order for all, so that no two programs wait for each other. */
function tokenNames(tokenHashes: readonly string[]): readonly string[] {
  return [...new Set(tokenHashes.map((hash) => `tokens ${hash.slice(0, 2)}`))].sort();
}

function locksOf(names: readonly string[]): TenantLocks {
  return {
    requests: names.map((name) => expecting(get(tenantLocks, { name }))),
    operations: names.map((name) => put(tenantLocks, { name })),
  };
}
