import type { Clock, IdSource } from '@botwright/core';

/** What all interfaces are given alike. */
export interface ApiOptions {
  /** Bytes of a request body; default 5 MiB. */
  readonly maxBodyBytes?: number;
  readonly clock?: Clock;
  readonly ids?: IdSource;
  /** Told of every error that was answered as an internal one. Nothing of it reaches the caller. */
  readonly onFault?: (error: unknown, requestId: string) => void;
  /** Told of every request when its answer is ready. */
  readonly onAnswered?: (answered: Answered) => void;
}

export const defaultMaxBodyBytes = 5 * 1_024 * 1_024;

/** What logs and metrics need of a finished request. No credential and no query is in it. */
export interface Answered {
  readonly requestId: string;
  readonly method: string;
  /** Undecoded, as it came, without the query; where it would tell a secret, its pattern: `/connect/{link}`. */
  readonly path: string;
  /** Stable name such as `getBot`; `undefined` when the request reached none. */
  readonly operation: string | undefined;
  readonly status: number;
  readonly durationMs: number;
  /** Of the answer's body. */
  readonly bytes: number;
  /** The caller; `undefined` when nobody was recognised, and for a channel, which is no person. */
  readonly person: number | undefined;
  readonly brand: string | undefined;
}
