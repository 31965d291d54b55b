import { hasScopes } from '../../domain/account-connection/connected-account.ts';
import { isHttpUrl } from '../../domain/input/is-http-url.ts';
import type { AccountProvider, CodeExchange, ProviderAccount, ProviderTokens } from '../../ports/account-provider.ts';
import { isSecret } from './find-link.ts';

/** What came of a code. */
export type Exchanged =
  | { readonly kind: 'account'; readonly account: ProviderAccount }
  /** The provider gave nothing, or nothing that can be used; perhaps tokens that are to be revoked. */
  | { readonly kind: 'nothing'; readonly externalId?: string; readonly tokens?: ProviderTokens };

/**
 * Exchanges a code. A provider that fails says no, whatever the reason: the person can start again.
 *
 * @spec CA17
 */
export async function exchangeCode(provider: AccountProvider, exchange: CodeExchange): Promise<Exchanged> {
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
