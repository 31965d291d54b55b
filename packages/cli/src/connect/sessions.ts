import { type Clock, type IdSource, type Principal, sha256 } from '@botwright/core';
import { boundedEntries } from './bounded-entries.ts';

/** Who is signed in, kept in this process alone. */
export interface Sessions {
  /** @returns A secret, of which only the hash is kept. */
  open(member: Principal): string;
  /** @returns `undefined` when there is no such session, or its hour is over. */
  find(secret: string): Principal | undefined;
  close(secret: string): void;
}

/** @spec SV30 */
export function createSessions({ clock, ids }: { readonly clock: Clock; readonly ids: IdSource }): Sessions {
  const byHash = boundedEntries<Principal>({ clock, lifeMs: 60 * 60 * 1_000, max: 1_000 });
  return {
    open(member) {
      const secret = ids.token();
      byHash.set(sha256(secret), member);
      return secret;
    },
    find: (secret) => byHash.get(sha256(secret)),
    close: (secret) => byHash.delete(sha256(secret)),
  };
}
