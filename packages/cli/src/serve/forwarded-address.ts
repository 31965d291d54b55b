import { isIP } from 'node:net';

/**
 * Finds the address of the client in what proxies have added to `X-Forwarded-For`. What stands before their entries is
 * what the client itself has sent, which may be anything.
 *
 * @param trustedProxies - How many proxies there are in front, each of which adds one address.
 * @returns `undefined` when the request has not come through all of them: then the address is that of the connection.
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
