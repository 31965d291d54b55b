import { hasScopes, returnsWithItsId } from '../../domain/account-connection/connected-account.ts';
import {
  type ConnectionCommand,
  type ConnectionRefusalCode,
  connectionLifecycle,
} from '../../domain/account-connection/connection-lifecycle.ts';
import { isHttpUrl } from '../../domain/http-url.ts';
import { isPlainText } from '../../domain/text.ts';
import type { AccountProvider, CodeExchange, ProviderAccount, ProviderTokens } from '../../ports/account-provider.ts';
import type { AccountConnectionRecord } from '../../ports/account-store.ts';
import type { Cipher } from '../../ports/cipher.ts';
import type { Clock } from '../../ports/clock.ts';
import type { IdSource } from '../../ports/id-source.ts';
import type { EngineStorage, EngineTransaction } from '../events/engine-storage.ts';
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
  /** Nothing usable; perhaps tokens that must be revoked. */
  | { readonly kind: 'nothing'; readonly externalId?: string; readonly tokens?: ProviderTokens };

/** Whether input has the form of a secret that the engine made. */
export function isSecret(given: unknown): given is string {
  return typeof given === 'string' && given !== '' && isPlainText(given);
}

/** Makes the function that exchanges a code, outside every transaction, and finishes the connection with the result. */
export function codeExchange(dependencies: {
  readonly storage: EngineStorage;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly cipher: Cipher;
}): (sent: SentCode) => Promise<CodeOutcome> {
  const { storage, clock, ids, cipher } = dependencies;

  /**
   * Finishes the connection, and stores the account.
   *
   * Race rule: of any number of runs one finishes the connection, and tokens of the others are not stored.
   */
  async function finish(tx: EngineTransaction, sent: SentCode, exchanged: Exchanged) {
    for (;;) {
      const now = clock.now();
      const connection = await tx.accountConnections.find(sent.connection.id);
      const decide = (command: ConnectionCommand) => connectionLifecycle.decide(connection, command, { now });
      const { run } = sent;
      const accountId = ids.uuidAt(now);
      const isConnected = exchanged.kind === 'account';
      const decision = decide(isConnected ? { kind: 'connect', run, accountId } : { kind: 'reject', run });
      if (connection === undefined || decision.kind === 'refused') return decision;
      // Written once unchanged: this locks the connection for the rest of the transaction, so the account can be
      // stored.
      if ((await tx.accountConnections.replace(connection, connection.revision)) === 'stale') continue;

      let { next } = decision;
      if (isConnected) {
        const stored = await store(tx, sent, { id: accountId, account: exchanged.account, connectedAt: now });
        // An account that is connected again keeps its id.
        next = decide({ kind: 'connect', run, accountId: stored.id }).next ?? next;
      }
      await tx.accountConnections.replace(next, connection.revision + 1);
      const { id: connectionId, kind: accountKind, progress } = next;
      if (progress.kind === 'connected') {
        tx.raise({ type: 'account.connected', connectionId, accountKind, accountId: progress.accountId });
      } else if (progress.kind === 'declined') {
        tx.raise({ type: 'account.connection_declined', connectionId, accountKind });
      }
      return decision;
    }
  }

  /** @spec CA24, CA25, CA39, CA40 */
  function store(
    tx: EngineTransaction,
    { brand, person, connection: { kind } }: SentCode,
    made: { readonly id: string; readonly account: ProviderAccount; readonly connectedAt: number },
  ) {
    const { id, account, connectedAt } = made;
    const { externalId, name, schedulingUrl, tokens } = account;
    return tx.accounts.connect(
      {
        id,
        kind,
        externalId,
        name,
        ...(kind === 'scheduler' && schedulingUrl !== undefined && { schedulingUrl }),
        person,
        connectedAt,
        scopes: tokens.scopes,
        encryptedTokens: encryptTokens(cipher, { brand, kind, externalId }, tokens),
      },
      { returns: returnsWithItsId(kind) },
    );
  }

  /**
   * Revokes tokens that were not stored, unless the brand has the same account connected. If the provider fails to
   * revoke them, they expire by themselves.
   *
   * @spec CA18, CA19
   */
  async function revokeUnused({ brand, connection: { kind }, provider }: SentCode, exchanged: Exchanged) {
    const { externalId, tokens } = exchanged.kind === 'account' ? exchanged.account : exchanged;
    if (tokens === undefined) return;
    if (returnsWithItsId(kind) && externalId !== undefined) {
      const same = await storage.reader(brand).accounts.findByExternalId(kind, externalId);
      if (same?.status === 'good') return;
    }
    await provider.revoke(tokens).catch(() => undefined);
  }

  /** @spec CA17, CA18, CA19, CA20 */
  return async (sent) => {
    const exchanged = await exchangeCode(sent.provider, sent.exchange);
    const by = { kind: 'person', person: sent.person } as const;
    const decision = await storage.transaction(sent.brand, (tx) => finish(tx, sent, exchanged), by);
    if (decision.effects.some(({ kind }) => kind === 'revoke_tokens')) await revokeUnused(sent, exchanged);
    if (decision.kind === 'refused') return { kind: 'refused', code: decision.code };
    return exchanged.kind === 'account'
      ? { kind: 'connected', accountName: exchanged.account.name }
      : { kind: 'declined' };
  };
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
