import type { EpochMs } from '../time/epoch-ms.ts';

/** What an account at an outside provider is connected for: the shipped kinds. */
export const accountKinds = ['spreadsheets', 'scheduler'] as const;
export type ShippedAccountKind = (typeof accountKinds)[number];

/** A shipped kind of account, or one of a host's own: what the `kind` of a provider says, such as `crm`. */
export type AccountKind = ShippedAccountKind | (string & {});

/** Whether a text can name a kind of account: it is part of paths. @spec CA58 */
export function isAccountKind(text: unknown): text is AccountKind {
  return typeof text === 'string' && /^[a-z][a-z0-9_-]{0,63}$/.test(text);
}

/**
 * Whether an account keeps its old id when it is connected again: one of a scheduler is another account.
 *
 * @spec CA24, CA25, CA58
 */
export function returnsWithItsId(kind: AccountKind): boolean {
  return kind !== 'scheduler';
}

/** Whether the provider still accepts the tokens, as far as is known. */
export type AccountStatus = 'good' | 'revoked' | 'insufficient_scope';

/**
 * Whether an account is among those that are listed for a brand.
 *
 * @param requiredScopes - What the provider requires now.
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

/** An access token with less time left is refreshed before it is used. */
export const refreshMarginMs = 60 * 1_000;

/**
 * Whether an access token must be refreshed before it is used. One without a refresh token is used until it expires.
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
