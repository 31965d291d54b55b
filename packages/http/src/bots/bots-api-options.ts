import type { Clock, Engine, IdSource } from '@botwright/core';
import type { RateLimiter } from '../exchange/rate/rate-limiter.ts';
import type { FindPrincipal, SessionOptions } from './credentials/credential-reader.ts';
import type { Extensions } from './operations/operation.ts';

export interface BotsApiOptions {
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
  /** Bytes of a request body; default 5 MiB. */
  readonly maxBodyBytes?: number;
  /** Default: none. */
  readonly extensions?: Partial<Extensions>;
  readonly clock?: Clock;
  readonly ids?: IdSource;
  /** Told of every error that was answered as `internal_error`. Nothing of it reaches the caller. */
  readonly onFault?: (error: unknown, requestId: string) => void;
  /** Told of every request when its answer is ready. */
  readonly onAnswered?: (answered: Answered) => void;
}

/** What logs and metrics need of a finished request. No credential and no query is in it. */
export interface Answered {
  readonly requestId: string;
  readonly method: string;
  /** Undecoded, as it came, without the query. */
  readonly path: string;
  /** Stable name such as `getBot`; `undefined` when the request reached none. */
  readonly operation: string | undefined;
  readonly status: number;
  readonly durationMs: number;
  /** Of the answer's body. */
  readonly bytes: number;
  /** The caller; `undefined` when nobody was recognised. */
  readonly person: number | undefined;
  readonly brand: string | undefined;
}
