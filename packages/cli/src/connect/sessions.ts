import type { Principal } from '@botwright/core';
import { sha256 } from '@botwright/core/node';
import type { Clock, IdSource } from '@botwright/core/ports';
import { boundedEntries } from './bounded-entries.ts';

/** Who is signed in. Sessions are kept in memory. */
export interface Sessions {
  /** @returns The secret of the session; only its hash is kept. */
  open(member: Principal): string;
  /** @returns `undefined` when there is no such session, or it is older than an hour. */
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
