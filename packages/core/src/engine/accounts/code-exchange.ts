import { hasScopes, returnsWithItsId } from '../../domain/account-connection/connected-account.ts';
import {
  type ConnectionDecision,
  type ConnectionRefusalCode,
  connectionLifecycle,
} from '../../domain/account-connection/connection-lifecycle.ts';
import { isHttpUrl } from '../../domain/http-url.ts';
import { isPlainText } from '../../domain/text.ts';
import type { AccountProvider, CodeExchange, ProviderAccount, ProviderTokens } from '../../ports/account-provider.ts';
import type { AccountConnectionRecord } from '../../records/accounts.ts';
import type { EngineParts } from '../engine-parts.ts';
import { decided, load, type UseCase, type Writes } from '../use-case/use-case.ts';
import { encryptTokens } from './account-tokens.ts';

/** A code that the provider sent for a claimed connection. */
export interface SentCode {
  readonly brand: string;
  /** The person who consented. */
  readonly person: number;
  readonly connection: Pick<AccountConnectionRecord, 'id' | 'kind'>;
  readonly provider: AccountProvider;
  /** The claim under which the code is exchanged. */
  readonly run: string;
  /** `undefined` when the verifier cannot be decrypted any more, so that the code cannot be exchanged. */
  readonly exchange: CodeExchange | undefined;
}

export type CodeOutcome =
  | { readonly kind: 'connected'; readonly accountName: string }
  | { readonly kind: 'declined' }
  | { readonly kind: 'refused'; readonly code: ConnectionRefusalCode };

/** The result of exchanging a code. */
type Exchanged =
  | { readonly kind: 'account'; readonly account: ProviderAccount }
  /** No usable tokens; perhaps tokens that must be revoked. */
  | { readonly kind: 'nothing'; readonly externalId?: string; readonly tokens?: ProviderTokens };

/** Whether input has the form of a secret that the engine made. */
export function isSecret(given: unknown): given is string {
  return typeof given === 'string' && given !== '' && isPlainText(given);
}

export type ExchangeContext = Pick<EngineParts, 'storage' | 'clock' | 'ids' | 'cipher'>;

/**
 * Exchanges a code, outside every transaction, and finishes the connection with the result.
 *
 * @spec CA17, CA18, CA19, CA20
 */
export async function finishWithCode(context: ExchangeContext, sent: SentCode): Promise<CodeOutcome> {
  const exchanged = await exchangeCode(sent.provider, sent.exchange);
  const by = { kind: 'person', person: sent.person } as const;
  const decision = await context.storage.perform(sent.brand, () => finish(context, sent, exchanged), by);
  if (decision.effects.some(({ kind }) => kind === 'revoke_tokens')) await revokeUnused(context, sent, exchanged);
  if (decision.kind === 'refused') return { kind: 'refused', code: decision.code };
  return exchanged.kind === 'account'
    ? { kind: 'connected', accountName: exchanged.account.name }
    : { kind: 'declined' };
}

/**
 * Finishes the connection, and stores the account. An account that is connected again keeps its id.
 *
 * Race rule: one of any number of runs finishes the connection, and tokens of the others are not stored.
 *
 * @spec CA24, CA25, CA39, CA40
 */
function* finish(
  { clock, ids, cipher }: ExchangeContext,
  sent: SentCode,
  exchanged: Exchanged,
): UseCase<ConnectionDecision> {
  const { brand, person, run } = sent;
  const { id: connectionId, kind } = sent.connection;
  const now = clock.now();
  const [connection] = yield* load({ kind: 'accountConnection', id: connectionId });
  if (exchanged.kind === 'nothing') {
    const decision = connectionLifecycle.decide(connection, { kind: 'reject', run }, { now });
    if (connection === undefined || decision.kind === 'refused') return decided({}, () => decision);
    const writes: Writes = {
      operations: [{ kind: 'replaceConnection', next: decision.next, expected: connection.revision }],
      events: [{ type: 'account.connection_declined', connectionId, accountKind: kind }],
    };
    return decided(writes, () => decision);
  }

  const { externalId, name, schedulingUrl, tokens } = exchanged.account;
  const returns = returnsWithItsId(kind);
  const [same] = returns ? yield* load({ kind: 'accountByExternalId', accountKind: kind, externalId }) : [];
  const accountId = same?.id ?? ids.uuidAt(now);
  const decision = connectionLifecycle.decide(connection, { kind: 'connect', run, accountId }, { now });
  if (connection === undefined || decision.kind === 'refused') return decided({}, () => decision);
  const account = {
    id: accountId,
    kind,
    externalId,
    name,
    ...(kind === 'scheduler' && schedulingUrl !== undefined && { schedulingUrl }),
    person,
    connectedAt: now,
    scopes: tokens.scopes,
    encryptedTokens: encryptTokens(cipher, { brand, kind, externalId }, tokens),
  };
  const writes: Writes = {
    operations: [
      { kind: 'replaceConnection', next: decision.next, expected: connection.revision },
      { kind: 'connectAccount', account, returns },
    ],
    events: [{ type: 'account.connected', connectionId, accountKind: kind, accountId }],
  };
  return decided(writes, () => decision);
}

/**
 * Revokes tokens that were not stored, unless the brand has the same account connected. If the provider fails to revoke
 * them, they expire.
 *
 * @spec CA18, CA19
 */
async function revokeUnused(
  { storage }: ExchangeContext,
  { brand, connection: { kind }, provider }: SentCode,
  exchanged: Exchanged,
): Promise<void> {
  const { externalId, tokens } = exchanged.kind === 'account' ? exchanged.account : exchanged;
  if (tokens === undefined) return;
  if (returnsWithItsId(kind) && externalId !== undefined) {
    const same = await storage.reads(brand).load({ kind: 'accountByExternalId', accountKind: kind, externalId });
    if (same?.status === 'good') return;
  }
  await provider.revoke(tokens).catch(() => undefined);
}

/**
 * Exchanges a code. If the provider fails for any reason, the result is `nothing`: the person can start again.
 *
 * @spec CA17
 */
async function exchangeCode(provider: AccountProvider, exchange: CodeExchange | undefined): Promise<Exchanged> {
  if (exchange === undefined) return { kind: 'nothing' };
  try {
    const account = await provider.exchangeCode(exchange);
    if (isUsable(provider, account)) return { kind: 'account', account };
    const { externalId, tokens } = account;
    return isSecret(tokens.accessToken) ? { kind: 'nothing', externalId, tokens } : { kind: 'nothing' };
  } catch {
    return { kind: 'nothing' };
  }
}

function isUsable({ kind, requiredScopes }: AccountProvider, account: ProviderAccount): boolean {
  const { externalId, name, schedulingUrl, tokens } = account;
  return (
    isSecret(externalId) &&
    isSecret(name) &&
    isSecret(tokens.accessToken) &&
    (kind !== 'scheduler' || (schedulingUrl !== undefined && isHttpUrl(schedulingUrl))) &&
    hasScopes(tokens.scopes, requiredScopes)
  );
}
