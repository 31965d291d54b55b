import { localRateLimiter } from '@botwright/core/memory';
import type { EpochMs, RateDecision } from '@botwright/core/ports';

/** Limits requests by the address of their client, in the memory of one process. */
export interface AddressLimiter {
  /**
   * Counts one request, and decides whether it is served.
   *
   * @param address - The client's address. When it is unknown only the limit of all addresses together applies.
   */
  admit(address: string | undefined, now: EpochMs): RateDecision;
}

export interface AddressLimits {
  /** Requests per address and window, at least 1. */
  readonly perAddress: number;
  /** Requests per window of all addresses together; default: no limit. */
  readonly inAll?: number;
  /** Length of the window in milliseconds; default 1,000. */
  readonly windowMs?: number;
}

/** The number of addresses counted separately, and of networks in addition. */
const maxAddresses = 10_000;
const admitted: RateDecision = Object.freeze({ kind: 'admitted' });

/**
 * Makes a limiter with bounded memory: when more than ten thousand addresses come within two windows, further ones are
 * counted by their networks, so that the owner of many addresses does not use up the counts of others.
 *
 * @spec HT53, HT70, HT71
 */
export function addressLimiter({ perAddress, inAll, windowMs = 1_000 }: AddressLimits): AddressLimiter {
  const byAddress = localRateLimiter({ maxKeys: maxAddresses, groupOf: networkOf });
  const all = localRateLimiter();
  return {
    admit(address, now) {
      const own =
        address === undefined
          ? admitted
          : byAddress.admitNow(addressGroup(address), { now, limit: perAddress, windowMs });
      return own.kind === 'refused' || inAll === undefined ? own : all.admitNow('', { now, limit: inAll, windowMs });
    },
  };
}

/**
 * Returns the key that an address is counted under. An IPv6 address is counted by its first 56 bits, because one
 * customer of a network provider has that many networks and all addresses in them. An IPv4 address that is written as
 * an IPv6 address, as sockets and translators of networks do, counts as the IPv4 address.
 *
 * @param address - As a socket or a proxy gives it; any other text is returned unchanged.
 * @spec HT53, HT70
 */
export function addressGroup(address: string): string {
  const [plain = ''] = address.toLowerCase().split('%');
  const groups = ipv6Groups(plain);
  if (groups === undefined) return address.slice(0, 64);
  const [a = 0, b = 0, c = 0, d = 0] = groups;
  const prefix = hexOf(groups.slice(0, 6));
  if (prefix === '0:0:0:0:0:ffff' || prefix === '64:ff9b:0:0:0:0') return ipv4Of(groups.slice(6));
  return `${hexOf([a, b, c, d & 0xff00])}::/56`;
}

/** The key of all addresses of a large network: 32 bits of an IPv6 address, 16 of an IPv4 one. @spec HT71 */
function networkOf(group: string): string {
  if (group.endsWith('::/56')) return `${group.split(':').slice(0, 2).join(':')}::/32`;
  const ipv4 = /^(\d+\.\d+)\.\d+\.\d+$/.exec(group)?.[1];
  return ipv4 === undefined ? '' : `${ipv4}.0.0/16`;
}

/** The eight groups of 16 bits of an IPv6 address; `undefined` for any other text. */
function ipv6Groups(text: string): readonly number[] | undefined {
  const dotted = /^([0-9a-f:]*:)(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text);
  const [, before = '', ...bytes] = dotted ?? [];
  const [a = 0, b = 0, c = 0, d = 0] = bytes.map(Number);
  const plain = dotted === null ? text : `${before}${hexOf([a * 256 + b, c * 256 + d])}`;
  if (!/^[0-9a-f:]+$/.test(plain) || !plain.includes(':')) return undefined;
  const [first = [], last] = plain
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))));
  if (last === undefined) return first;
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => 0);
  return [...first, ...zeros, ...last];
}

function hexOf(groups: readonly number[]): string {
  return groups.map((group) => group.toString(16)).join(':');
}

function ipv4Of(groups: readonly number[]): string {
  return groups.flatMap((group) => [group >> 8, group & 0xff]).join('.');
}
