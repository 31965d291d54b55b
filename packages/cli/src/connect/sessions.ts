import type { Principal } from '@botwright/core';
import type { TenantChanges, TenantRecords } from '@botwright/core/front';
import { sha256 } from '@botwright/core/node';
import type { Cipher, Clock, IdSource } from '@botwright/core/ports';
import * as v from 'valibot';

/** Signed-in people. A session is stored only when it ends: any server with the same keys and store accepts it. */
export interface Sessions {
  /** @returns The session of the owner of this agent token, encrypted, for a cookie. */
  open(token: string): string;
  /**
   * @returns `undefined` when it is not a session, is older than an hour or has ended, or its token is no longer valid.
   */
  find(session: string): Promise<Principal | undefined>;
  /** Ends a session on every server with this store. Resolves when the end is stored; does nothing for other texts. */
  end(session: string): Promise<void>;
}

const lifeMs = 60 * 60 * 1_000;

/**
 * Milliseconds for which the end of a session stays stored after it expires: if the clock was ahead and is set back,
 * the session would be valid again.
 */
const rememberedMs = 24 * 60 * 60 * 1_000;

/** Other texts encrypted with the same keys are not accepted as sessions. */
const purpose = 'sign-in-session';

/** Several encrypted texts can decrypt to the same session; the id identifies it. */
const content = v.object({ id: v.string(), tokenHash: v.string(), endsAt: v.number() });
type Session = v.InferOutput<typeof content>;

/** @spec SV30, SV74, SV75 */
export function createSessions(parts: {
  readonly cipher: Cipher;
  readonly tenants: Pick<TenantRecords, 'findPrincipal' | 'isSessionEnded'> & Pick<TenantChanges, 'endSession'>;
  readonly clock: Clock;
  readonly ids: Pick<IdSource, 'token'>;
}): Sessions {
  const { cipher, tenants, clock, ids } = parts;
  return {
    open(token) {
      const session: Session = { id: ids.token(), tokenHash: sha256(token), endsAt: clock.now() + lifeMs };
      return cipher.encrypt(JSON.stringify(session), purpose);
    },
    async find(session) {
      const read = decrypt(session);
      if (read === undefined || read.endsAt <= clock.now()) return undefined;
      const [isEnded, principal] = await Promise.all([
        tenants.isSessionEnded(sha256(read.id)),
        tenants.findPrincipal(read.tokenHash),
      ]);
      return isEnded ? undefined : principal;
    },
    async end(session) {
      const read = decrypt(session);
      const forgottenBefore = clock.now() - rememberedMs;
      if (read === undefined || read.endsAt <= forgottenBefore) return;
      const ended = { hash: sha256(read.id), expiresAt: read.endsAt };
      await tenants.endSession(ended, forgottenBefore);
    },
  };

  function decrypt(session: string): Session | undefined {
    try {
      return v.parse(content, JSON.parse(cipher.decrypt(session, purpose)));
    } catch {
      // Its key has been removed, or no server with these keys encrypted it.
      return undefined;
    }
  }
}
