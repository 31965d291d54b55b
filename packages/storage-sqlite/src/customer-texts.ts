import {
  type CustomerChange,
  type CustomerRecord,
  type CustomerSearchQuery,
  type CustomerSearchStep,
  foldText,
} from '@botwright/core/ports';
import { bit } from '@botwright/storage-sql/rows';
import type { Connection } from './connection.ts';
import { assignmentsOf } from './update-columns.ts';

/**
 * Stores the texts by which a search finds a new customer. Searches never find customers of test channels. @spec CU50
 */
export function insertCustomerTexts(connection: Connection, brand: string, customer: CustomerRecord): void {
  if (customer.purpose !== 'live') return;
  const { number, workspace, channelNumber, name, email, phone, token = '' } = customer;
  connection.run(
    'INSERT INTO customer_texts (brand, number, workspace, channel, name, email, phone, token) ' +
      'VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    brand,
    number,
    workspace,
    channelNumber,
    ...[name, email, phone, token].map(foldText),
  );
}

/** @spec CU50 */
export function updateCustomerTexts(
  connection: Connection,
  brand: string,
  number: number,
  { name, email, phone }: CustomerChange,
): void {
  const folded = Object.entries({ name, email, phone }).map(
    ([column, text]) => [column, text === undefined ? undefined : foldText(text)] as const,
  );
  const { sql, values } = assignmentsOf(Object.fromEntries(folded));
  if (sql === '') return;
  connection.run(`UPDATE customer_texts SET ${sql} WHERE brand = ? AND number = ?`, ...values, brand, number);
}

/** Finds the last customer of a step. Parameters: brand, the number to continue after, and how many to skip. */
export const lastOfStepSql =
  'SELECT number FROM customer_texts WHERE brand = ? AND number > ? ORDER BY number LIMIT 1 OFFSET ?';

type Condition = readonly [sql: string, ...params: readonly (string | number)[]];

/**
 * Makes the statement of a step: it reads the texts between two numbers, and reads a customer's row only if the text
 * matches.
 *
 * @spec SQ13, CU50
 */
export function customerSearchSql(
  brand: string,
  { by, text, after, workspaces, channelNumber, ...query }: CustomerSearchQuery,
  last: number,
): { readonly sql: string; readonly params: readonly (string | number)[] } {
  const ofCustomer = conditionsOfCustomer(query);
  const conditions: readonly Condition[] = [
    ['texts.brand = ?', brand],
    ['texts.number > ?', after],
    ['texts.number <= ?', last],
    ...(channelNumber === undefined ? [] : [['texts.channel = ?', channelNumber] as const]),
    ['texts.workspace IN (SELECT value FROM json_each(?))', JSON.stringify(workspaces)],
    [`instr(texts.${by}, ?) > 0`, text],
    ...ofCustomer,
  ];
  // SQLite reads the first table of a cross join first.
  const joined = ofCustomer.length === 0 ? '' : ' CROSS JOIN customers ON customers.number = texts.number';
  return {
    sql:
      `SELECT texts.number AS number FROM customer_texts AS texts${joined} ` +
      `WHERE ${conditions.map(([sql]) => sql).join(' AND ')} ORDER BY texts.number`,
    params: conditions.flatMap(([, ...params]) => params),
  };
}

export function searchCustomers(connection: Connection, brand: string, query: CustomerSearchQuery): CustomerSearchStep {
  const { after, limit } = query;
  const end = connection.get<{ number: number }>(lastOfStepSql, brand, after, limit - 1);
  const { sql, params } = customerSearchSql(brand, query, end?.number ?? Number.MAX_SAFE_INTEGER);
  const numbers = connection.all<{ number: number }>(sql, ...params).map(({ number }) => number);
  return { numbers, ...(end !== undefined && { next: end.number }) };
}

function conditionsOfCustomer({
  agentId,
  archived,
  optIn,
}: Pick<CustomerSearchQuery, 'agentId' | 'archived' | 'optIn'>): readonly Condition[] {
  const agent: readonly Condition[] =
    agentId === undefined ? [] : agentId === null ? [['customers.agent IS NULL']] : [['customers.agent = ?', agentId]];
  return [
    ...agent,
    ...(archived === undefined ? [] : [['customers.archived = ?', bit(archived)] as const]),
    ...(optIn === undefined ? [] : [['customers.opt_in = ?', bit(optIn)] as const]),
  ];
}
