import type { Principal } from '@botwright/core';
import { sha256 } from '@botwright/core/node';
import type { Cipher, Clock, TenantRegistry } from '@botwright/core/ports';
import * as v from 'valibot';

/** Who is signed in. Nothing is stored: any server with the same keys and store knows a session. */
export interface Sessions {
  /** @returns The session of who has this agent token, encrypted, for a cookie. */
  open(token: string): string;
  /** @returns `undefined` when it is no session, is older than an hour, or its token is no longer valid. */
  find(session: string): Promise<Principal | undefined>;
}

const lifeMs = 60 * 60 * 1_000;

/** What else is encrypted with the same keys cannot be used as a session. */
const purpose = 'sign-in-session';

const content = v.object({ tokenHash: v.string(), endsAt: v.number() });

/** @spec SV30 */
export function createSessions({
  cipher,
  tenants,
  clock,
}: {
  readonly cipher: Cipher;
  readonly tenants: Pick<TenantRegistry, 'findPrincipal'>;
  readonly clock: Clock;
}): Sessions {
  return {
    open(token) {
      const session: v.InferOutput<typeof content> = { tokenHash: sha256(token), endsAt: clock.now() + lifeMs };
      return cipher.encrypt(JSON.stringify(session), purpose);
    },
    async find(session) {
      const read = decrypt(session);
      return read === undefined || read.endsAt <= clock.now() ? undefined : tenants.findPrincipal(read.tokenHash);
    },
  };

  function decrypt(session: string): v.InferOutput<typeof content> | undefined {
    try {
      return v.parse(content, JSON.parse(cipher.decrypt(session, purpose)));
    } catch {
      // It was encrypted with a key that has been removed, or nobody here encrypted it.
      return undefined;
    }
  }
}
