import type { Migration } from '../src/migrate.ts';

/** Statements after which every older release reads and writes as before. `NAME` stands for a name. */
const additive = [
  'CREATE TABLE NAME \\(.*\\)',
  'CREATE SEQUENCE NAME',
  'CREATE INDEX NAME ON NAME .*',
  // The function has a new name, so no existing code calls it.
  'CREATE FUNCTION NAME ?\\(.*',
  'CREATE TRIGGER NAME .*',
  // Older releases write rows without the column.
  'ALTER TABLE NAME ADD COLUMN NAME (bigint|smallint|text(\\[\\])?|boolean)( NOT NULL DEFAULT \\S+| DEFAULT \\S+)?',
].map((pattern) => new RegExp(`^${pattern.replaceAll('NAME', '(\\w+)')}$`, 'i'));

/**
 * Finds statements that may break older releases, including statements not known to be harmless.
 *
 * @param earlier - The migrations before.
 * @returns The statements.
 */
export function findNotAdditive({ sql }: Pick<Migration, 'sql'>, earlier: readonly Migration[]): readonly string[] {
  const all = statementsOf(sql);
  const made = new Set(all.flatMap((statement) => /^CREATE TABLE (\w+)/i.exec(statement)?.[1] ?? []));
  const known = new Set(
    earlier
      .flatMap((migration) => statementsOf(migration.sql))
      .flatMap((statement) => /^CREATE INDEX (\w+)/i.exec(statement)?.[1] ?? []),
  );
  return all.filter((statement) => {
    if (additive.some((pattern) => pattern.test(statement))) return false;
    // Nobody uses a table that is created in the same transaction.
    const [, table] = /^(?:INSERT INTO|CREATE UNIQUE INDEX \w+ ON) (\w+)/i.exec(statement) ?? [];
    if (table !== undefined && made.has(table)) return false;
    // Queries have the same results without an index, except a unique one: some writes name unique indexes.
    const [, index] = /^DROP INDEX (\w+)$/i.exec(statement) ?? [];
    return index === undefined || !known.has(index);
  });
}

/** The tables of earlier migrations that statements of this one lock, so that their writers wait. */
export function findLocked({ sql }: Pick<Migration, 'sql'>, earlier: readonly Migration[]): readonly string[] {
  const all = statementsOf(sql);
  const made = new Set(all.flatMap((statement) => /^CREATE TABLE (\w+)/i.exec(statement)?.[1] ?? []));
  const indexed = new Map(
    [...earlier.flatMap((migration) => statementsOf(migration.sql)), ...all].flatMap((statement) => {
      const [, index, table] = /^CREATE (?:UNIQUE )?INDEX (\w+) ON (\w+)/i.exec(statement) ?? [];
      return index === undefined || table === undefined ? [] : [[index, table] as const];
    }),
  );
  const locked = all.flatMap((statement) => {
    const [, index] = /^DROP INDEX (\w+)/i.exec(statement) ?? [];
    if (index !== undefined) return indexed.get(index) ?? index;
    const table = /^(?:ALTER|DROP) TABLE (\w+)|^CREATE (?:UNIQUE )?INDEX \w+ ON (\w+)|^CREATE TRIGGER \w+ .* ON (\w+)/i;
    return (
      table
        .exec(statement)
        ?.slice(1)
        .find((name) => name !== undefined) ?? []
    );
  });
  return [...new Set(locked)].filter((table) => !made.has(table));
}

/** The statements of a script, each on one line, without comments, texts and bodies of functions. */
function statementsOf(sql: string): readonly string[] {
  return sql
    .replace(/\$\$.*?\$\$/gs, '$$$$')
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '');
}
