import type { EpochMs } from '../domain/time/epoch-ms.ts';

export interface Clock {
  /** Reads the time once. Never goes back between two calls of one process. */
  now(): EpochMs;
}
