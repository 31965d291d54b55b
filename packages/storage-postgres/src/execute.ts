import { createHash } from 'node:crypto';
import type { Compiled, Dialect, Request } from '@botwright/storage-sql';
import pg from 'pg';
import type { Client } from './client.ts';

/** The type number of PostgreSQL's `bigint`. */
const bigint = 20;

/** Every stored number is exact as a number of JavaScript; without this, `pg` returns a `bigint` as text. */
const types = {
  getTypeParser: (oid: number, format?: 'text') => (oid === bigint ? Number : pg.types.getTypeParser(oid, format)),
};

const names = new WeakMap<Compiled, string>();

/** Names a prepared statement by its text: one connection may have statements of several schemas and releases. */
function nameOf(compiled: Compiled): string {
  const known = names.get(compiled);
  if (known !== undefined) return known;
  const name = `botwright_${createHash('sha256').update(compiled.text).digest('base64url').slice(0, 22)}`;
  names.set(compiled, name);
  return name;
}

export interface ExecuteOptions {
  readonly dialect: Dialect;
  /** Whether each connection prepares a statement once. */
  readonly prepare: boolean;
  /** Milliseconds. */
  readonly timeoutMs?: number;
}

/** Runs one statement. `Request` describes the result. */
export async function execute(
  client: Client,
  { kind, statement, params }: Request,
  { dialect, prepare, timeoutMs }: ExecuteOptions,
): Promise<unknown> {
  const compiled = statement.compile(dialect);
  const values = compiled.values(params).map(withoutUnstorable);
  // No row can match such a value.
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

/** PostgreSQL stores no text with U+0000, and every stored number is an integer. */
function isUnstorable(value: unknown): boolean {
  return typeof value === 'string'
    ? value.includes('\u0000')
    : typeof value === 'number' && !Number.isSafeInteger(value);
}

function withoutUnstorable(value: unknown): unknown {
  return Array.isArray(value) ? value.filter((each) => !isUnstorable(each)) : value;
}
