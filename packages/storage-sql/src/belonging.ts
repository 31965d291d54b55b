import { type Expression, type SqlBool, sql } from 'kysely';
import { type Dialect, table } from './dialect.ts';
import type { Expressions } from './statement.ts';

/** Condition of an insertion: the brand has the bot. */
export function hasBot(
  _dialect: Dialect,
  { brand, bot_id }: Expressions<{ readonly brand: string; readonly bot_id: string }>,
): Expression<SqlBool> {
  return sql<SqlBool>`exists (select 1 from ${table('bots')} where brand = ${brand} and id = ${bot_id})`;
}

export const noBot = 'The brand has no such bot.';
