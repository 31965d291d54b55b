import type { AccountKind } from '../../domain/account-connection/account-kind.ts';
import { isListed } from '../../domain/account-connection/connected-account.ts';
import type { AccountRecord } from '../../ports/account-store.ts';
import type { DeclaredAccount } from '../../ports/installation.ts';
import { type AccountParts, requiredScopes } from './account-providers.ts';

/** Which account of whom. */
export interface AccountAddress {
  readonly brand: string;
  readonly kind: AccountKind;
  readonly accountId: string;
}

export type ListedAccount =
  | { readonly kind: 'connected'; readonly account: AccountRecord }
  | { readonly kind: 'declared'; readonly account: DeclaredAccount };

type Finding = Pick<AccountParts, 'storage' | 'providers'>;

/**
 * Lists the accounts of a brand: those connected, newest first, then those declared.
 *
 * @spec CA22, CA26, CA38
 */
export async function findAccounts(
  parts: Finding,
  brand: string,
  kind: AccountKind,
): Promise<readonly ListedAccount[]> {
  const { storage } = parts;
  const required = requiredScopes(parts, kind);
  const connected = (await storage.reader(brand).accounts.list(kind)).filter((account) => isListed(account, required));
  const declared = (await storage.installation.findBrand(brand))?.connectedAccounts ?? [];
  return [
    ...connected.map((account) => ({ kind: 'connected', account }) as const),
    ...declared.filter((each) => each.kind === kind).map((account) => ({ kind: 'declared', account }) as const),
  ];
}

/** @spec CA27 */
export async function findAccount(parts: Finding, address: AccountAddress): Promise<ListedAccount | undefined> {
  const { brand, kind, accountId } = address;
  const account = await parts.storage.reader(brand).accounts.find(accountId);
  if (account?.kind === kind && isListed(account, requiredScopes(parts, kind))) return { kind: 'connected', account };

  const declared = (await parts.storage.installation.findBrand(brand))?.connectedAccounts ?? [];
  const found = declared.find((each) => each.kind === kind && each.id === accountId);
  return found && { kind: 'declared', account: found };
}
