import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** All that was ever given out of IPv6 for use on the public Internet. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Public by the registries, but a cloud answers its own machines there: Azure's host. */
const platformAddresses = ['168.63.129.16'];

/**
 * Reads an address as name look-up and sockets write them: no octal, no hexadecimal, no missing parts.
 *
 * @returns The IPv4 address for an IPv4-mapped one; `undefined` for what is no address.
 * @spec SN17
 */
export function parseAddress(text: string): Address | undefined {
  return isIP(text) === 0 ? undefined : ipaddr.process(text);
}

/** @spec SN16 */
export function isPublicUnicast(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv6) return address.match(globalUnicast) && address.zoneId === undefined;
  return !platformAddresses.includes(address.toString());
}
