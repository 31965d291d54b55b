import { createHash } from 'node:crypto';
import type { Compiled, Dialect, Request } from '@botwright/storage-sql';
import pg from 'pg';
import type { Client } from './client.ts';

/** The number of PostgreSQL's `bigint`. */
const bigint = 20;

/** Every number that is stored is exact as a number of JavaScript; `pg` gives a `bigint` as a text otherwise. */
const types = {
  getTypeParser: (oid: number, format?: 'text') => (oid === bigint ? Number : pg.types.getTypeParser(oid, format)),
};

const names = new WeakMap<Compiled, string>();

/** Prepared statements of one connection may be of several schemas and releases: the name is that of the text. */
function nameOf(compiled: Compiled): string {
  const known = names.get(compiled);
  if (known !== undefined) return known;
  const name = `botwright_${createHash('sha256').update(compiled.text).digest('base64url').slice(0, 22)}`;
  names.set(compiled, name);
  return name;
}

export interface ExecuteOptions {
  readonly dialect: Dialect;
  /** Whether statements are prepared once a connection. */
  readonly prepare: boolean;
  /** Milliseconds. */
  readonly timeoutMs?: number;
}

/** Runs one statement. What it returns is as `Request` says. */
export async function execute(
  client: Client,
  { kind, statement, params }: Request,
  { dialect, prepare, timeoutMs }: ExecuteOptions,
): Promise<unknown> {
  const compiled = statement.compile(dialect);
  const values = compiled.values(params).map(withoutUnstorable);
  // Nothing can be found by what no row can have.
  if (kind !== 'run' && values.some(isUnstorable)) return kind === 'get' ? undefined : [];
  const result = await client.query({
    text: compiled.text,
    values,
    types,
    ...(prepare && statement.plan === undefined && { name: nameOf(compiled) }),
    ...(timeoutMs !== undefined && { query_timeout: timeoutMs }),
  });
  if (kind === 'run') return result.rowCount ?? 0;
  return kind === 'get' ? result.rows[0] : result.rows;
}

/** No text in PostgreSQL has U+0000, and every number that is stored is an integer. */
function isUnstorable(value: unknown): boolean {
  return typeof value === 'string'
    ? value.includes('\u0000')
    : typeof value === 'number' && !Number.isSafeInteger(value);
}

function withoutUnstorable(value: unknown): unknown {
  return Array.isArray(value) ? value.filter((each) => !isUnstorable(each)) : value;
}
