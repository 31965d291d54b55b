import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { postgresDialect, sqliteDialect, table } from './dialect.ts';
import { statement, statements } from './statement.ts';
import { insertInto, updateOf } from './writing.ts';

interface ById {
  readonly brand: string;
  readonly ids: readonly string[];
}

const findBots = statement<ById>()(({ builder, isIn, locked }, { brand, ids }) =>
  locked(
    builder
      .selectFrom('bots')
      .select('name')
      .where('brand', '=', brand)
      .where(isIn(sql.ref('id'), ids))
      .where('state', '=', 'active'),
  ),
);
const given = { brand: 'acme', ids: ['a', 'b'] };

it('a statement is compiled for each dialect, with its values in the order of the placeholders', () => {
  const ofPostgres = findBots.compile(postgresDialect('My bots'));
  expect(ofPostgres.text).toBe(
    'select "name" from "My bots"."bots" where "brand" = $1 and "id" = any($2) and "state" = $3 for no key update',
  );
  expect(ofPostgres.values(given)).toEqual(['acme', ['a', 'b'], 'active']);
  const ofSqlite = findBots.compile(sqliteDialect);
  expect(ofSqlite.text).toBe(
    'select "name" from "bots" where "brand" = ? and "id" in (select value from json_each(?)) and "state" = ?',
  );
  expect(ofSqlite.values(given)).toEqual(['acme', '["a","b"]', 'active']);
});

it('a statement is built once for a dialect', () => {
  let built = 0;
  const counting = statement<{ readonly name: string }>()((_dialect, { name }) => {
    built += 1;
    return sql`select ${name}, ${name} from ${table('bots')}`;
  });
  const dialect = postgresDialect('bots');
  expect(counting.compile(dialect)).toBe(counting.compile(dialect));
  expect(counting.compile(dialect).values({ name: 'x' })).toEqual(['x', 'x']);
  expect(built).toBe(1);
  counting.compile(postgresDialect('others'));
  expect(built).toBe(2);
});

it('statements of one choice are the same', () => {
  const byColumn = statements((column: string) => statement<object>()(() => sql`select ${sql.ref(column)}`));
  expect(byColumn('a')).toBe(byColumn('a'));
  expect(byColumn('b')).not.toBe(byColumn('a'));
});

it('an insertion writes nothing over a row that is there, unless it replaces it', () => {
  const columns = ['brand', 'bot_id', 'violations'] as const;
  const { text, values } = insertInto('draft_violations', columns).compile(sqliteDialect);
  expect(text).toBe(
    'insert into draft_violations ("brand", "bot_id", "violations") select ?, ?, ? where true on conflict do nothing',
  );
  expect(values({ violations: '[]', bot_id: 'b', brand: 'acme' })).toEqual(['acme', 'b', '[]']);
  const replaces = ['brand', 'bot_id'] as const;
  expect(insertInto('draft_violations', columns, { replaces }).compile(sqliteDialect).text).toContain(
    'on conflict ("brand", "bot_id") do update set "violations" = "excluded"."violations"',
  );
});

it('an update names the columns that change, and those of the key', () => {
  const { text, values } = updateOf('hooks', ['brand', 'number'])(['name', 'active']).compile(postgresDialect('b'));
  expect(text).toBe('update "b".hooks set "name" = $1, "active" = $2 where "brand" = $3 and "number" = $4');
  expect(values({ name: 'n', active: 1, of_brand: 'acme', of_number: 7 })).toEqual(['n', 1, 'acme', 7]);
});
