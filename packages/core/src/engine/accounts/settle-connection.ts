import { findAnswerRefusal } from '../../domain/account-connection/account-connection.ts';
import { returnsWithItsId } from '../../domain/account-connection/connected-account.ts';
import { canSettle } from '../../domain/account-connection/decide-answer.ts';
import type { Principal } from '../../domain/principal/principal.ts';
import type { ProviderAccount, ProviderTokens } from '../../ports/account-provider.ts';
import type { BrandTransaction } from '../../ports/storage.ts';
import type { LinkRefusal, SettledLink } from '../accounts-handle.ts';
import type { AccountParts } from './account-providers.ts';
import type { Exchanged } from './exchange-code.ts';
import type { FoundLink } from './find-link.ts';
import { sealTokens } from './sealed-tokens.ts';

interface Settlement {
  readonly found: FoundLink;
  /** The claim under which the code was exchanged. */
  readonly run: string;
  readonly account: Exchanged;
  readonly member: Principal;
}

/**
 * Settles a connection with what came of the code. Tokens that come to nothing are revoked.
 *
 * @spec CA17, CA18, CA20
 */
export async function settleConnection(parts: AccountParts, settlement: Settlement): Promise<SettledLink> {
  const { found, account, member } = settlement;
  const refusal = await parts.storage.transaction(member.brand, (tx) => settle(parts, tx, settlement));
  if (refusal === undefined && account.kind === 'account') {
    return { kind: 'connected', subject: found.subject, accountName: account.account.name };
  }
  const { externalId, tokens } = account.kind === 'account' ? account.account : account;
  if (tokens !== undefined) await revokeUnused(parts, found, member.brand, { externalId, tokens });
  return refusal ?? { kind: 'declined', subject: found.subject };
}

/** @returns Why nothing was settled. */
async function settle(
  parts: AccountParts,
  tx: BrandTransaction,
  settlement: Settlement,
): Promise<LinkRefusal | undefined> {
  const { found, run, account } = settlement;
  for (;;) {
    const now = parts.clock.now();
    const connection = await tx.accountConnections.find(found.connection.id);
    if (connection === undefined) return { kind: 'refused', reason: 'expired' };
    if (!canSettle(connection, run, now)) {
      return { kind: 'refused', reason: findAnswerRefusal(connection, now) ?? 'answered' };
    }
    // Holds the connection as it is: from here on nobody else moves it, and the account can be filed.
    if ((await tx.accountConnections.replace(connection, connection.revision)) === 'stale') continue;

    const progress =
      account.kind === 'account'
        ? ({ kind: 'connected', accountId: await fileAccount(parts, tx, settlement, account.account) } as const)
        : ({ kind: 'declined' } as const);
    await tx.accountConnections.replace({ ...connection, progress }, connection.revision + 1);
    return undefined;
  }
}

/** @spec CA24, CA25, CA39, CA40 */
async function fileAccount(
  { clock, ids, secrets }: AccountParts,
  tx: BrandTransaction,
  { found, member }: Settlement,
  account: ProviderAccount,
): Promise<string> {
  const { kind } = found.connection;
  const { externalId, name, schedulingUrl, tokens } = account;
  const connectedAt = clock.now();
  const filed = await tx.accounts.connect(
    {
      id: ids.uuidAt(connectedAt),
      kind,
      externalId,
      name,
      ...(kind === 'scheduler' && schedulingUrl !== undefined && { schedulingUrl }),
      person: member.person,
      connectedAt,
      scopes: tokens.scopes,
      sealedTokens: sealTokens(secrets, { brand: member.brand, kind, externalId }, tokens),
    },
    { returns: returnsWithItsId(kind) },
  );
  return filed.id;
}

/**
 * Revokes tokens that nothing keeps. A provider that fails at it leaves them to run out.
 *
 * @spec CA18, CA19
 */
async function revokeUnused(
  { storage }: AccountParts,
  { connection: { kind }, provider }: FoundLink,
  brand: string,
  { externalId, tokens }: { readonly externalId: string | undefined; readonly tokens: ProviderTokens },
): Promise<void> {
  if (returnsWithItsId(kind) && externalId !== undefined) {
    const same = await storage.reader(brand).accounts.findByExternalId(kind, externalId);
    if (same?.standing === 'good') return;
  }
  await provider.revoke(tokens).catch(() => undefined);
}
