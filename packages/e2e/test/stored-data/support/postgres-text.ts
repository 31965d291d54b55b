import type pg from 'pg';

/** Stands for the name of the schema in a text. */
const anySchema = 'frozen_schema';

/** A pool that also notes the statements that make the schema. */
export function watchSchema(pool: pg.Pool): { readonly pool: pg.Pool; readonly statements: readonly string[] } {
  const statements: string[] = [];
  const note = (sql: unknown): void => {
    if (typeof sql === 'string' && /^\s*CREATE (?!SCHEMA)/.test(sql)) statements.push(sql);
  };
  const watched = new Proxy(pool, {
    get(target, member) {
      if (member !== 'connect') return bound(target, member);
      return async () => {
        const client = await target.connect();
        return new Proxy(client, {
          get(of, name) {
            if (name !== 'query') return bound(of, name);
            return (...given: [never]) => {
              note(given[0]);
              return of.query(...given);
            };
          },
        });
      };
    },
  });
  return { pool: watched, statements };
}

function bound(target: object, member: string | symbol): unknown {
  const value: unknown = Reflect.get(target, member);
  return typeof value === 'function' ? value.bind(target) : value;
}

/** The statements that made a schema, and its rows as JSON, without running triggers for them. */
export async function textOfPostgres(pool: pg.Pool, schema: string, statements: readonly string[]): Promise<string> {
  const rowsOf = async (sql: string) =>
    (await pool.query(sql, [schema])).rows as readonly Readonly<Record<string, string>>[];
  // Those of owners come first.
  const tables = await rowsOf(
    `SELECT c.relname AS name FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
      WHERE n.nspname = $1 AND c.relkind = 'r' ORDER BY c.oid`,
  );
  const names = tables.map(({ name }) => `"${schema}"."${name}"`);
  const inserts: string[] = [];
  for (const name of names) {
    const { rows } = await pool.query(
      `SELECT row_to_json(t)::text AS json FROM ${name} AS t ORDER BY t::text COLLATE "C"`,
    );
    for (const { json } of rows as readonly { readonly json: string }[]) {
      const row = `'${json.replaceAll("'", "''")}'`;
      inserts.push(
        `INSERT INTO ${name} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_record(NULL::${name}, ${row});`,
      );
    }
  }
  const sequences = await rowsOf(
    'SELECT sequencename AS name, last_value::text AS last FROM pg_sequences WHERE schemaname = $1 AND last_value IS NOT NULL ORDER BY 1',
  );
  const made = statements.map((sql) => `${sql.trim().replace(/;$/, '')};`);
  const lines = [
    `CREATE SCHEMA "${schema}";`,
    ...made,
    // The statements above add rows, too.
    `TRUNCATE ${names.join(', ')};`,
    ...names.map((name) => `ALTER TABLE ${name} DISABLE TRIGGER USER;`),
    ...inserts,
    ...names.map((name) => `ALTER TABLE ${name} ENABLE TRIGGER USER;`),
    ...sequences.map(({ name, last }) => `SELECT setval('"${schema}"."${name}"', ${last});`),
  ];
  return `${lines.join('\n').replaceAll(`"${schema}"`, `"${anySchema}"`)}\n`;
}

/** Makes the schema of a text. */
export async function makePostgres(pool: pg.Pool, schema: string, text: string): Promise<void> {
  await pool.query(text.replaceAll(`"${anySchema}"`, `"${schema}"`));
}
