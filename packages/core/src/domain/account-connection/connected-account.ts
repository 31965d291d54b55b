import type { EpochMs } from '../time/epoch-ms.ts';

/** What an account at an outside provider is connected for. */
export const accountKinds = ['spreadsheets', 'scheduler'] as const;
export type AccountKind = (typeof accountKinds)[number];

/** What happens to the id of an account that is connected again, by kind. */
export const reconnections = {
  spreadsheets: 'returns',
  scheduler: 'is_another',
} as const satisfies Record<AccountKind, 'returns' | 'is_another'>;

/**
 * Whether an account keeps its old id when it is connected again.
 *
 * @spec CA24, CA25
 */
export function returnsWithItsId(kind: AccountKind): boolean {
  return reconnections[kind] === 'returns';
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
