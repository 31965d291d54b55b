import type { EpochMs } from '../domain/time/epoch-ms.ts';

/** Source of ids and secrets. */
export interface IdSource {
  /** A random UUID (version 4), lower case. */
  uuid(): string;
  /** A UUID version 7 for the moment given. Within one source each is greater than the one before. */
  uuidAt(now: EpochMs): string;
  /** A secret that nobody can guess, at least 128 bits, from `[A-Za-z0-9_-]`. */
  token(): string;
}
