import type { AccountReference } from '../../domain/diagram/accounts-of.ts';
import { callDependency } from '../call-dependency.ts';
import type { Scope } from '../scope.ts';

/** The accounts that were looked up so far. */
export interface KnownAccounts {
  /** As `<kind>:<id>`. */
  readonly asked: ReadonlySet<string>;
  readonly connected: ReadonlySet<string>;
  /** The directory failed, and the use-case can do without. */
  readonly unavailable: boolean;
}

/** A transaction gave up before it wrote anything, because it met accounts that nobody has looked up. */
export interface AccountsWanted {
  readonly kind: 'accounts_wanted';
  readonly wanted: readonly AccountReference[];
}

/**
 * `skip`: a directory that fails stops nothing, the accounts are not judged. `refuse`: it is `dependency_failed`.
 */
export type DirectoryFailure = 'skip' | 'refuse';

const nothingKnown: KnownAccounts = { asked: new Set(), connected: new Set(), unavailable: false };

/**
 * Runs `work` again until it has met no account that was not looked up. The directory is the outside world, so
 * it is asked between transactions and never inside one.
 *
 * @spec DR11, DR12
 */
export async function withAccounts<TResult extends { readonly kind: string }>(
  scope: Scope,
  onFailure: DirectoryFailure,
  work: (accounts: KnownAccounts) => Promise<TResult | AccountsWanted>,
): Promise<Exclude<TResult, AccountsWanted>> {
  let known = nothingKnown;
  for (;;) {
    const result = await work(known);
    if (!isAccountsWanted(result)) return result as Exclude<TResult, AccountsWanted>;
    known = await lookUp(scope, known, result.wanted, onFailure);
  }
}

/** Tells which of these accounts must be looked up before the diagram can be judged. */
export function unknownAccounts(
  known: KnownAccounts,
  references: readonly AccountReference[],
): readonly AccountReference[] {
  if (known.unavailable) return [];
  return references.filter((reference) => !known.asked.has(accountKey(reference)));
}

async function lookUp(
  scope: Scope,
  known: KnownAccounts,
  wanted: readonly AccountReference[],
  onFailure: DirectoryFailure,
): Promise<KnownAccounts> {
  const { accounts: directory, principal } = scope;
  const connected = new Set(known.connected);
  try {
    for (const [kind, references] of Map.groupBy(wanted, (reference) => reference.kind)) {
      const ids = references.map(({ id }) => id);
      const found = await callDependency(async () => {
        const answer = await directory.findConnected(principal.brand, kind, ids);
        return ids.filter((id) => answer.has(id));
      });
      for (const id of found) connected.add(accountKey({ kind, id }));
    }
  } catch (error) {
    if (onFailure === 'refuse') throw error;
    return { ...known, unavailable: true };
  }
  return { ...known, connected, asked: new Set([...known.asked, ...wanted.map(accountKey)]) };
}

function accountKey({ kind, id }: AccountReference): string {
  return `${kind}:${id}`;
}

function isAccountsWanted(result: { readonly kind: string }): result is AccountsWanted {
  return result.kind === 'accounts_wanted';
}
