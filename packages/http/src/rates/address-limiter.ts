import { localRateLimiter } from '@botwright/core/memory';
import type { EpochMs, RateDecision } from '@botwright/core/ports';

/** Limits requests by the address of their client, in the memory of one process. */
export interface AddressLimiter {
  /** @param address - The client's address. When it is unknown only the limit of all addresses together applies. */
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

/** How many addresses are counted separately. */
const maxAddresses = 10_000;
const admitted: RateDecision = Object.freeze({ kind: 'admitted' });

/**
 * Makes a limiter with bounded memory: when more than ten thousand addresses come within two windows, the further ones
 * are counted together.
 *
 * @spec HT53
 */
export function addressLimiter({ perAddress, inAll, windowMs = 1_000 }: AddressLimits): AddressLimiter {
  const byAddress = localRateLimiter({ maxKeys: maxAddresses });
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
 * Returns the key that an address is counted under. An IPv6 address is counted by its first 64 bits, because one
 * customer of a network provider usually has all addresses of such a network.
 *
 * @param address - As a socket or a proxy gives it; any other text is returned unchanged.
 * @spec HT53
 */
export function addressGroup(address: string): string {
  const [plain = ''] = address.toLowerCase().split('%');
  const embedded = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1];
  if (embedded !== undefined) return embedded;
  if (!/^[0-9a-f:]+$/.test(plain) || !plain.includes(':')) return address.slice(0, 64);
  const [head = '', tail] = plain.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const groups = [...first, ...Array.from({ length: zeros }, () => '0'), ...last];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
