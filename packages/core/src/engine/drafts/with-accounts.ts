import type { AccountReference } from '../../domain/diagram/accounts-of.ts';
import { callDependency } from '../call-dependency.ts';
import type { Scope } from '../scope.ts';
import { type CheckedAhead, type CheckWanted, checkAhead } from './check-ahead.ts';
import type { Turn } from './diagram-turns.ts';
import { type AccountsWanted, accountKey, type KnownAccounts, nothingKnown } from './known-accounts.ts';

/** A transaction gave up before it wrote anything, because it met a large diagram. */
export interface TurnWanted {
  readonly kind: 'turn_wanted';
}

type Wanted = AccountsWanted | TurnWanted | CheckWanted;

/** What was found out between transactions. */
export interface KnownFacts {
  readonly accounts: KnownAccounts;
  /** Set while large diagrams may be worked on. */
  readonly turn?: Turn;
  readonly ahead?: CheckedAhead;
}

/**
 * `skip`: a directory that fails stops nothing, the accounts are not judged. `refuse`: it is `dependency_failed`.
 */
export type DirectoryFailure = 'skip' | 'refuse';

/**
 * Runs `work` again until it has met no account that was not looked up, and no large diagram that was not checked. The
 * directory is the outside world, so it is asked between transactions and never inside one; a large diagram is checked
 * in pieces, so that is done between transactions too.
 *
 * @spec DR11, DR12, DR44
 */
export async function withAccounts<TResult extends { readonly kind: string }>(
  scope: Scope,
  onFailure: DirectoryFailure,
  work: (known: KnownFacts) => Promise<TResult | Wanted>,
): Promise<Exclude<TResult, Wanted>> {
  let accounts = nothingKnown;
  let isLarge = false;
  for (;;) {
    const result = isLarge ? await workInTurn(scope, accounts, work) : await work({ accounts });
    if (isWanted(result, 'turn_wanted')) isLarge = true;
    else if (isWanted(result, 'accounts_wanted')) accounts = await lookUp(scope, accounts, result.wanted, onFailure);
    else return result as Exclude<TResult, Wanted>;
  }
}

/** The same for a diagram that is large. Leaves the turn whenever somebody outside has to be asked. */
async function workInTurn<TResult extends { readonly kind: string }>(
  scope: Scope,
  accounts: KnownAccounts,
  work: (known: KnownFacts) => Promise<TResult | Wanted>,
): Promise<TResult | Exclude<Wanted, CheckWanted>> {
  return scope.turns.take(scope.principal.brand, async (turn) => {
    let known: KnownFacts = { accounts, turn };
    for (;;) {
      const result = await work(known);
      await turn.pause();
      if (!isWanted(result, 'check_wanted')) return result as TResult | Exclude<Wanted, CheckWanted>;
      const checked = await checkAhead(scope, result, accounts, turn);
      if (checked.kind === 'accounts_wanted') return checked;
      known = { accounts, turn, ahead: checked };
    }
  });
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

function isWanted<TKind extends Wanted['kind']>(
  result: { readonly kind: string },
  kind: TKind,
): result is Extract<Wanted, { readonly kind: TKind }> {
  return result.kind === kind;
}
