import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { type Principal, permissions } from '@botwright/core';
import type { AgentDirectory } from '@botwright/core/ports';
import type { ClientBase, Pool } from 'pg';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
const keyBytes = 32;
export const sessionSeconds = 8 * 60 * 60;

/** The engine's name of a company: its brand. */
export const brandOf = (company: string | number): string => `company-${company}`;

export interface NewPerson {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

interface PersonRow {
  readonly id: string;
  readonly company: string;
  readonly name: string;
  readonly email: string;
  readonly salt: Buffer;
  readonly password_key: Buffer;
}

/** The users of the application and their sessions, in the application's tables: every node knows every session. */
export function createPeople(pool: Pool) {
  // Also derives a key for unknown emails: the time of a response must not show who has an account.
  const nobody = { id: undefined, salt: randomBytes(16), password_key: Buffer.alloc(keyBytes) };

  /** Members of a company have all permissions. An application with roles gives permissions by role. */
  const principalOf = ({ id, company }: Pick<PersonRow, 'id' | 'company'>): Principal => ({
    brand: brandOf(company),
    person: Number(id),
    workspaces: [1],
    permissions,
  });

  return {
    /**
     * @param client - A client with an open transaction.
     * @returns `undefined` when somebody has this email.
     */
    async add(client: ClientBase, company: string, { name, email, password }: NewPerson): Promise<number | undefined> {
      const salt = randomBytes(16);
      const { rows } = await client.query<{ id: string }>(
        `INSERT INTO app.people (company, name, email, salt, password_key) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (email) DO NOTHING RETURNING id`,
        [company, name, email.toLowerCase(), salt, await derive(password, salt, keyBytes)],
      );
      return rows[0] === undefined ? undefined : Number(rows[0].id);
    },

    /** @returns The token of a session, or `undefined` for a wrong email or password. */
    async signIn(email: string, password: string): Promise<string | undefined> {
      const text = 'SELECT id, salt, password_key FROM app.people WHERE email = $1';
      const { rows } = await pool.query<PersonRow>(text, [email.toLowerCase()]);
      const { id, salt, password_key } = rows[0] ?? nobody;
      const isRight = timingSafeEqual(await derive(password, salt, keyBytes), password_key);
      if (!isRight || id === undefined) return undefined;
      const token = randomBytes(32).toString('base64url');
      await pool.query(
        'INSERT INTO app.sessions (token_hash, person, until) VALUES ($1, $2, now() + make_interval(secs => $3))',
        [hashOf(token), id, sessionSeconds],
      );
      return token;
    },

    async signOut(token: string): Promise<void> {
      await pool.query('DELETE FROM app.sessions WHERE token_hash = $1', [hashOf(token)]);
    },

    /** Finds the caller of a session by the hash of its token, so that the duration reveals nothing about the token. */
    async whoIs(token: string): Promise<Principal | undefined> {
      const { rows } = await pool.query<PersonRow>(
        `SELECT person.id, person.company FROM app.sessions JOIN app.people AS person ON person.id = person
         WHERE token_hash = $1 AND until > now()`,
        [hashOf(token)],
      );
      return rows[0] && principalOf(rows[0]);
    },

    /** Only the application knows the members of a company: the engine asks, and stores no agents. */
    agents: {
      async findAgent(brand, id) {
        const { rows } = await pool.query<PersonRow>('SELECT id, company, name, email FROM app.people WHERE id = $1', [
          id,
        ]);
        const [person] = rows;
        if (person === undefined || brandOf(person.company) !== brand) return undefined;
        return { id, name: person.name, email: person.email };
      },
    } satisfies AgentDirectory,

    async removeOldSessions(): Promise<void> {
      await pool.query('DELETE FROM app.sessions WHERE until < now()');
    },
  };
}

export type People = ReturnType<typeof createPeople>;
