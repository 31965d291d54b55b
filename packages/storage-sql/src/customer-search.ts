import type { CustomerSearchQuery, CustomerSearchStep } from '@botwright/core/ports';
import { sql } from 'kysely';
import { bit, givenColumns } from './columns.ts';
import { table } from './dialect.ts';
import { all, get, type Query } from './query.ts';
import { type Statement, statement, statements } from './statement.ts';

/** Finds the last customer of a step. */
export const lastOfStep = statement<{ readonly brand: string; readonly after: number; readonly skip: number }>()(
  (_dialect, { brand, after, skip }) =>
    sql<{ number: number }>`select number from ${table('customer_texts')}
      where brand = ${brand} and number > ${after} order by number limit 1 offset ${skip}`,
);

interface SearchParams {
  readonly brand: string;
  readonly after: number;
  readonly last: number;
  readonly text: string;
  readonly workspaces: readonly number[];
  readonly channel?: number;
  readonly agent?: number;
  readonly archived?: number;
  readonly opt_in?: number;
}

type Shape = readonly (keyof SearchParams | 'without agent')[];

/**
 * The statement of a step: it reads the texts between two numbers, and reads a customer's row only if the text matches.
 *
 * @spec CU50
 */
export const searchStep = statements(
  (by: CustomerSearchQuery['by'], shape: Shape): Statement<SearchParams, { readonly number: number }> =>
    statement<SearchParams>()(({ isIn }, params) => {
      const ofCustomer = [
        ...(shape.includes('without agent') ? [sql`c.agent is null`] : []),
        ...(['agent', 'archived', 'opt_in'] as const)
          .filter((column) => shape.includes(column))
          .map((column) => sql`${sql.ref(`c.${column}`)} = ${params[column]}`),
      ];
      const conditions = [
        sql`t.brand = ${params.brand}`,
        sql`t.number > ${params.after}`,
        sql`t.number <= ${params.last}`,
        ...(shape.includes('channel') ? [sql`t.channel = ${params.channel}`] : []),
        isIn(sql.ref('t.workspace'), params.workspaces),
        sql`${contains(sql.ref(`t.${by}`), params.text)}`,
        ...ofCustomer,
      ];
      const joined = ofCustomer.length === 0 ? sql`` : sql`cross join ${table('customers')} as c`;
      const sameNumber = ofCustomer.length === 0 ? [] : [sql`c.number = t.number`];
      return sql<{ number: number }>`select t.number as number from ${table('customer_texts')} as t ${joined}
        where ${sql.join([...conditions, ...sameNumber], sql` and `)} order by t.number`;
    }),
);

/** Whether a text contains another. Every database has `replace`, which treats no character of the text specially. */
const contains = (text: ReturnType<typeof sql.ref>, part: ReturnType<typeof sql>) =>
  sql`replace(${text}, ${part}, '') <> ${text}`;

export function* searchCustomers(brand: string, query: CustomerSearchQuery): Query<CustomerSearchStep> {
  const { by, after, limit, text, workspaces, agentId } = query;
  const end = yield* get(lastOfStep, { brand, after, skip: limit - 1 });
  const filter = givenColumns({
    channel: query.channelNumber,
    agent: agentId ?? undefined,
    archived: bit(query.archived),
    opt_in: bit(query.optIn),
  });
  const shape = [
    ...(Object.keys(filter) as (keyof typeof filter)[]),
    ...(agentId === null ? ['without agent' as const] : []),
  ];
  const last = end?.number ?? Number.MAX_SAFE_INTEGER;
  const rows = yield* all(searchStep(by, shape), { brand, after, last, text, workspaces, ...filter });
  return { numbers: rows.map(({ number }) => number), ...(end !== undefined && { next: end.number }) };
}
