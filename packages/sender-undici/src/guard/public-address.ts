import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** The only part of IPv6 assigned for public use. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Addresses that the registries call public, at which a cloud serves its own machines: Azure's host. */
const platformAddresses = ['168.63.129.16'];

/**
 * Reads an address in the form that look-ups and sockets use: no octal, no hexadecimal, no missing parts.
 *
 * @returns The IPv4 address for an IPv4-mapped one; `undefined` for other text.
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
