import type { ProviderTokens } from '../../ports/account-provider.ts';
import type { AccountRecord } from '../../ports/account-store.ts';
import type { SecretBox } from '../../ports/secret-box.ts';

/** Whose tokens they are. The id is not part of it: an account that returns has its tokens before it has its id. */
export type TokenOwner = Pick<AccountRecord, 'kind' | 'externalId'> & { readonly brand: string };

/** @spec CA40 */
export function sealTokens(secrets: SecretBox, owner: TokenOwner, tokens: ProviderTokens): string {
  const { accessToken, refreshToken, expiresAt, scopes } = tokens;
  return secrets.seal(JSON.stringify({ accessToken, refreshToken, expiresAt, scopes }), tokensContext(owner));
}

/** @throws {Error} When no key that is given opens them. */
export function openTokens(secrets: SecretBox, owner: TokenOwner, sealed: string): ProviderTokens {
  return JSON.parse(secrets.open(sealed, tokensContext(owner)));
}

/** What the tokens of an account are sealed under. */
export function tokensContext({ brand, kind, externalId }: TokenOwner): string {
  return `account-tokens:${JSON.stringify([brand, kind, externalId])}`;
}
