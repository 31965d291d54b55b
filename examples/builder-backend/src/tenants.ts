import type { Engine } from '@botwright/core';
import type { Pool } from 'pg';
import { brandOf, type NewPerson, type People } from './people.ts';

export interface SignUp extends NewPerson {
  readonly company: string;
}

/** Companies sign up while the application runs. Each becomes a brand of the engine. */
export function createTenants({
  pool,
  engine,
  people,
}: {
  readonly pool: Pool;
  readonly engine: Engine;
  readonly people: People;
}) {
  return {
    /**
     * Makes a company, its first person and its brand in one transaction.
     *
     * @returns The brand, or `undefined` when somebody has this email.
     */
    async signUp({ company: name, ...person }: SignUp): Promise<string | undefined> {
      const client = await pool.connect();
      let isBroken = false;
      try {
        await client.query('BEGIN');
        const { rows } = await client.query<{ id: string }>(
          'INSERT INTO app.companies (name) VALUES ($1) RETURNING id',
          [name],
        );
        const company = rows[0]?.id ?? '';
        if ((await people.add(client, company, person)) === undefined) {
          await client.query('ROLLBACK');
          return undefined;
        }
        const brand = brandOf(company);
        const joined = engine.within(client);
        await joined.brands.put({ name: brand, plan: 'professional', workspaces: [1] });
        await client.query('COMMIT');
        joined.committed();
        return brand;
      } catch (error) {
        await client.query('ROLLBACK').catch(() => {
          isBroken = true;
        });
        throw error;
      } finally {
        client.release(isBroken);
      }
    },

    /** @returns The number of the new colleague, or `undefined` when somebody has this email. */
    async addColleague(brand: string, person: NewPerson): Promise<number | undefined> {
      const client = await pool.connect();
      try {
        return await people.add(client, brand.slice(brandOf('').length), person);
      } finally {
        client.release();
      }
    },
  };
}

export type Tenants = ReturnType<typeof createTenants>;
