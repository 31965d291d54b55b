import { isProviderError, ProviderError } from '@botwright/core/ports';
import { ResponseBodyError } from 'oauth4webapi';

/** Codes of RFC 6749 and RFC 7009. Messages repeat no others, because a service may send anything as a code. */
const knownCodes = new Set([
  'access_denied',
  'invalid_client',
  'invalid_grant',
  'invalid_request',
  'invalid_scope',
  'invalid_token',
  'server_error',
  'temporarily_unavailable',
  'unauthorized_client',
  'unsupported_grant_type',
  'unsupported_token_type',
]);

/** @spec PV2 */
export function exchangeFault(service: string, error: unknown): ProviderError {
  const code = codeOf(error);
  if (code !== 'invalid_grant' && code !== 'access_denied') return oauthFault(service, error);
  return new ProviderError('refused', `${service} does not take the code (${code}).`);
}

/**
 * When the app is not accepted, perhaps because its secret was changed, its accounts must not be lost: only a refusal of
 * the grant itself means that it was revoked.
 *
 * @spec PV4
 */
export function refreshFault(service: string, error: unknown): ProviderError {
  if (codeOf(error) !== 'invalid_grant') return oauthFault(service, error);
  return new ProviderError('revoked', `${service} does not take the refresh token (invalid_grant).`);
}

/** @spec PV5 */
export function isUnknownToken(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'invalid_token' || code === 'invalid_grant';
}

function codeOf(error: unknown): string | undefined {
  return error instanceof ResponseBodyError && error.status !== 429 ? error.error : undefined;
}

/** The library's errors hold whole responses, with tokens: nothing of them is passed on. @spec PV10 */
export function oauthFault(service: string, error: unknown): ProviderError {
  if (isProviderError(error)) return error;
  const code = codeOf(error);
  const said = code === undefined ? 'in a way that OAuth does not know' : knownCodes.has(code) ? code : 'an error';
  return new ProviderError('unavailable', `${service} answered ${said} at its OAuth endpoint.`);
}
