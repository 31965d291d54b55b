import { isIP } from 'node:net';

/**
 * Finds the client's address in the `X-Forwarded-For` of proxies. The client controls the entries before theirs.
 *
 * @param trustedProxies - Number of proxies in front, each of which adds one address.
 * @returns `undefined` when the request has not passed all of them: then the connection has the address.
 * @spec CF28
 */
export function forwardedAddress(
  header: string | readonly string[] | undefined,
  trustedProxies: number,
): string | undefined {
  if (trustedProxies === 0 || header === undefined) return undefined;
  const address = [header].flat().join(',').split(',').at(-trustedProxies)?.trim();
  return address !== undefined && isIP(address) !== 0 ? address : undefined;
}
