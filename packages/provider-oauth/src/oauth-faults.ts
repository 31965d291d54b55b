import { isProviderError, ProviderError } from '@botwright/core';
import { ResponseBodyError } from 'oauth4webapi';

/** Codes of RFC 6749 and RFC 7009. Others are not repeated: nobody knows what a service may put there. */
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
 * An app that is not accepted, for its secret was changed perhaps, must not cost the accounts that were connected
 * with it: only what OAuth says of the grant itself is a revocation.
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

/** The library's errors hold whole answers, tokens too: nothing of them goes on. @spec PV10 */
export function oauthFault(service: string, error: unknown): ProviderError {
  if (isProviderError(error)) return error;
  const code = codeOf(error);
  const said = code === undefined ? 'in a way that OAuth does not know' : knownCodes.has(code) ? code : 'an error';
  return new ProviderError('unavailable', `${service} answered ${said} at its OAuth endpoint.`);
}
