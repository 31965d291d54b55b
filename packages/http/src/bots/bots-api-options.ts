import type { Engine } from '@botwright/core';
import type { ApiOptions } from '../exchange/api-options.ts';
import type { RateLimiter } from '../exchange/rate/rate-limiter.ts';
import type { FindPrincipal, SessionOptions } from './credentials/credential-reader.ts';
import type { Extensions } from './operations/operation.ts';

export interface BotsApiOptions extends ApiOptions {
  readonly engine: Engine;
  /**
   * Where the public base is reached from outside, such as `https://bots.example.com/v0-alpha`. Links are made of
   * this, never of what a request says.
   */
  readonly publicUrl: string;
  /** Where the same-origin base is reached; default: `/api/v0-alpha` at the origin of `publicUrl`. */
  readonly sameOriginUrl?: string;
  /** Verifies bearer tokens; left out: none is good. */
  readonly bearer?: FindPrincipal;
  /** Session cookies, on the same-origin base; left out: none is good. */
  readonly session?: SessionOptions;
  /** Requests in any second of one credential; default 100, 0 switches the limit off. */
  readonly rateLimit?: number;
  /** In place of the limiter that counts in this process. */
  readonly rateLimiter?: RateLimiter;
  /** Default: none. */
  readonly extensions?: Partial<Extensions>;
}
