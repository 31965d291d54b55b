import type { EpochMs } from '../time/epoch-ms.ts';

/** The shipped kinds of accounts at outside providers. */
export const accountKinds = ['spreadsheets', 'scheduler'] as const;
/** `spreadsheets` or `scheduler`. */
export type ShippedAccountKind = (typeof accountKinds)[number];

/** A shipped kind of account, or the `kind` of a host's provider, such as `crm`. */
export type AccountKind = ShippedAccountKind | (string & {});

/** Whether a text can name a kind of account. Paths contain the name. @spec CA58 */
export function isAccountKind(text: unknown): text is AccountKind {
  return typeof text === 'string' && /^[a-z][a-z0-9_-]{0,63}$/.test(text);
}

/**
 * Whether an account has the same id after it is connected again. A scheduler account gets a new id.
 *
 * @spec CA24, CA25, CA58
 */
export function returnsWithItsId(kind: AccountKind): boolean {
  return kind !== 'scheduler';
}

/** Whether the provider still accepts the tokens, by the last known answer. */
export type AccountStatus = 'good' | 'revoked' | 'insufficient_scope';

/**
 * Whether a brand's list shows an account.
 *
 * @param requiredScopes - The scopes that the provider requires now.
 * @spec CA26, CA38
 */
export function isListed(
  account: { readonly status: AccountStatus; readonly scopes: readonly string[] },
  requiredScopes: readonly string[],
): boolean {
  return account.status === 'good' && hasScopes(account.scopes, requiredScopes);
}

/** @spec CA17, CA26 */
export function hasScopes(granted: readonly string[], required: readonly string[]): boolean {
  return required.every((scope) => granted.includes(scope));
}

/** An access token with less time left is refreshed before use. */
export const refreshMarginMs = 60 * 1_000;

/**
 * Whether an access token must be refreshed before use. An access token without a refresh token is used until it
 * expires.
 *
 * @spec CA34
 */
export function mustRefresh(
  { expiresAt, refreshToken }: { readonly expiresAt?: EpochMs; readonly refreshToken?: string },
  now: EpochMs,
): boolean {
  const marginMs = refreshToken === undefined ? 0 : refreshMarginMs;
  return expiresAt !== undefined && now > expiresAt - marginMs;
}
