import { type Clock, type EpochMs, type IdSource, type Principal, sha256 } from '@botwright/core';

const lifeMs = 60 * 60 * 1_000;
const maxSessions = 1_000;

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
  /** By hash, oldest first. */
  const sessions = new Map<string, { readonly member: Principal; readonly endsAt: EpochMs }>();

  return {
    open(member) {
      for (const hash of sessions.keys()) {
        if (sessions.size < maxSessions) break;
        sessions.delete(hash);
      }
      const secret = ids.token();
      sessions.set(sha256(secret), { member, endsAt: clock.now() + lifeMs });
      return secret;
    },
    find(secret) {
      const hash = sha256(secret);
      const session = sessions.get(hash);
      if (session === undefined || clock.now() < session.endsAt) return session?.member;
      sessions.delete(hash);
      return undefined;
    },
    close: (secret) => void sessions.delete(sha256(secret)),
  };
}
