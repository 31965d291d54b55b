import type { EpochMs, RateVerdict } from '@botwright/core';

export interface RateLimiter {
  /**
   * Counts one request of a caller if it is within the rate.
   *
   * Race rule: of any number of concurrent calls for one key, no more are admitted in any window of one second
   * than the rate allows.
   *
   * @param key - Names the credential without telling it.
   */
  admit(key: string, now: EpochMs): Promise<RateVerdict>;
}
