import { sha256 } from '@botwright/core/node';
import type { Clock, IdSource } from '@botwright/core/ports';
import { boundedEntries } from './bounded-entries.ts';

/** Codes that each begin one session. Memory stores their hashes: a code is useless after a restart. */
export interface SignInCodes {
  /** @returns A new code for the owner of this agent token. */
  make(token: string): string;
  /** @returns The token; `undefined` when the code does not exist, was used, or is older than an hour. */
  use(code: string): string | undefined;
}

const lifeMs = 60 * 60 * 1_000;

/** @spec SV57 */
export function createSignInCodes({ clock, ids }: { readonly clock: Clock; readonly ids: IdSource }): SignInCodes {
  const codes = boundedEntries<string>(clock, { lifeMs, max: Number.POSITIVE_INFINITY });
  return {
    make(token) {
      const code = ids.token();
      codes.set(sha256(code), token);
      return code;
    },
    use: (code) => codes.take(sha256(code)),
  };
}
