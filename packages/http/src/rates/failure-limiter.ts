import { localRateLimiter } from '@botwright/core/memory';
import type { EpochMs, RateDecision } from '@botwright/core/ports';

/** Counts attempts with credentials that nobody has, in the memory of one process. */
export interface FailureLimiter {
  /** @param address - Where it came from, if that is known; if not, it counts only among all together. */
  admit(address: string | undefined, now: EpochMs): RateDecision;
}

export interface FailureLimits {
  /** Of one address in any window, at least 1. */
  readonly perAddress: number;
  /** Of all addresses together; default: no limit. */
  readonly inAll?: number;
  /** Default one second. */
  readonly windowMs?: number;
}

/** Addresses that are counted one by one. */
const maxAddresses = 10_000;
const admitted: RateDecision = Object.freeze({ kind: 'admitted' });

/**
 * What it remembers is bounded, however many addresses there are: of more than ten thousand in two windows, the
 * further ones are counted together.
 *
 * @spec HT53
 */
export function failureLimiter({ perAddress, inAll, windowMs = 1_000 }: FailureLimits): FailureLimiter {
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
 * Names what an address is counted as: an address of IPv6 as its network, the first 64 bits, all of which one customer
 * of a provider has.
 *
 * @param address - As a socket or a proxy gives it; other text is returned as it is.
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
