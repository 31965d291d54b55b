import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { EngineError, type IdentifiedEngine, permissions } from '@botwright/core';
import type { ClientBase, Pool } from 'pg';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
const keyBytes = 32;
export const sessionSeconds = 8 * 60 * 60;

/** The engine's name of a company: its brand. */
export const brandOf = (company: string | number): string => `company-${company}`;

const companyOf = (brand: string): string => brand.slice(brandOf('').length);

export interface NewPerson {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

export interface SignUp extends NewPerson {
  readonly company: string;
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

  /** @throws {EngineError} `invalid_parameters` when somebody has this email. */
  async function add(
    client: ClientBase | Pool,
    company: string,
    { name, email, password }: NewPerson,
  ): Promise<string> {
    const salt = randomBytes(16);
    const { rows } = await client.query<{ id: string }>(
      `INSERT INTO app.people (company, name, email, salt, password_key) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (email) DO NOTHING RETURNING id`,
      [company, name, email.toLowerCase(), salt, await derive(password, salt, keyBytes)],
    );
    if (rows[0] !== undefined) return rows[0].id;
    throw new EngineError('invalid_parameters', { field: 'email', message: 'Somebody has this email.' });
  }

  return {
    /** Makes a company, its first person and its brand in one transaction. @returns The brand. */
    async signUp(engine: Pick<IdentifiedEngine, 'within'>, { company: name, ...person }: SignUp): Promise<string> {
      const client = await pool.connect();
      let isStored = false;
      try {
        await client.query('BEGIN');
        const text = 'INSERT INTO app.companies (name) VALUES ($1) RETURNING id';
        const [{ id: company } = { id: '' }] = (await client.query<{ id: string }>(text, [name])).rows;
        await add(client, company, person);
        const brand = brandOf(company);
        await engine.within(client).brands.put({ name: brand, plan: 'professional', workspaces: [1] });
        await client.query('COMMIT');
        isStored = true;
        return brand;
      } finally {
        // A connection that is closed rolls back.
        client.release(!isStored);
      }
    },

    /** @returns The id of the new colleague. */
    addColleague: (brand: string, person: NewPerson) => add(pool, companyOf(brand), person),

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

    signOut: (token: string) => pool.query('DELETE FROM app.sessions WHERE token_hash = $1', [hashOf(token)]),

    /** Finds the caller of a session by the hash of its token, so that the duration reveals nothing about the token. */
    async whoIs(token: string) {
      const { rows } = await pool.query<PersonRow>(
        `SELECT person.id, person.company FROM app.sessions JOIN app.people AS person ON person.id = person
         WHERE token_hash = $1 AND until > now()`,
        [hashOf(token)],
      );
      const [person] = rows;
      // Members of a company have all permissions. An application with roles gives permissions by role.
      return person && { brand: brandOf(person.company), person: person.id, workspaces: [1], permissions };
    },

    /** Only the application knows the members of a company: the engine asks, and stores no agents. */
    agents: {
      async findAgent(brand: string, id: string) {
        const text = 'SELECT id, name, email FROM app.people WHERE id = $1 AND company = $2';
        const { rows } = await pool.query<PersonRow>(text, [id, companyOf(brand)]);
        return rows[0];
      },
    },

    removeOldSessions: () => pool.query('DELETE FROM app.sessions WHERE until < now()'),
  };
}

export type People = ReturnType<typeof createPeople>;
