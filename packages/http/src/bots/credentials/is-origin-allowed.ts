import type { HttpExchange } from '../../exchange/http-exchange.ts';
import type { CredentialScheme } from '../operations/operation.ts';
import type { SessionOptions } from './credential-reader.ts';

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Browsers send the cookie along with requests that other sites make: those that change something need an
 * `Origin` that the host allows.
 *
 * @spec HT24
 */
export function isOriginAllowed(
  { method, headers }: HttpExchange,
  scheme: CredentialScheme,
  session: SessionOptions | undefined,
): boolean {
  if (scheme !== 'sessionCookie' || safeMethods.has(method)) return true;
  const origin = headers.get('origin') ?? '';
  return origin !== '' && session?.isOriginAllowed(origin) === true;
}
