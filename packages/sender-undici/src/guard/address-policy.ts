import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { memoize } from '../memoize.ts';
import { type Address, isPublicUnicast, parseAddress } from './public-address.ts';

export interface GuardOptions {
  /** Allows every address. For tests, and for networks where all authors are trusted. */
  readonly allowPrivateTargets?: boolean;
  /** Allowed ranges that are not public, such as `10.1.0.0/16` or `fd00:1::/32`. */
  readonly allowedCidrs?: readonly string[];
}

export interface AddressPolicy {
  /** `false` for any text that is not an address. */
  allows(address: string): boolean;
}

/** Every attempt checks a few addresses, mostly the same ones: parsing takes longer than this cache. */
const rememberedAddresses = 1_000;

/**
 * @throws {TypeError} For a text that is not a CIDR range.
 * @spec SN16, SN23, SN24
 */
export function addressPolicy(options: GuardOptions): AddressPolicy {
  const ranges = (options.allowedCidrs ?? []).map(parseRange);
  const isAllowed = (address: Address): boolean =>
    options.allowPrivateTargets === true ||
    isPublicUnicast(address) ||
    ranges.some((range) => isWithin(address, range));

  return {
    allows: memoize(rememberedAddresses, (text) => {
      const address = parseAddress(text);
      return address !== undefined && isAllowed(address);
    }),
  };
}

type Range = readonly [Address, number];

function parseRange(cidr: string): Range {
  const [start = '', bits = '', ...rest] = cidr.split('/');
  const isMapped = parseAddress(start)?.kind() === 'ipv4' && isIP(start) === 6;
  const isWhole = isIP(start) !== 0 && !start.includes('%') && /^\d{1,3}$/.test(bits) && rest.length === 0;
  if (!isWhole || isMapped || !ipaddr.isValidCIDR(cidr)) {
    throw new TypeError(`allowedCidrs: "${cidr}" is not a range such as 10.1.0.0/16 or fd00:1::/32.`);
  }
  return ipaddr.parseCIDR(cidr);
}

function isWithin(address: Address, [start, bits]: Range): boolean {
  return address.kind() === start.kind() && address.match(start, bits);
}
