import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Principal } from '@botwright/core';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64');
const sessionLifeMs = 8 * 60 * 60 * 1_000;

interface Account {
  readonly salt: Buffer;
  readonly key: Buffer;
  /** This person as a caller of the engine. */
  readonly principal: Principal;
}

/** The users of the application and their sessions, only in memory. */
export function createSignIn() {
  const accounts = new Map<string, Account>();
  const sessions = new Map<string, { readonly principal: Principal; readonly until: number }>();
  // Also derives a key for unknown emails: the time of a response must not show who has an account.
  const nobody = { salt: randomBytes(16), key: Buffer.alloc(32), principal: undefined };

  return {
    async register(email: string, password: string, principal: Principal): Promise<void> {
      const salt = randomBytes(16);
      accounts.set(email, { salt, key: await derive(password, salt, 32), principal });
    },
    /** @returns The token of a session, or `undefined` for a wrong email or password. */
    async signIn(email: string, password: string): Promise<string | undefined> {
      const { salt, key, principal } = accounts.get(email) ?? nobody;
      const isRight = timingSafeEqual(await derive(password, salt, 32), key);
      if (!isRight || principal === undefined) return undefined;
      for (const [hash, { until }] of sessions) if (until <= Date.now()) sessions.delete(hash);
      const token = randomBytes(32).toString('base64url');
      sessions.set(hashOf(token), { principal, until: Date.now() + sessionLifeMs });
      return token;
    },
    signOut: (token: string): void => void sessions.delete(hashOf(token)),
    /** Finds it by the token's hash, so that the duration reveals nothing about the token. */
    async whoIs(token: string): Promise<Principal | undefined> {
      const session = sessions.get(hashOf(token));
      return session !== undefined && session.until > Date.now() ? session.principal : undefined;
    },
  };
}

export type SignIn = ReturnType<typeof createSignIn>;
