import type { EpochMs, RateVerdict } from '@botwright/core';
import { addressGroup } from './address-group.ts';
import { slidingLog } from './sliding-log.ts';

/** Counts attempts with credentials that stand for nobody, in the memory of one process. */
export interface FailureLimiter {
  /** @param address - Where it came from, if that is known; if not, it counts among all alone. */
  admit(address: string | undefined, now: EpochMs): RateVerdict;
}

export interface FailureLimits {
  /** Of one address in any window, at least 1. */
  readonly perAddress: number;
  /** Of all addresses together; default: no limit. */
  readonly inAll?: number;
  /** Default one second. */
  readonly windowMs?: number;
}

/** Addresses that are counted apart. */
const maxAddresses = 10_000;
const admitted: RateVerdict = Object.freeze({ kind: 'admitted' });

/**
 * What it remembers is bounded, however many addresses there are: of more than ten thousand in two windows, the
 * further ones are counted together.
 *
 * @spec HT53
 */
export function failureLimiter({ perAddress, inAll, windowMs = 1_000 }: FailureLimits): FailureLimiter {
  const byAddress = slidingLog(perAddress, { windowMs, maxKeys: maxAddresses });
  const all = inAll === undefined ? undefined : slidingLog(inAll, { windowMs });
  return {
    admit(address, now) {
      const own = address === undefined ? admitted : byAddress.admit(addressGroup(address), now);
      return own.kind === 'refused' || all === undefined ? own : all.admit('', now);
    },
  };
}
