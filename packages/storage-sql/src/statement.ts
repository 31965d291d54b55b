import type { Compilable, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { type Dialect, withPrefix } from './dialect.ts';

/** A value that is known when a statement runs. */
class Parameter {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** The parameters of a statement, as expressions of it. */
export type Expressions<TParams> = { readonly [TName in keyof TParams]-?: RawBuilder<TParams[TName]> };

/** @param parameters - May be named more than once. */
type Build<TParams, TRow> = (dialect: Dialect, parameters: Expressions<TParams>) => Compilable<TRow> | RawBuilder<TRow>;

/** A statement in the form that a database accepts. */
export interface Compiled {
  readonly text: string;
  /** In the order of the placeholders. */
  values(params: object): readonly unknown[];
}

/** A statement that is built once for each dialect and may run any number of times. */
export interface Statement<TParams, TRow> {
  compile(dialect: Dialect): Compiled;
  /** The best plan depends on the values: a database that caches plans must not cache this one. */
  readonly plan?: 'each time';
  /** May exceed any time limit: the work grows with the stored data, and cannot be divided. */
  readonly duration?: 'any';
  /** Never set: it carries the types. */
  readonly types?: (params: TParams) => TRow;
}

/**
 * Defines a statement.
 *
 * @example
 * const findHook = statement<{ number: number }>()(({ builder }, { number }) =>
 *   builder.selectFrom('hooks').selectAll().where('number', '=', number));
 */
export function statement<TParams extends object>(): <TRow>(
  build: Build<TParams, TRow>,
  options?: Pick<Statement<TParams, TRow>, 'plan' | 'duration'>,
) => Statement<TParams, TRow> {
  return (build, { plan, duration } = {}) => {
    const compiled = new WeakMap<Dialect, Compiled>();
    return {
      ...(plan !== undefined && { plan }),
      ...(duration !== undefined && { duration }),
      compile(dialect) {
        const known = compiled.get(dialect);
        if (known !== undefined) return known;
        const made = compile(dialect, build(dialect, expressions as Expressions<TParams>));
        compiled.set(dialect, made);
        return made;
      },
    };
  };
}

/** Statements that vary by a key. Each is made once. @param make - Gets few different keys. */
export function statements<TKey extends readonly unknown[], TParams, TRow>(
  make: (...key: TKey) => Statement<TParams, TRow>,
): (...key: TKey) => Statement<TParams, TRow> {
  const made = new Map<string, Statement<TParams, TRow>>();
  return (...key) => {
    const name = JSON.stringify(key);
    const known = made.get(name) ?? make(...key);
    made.set(name, known);
    return known;
  };
}

const expressions = new Proxy<Record<string, RawBuilder<unknown>>>(
  {},
  { get: (_, name) => sql`${new Parameter(String(name))}` },
);

function compile<TRow>(dialect: Dialect, built: Compilable<TRow> | RawBuilder<TRow>): Compiled {
  const query = built.compile(dialect.builder as never);
  const values = query.parameters.map((value) => value);
  return {
    text: withPrefix(query.sql, dialect),
    values: (params) =>
      values.map((value) => {
        const given = value instanceof Parameter ? (params as Record<string, unknown>)[value.name] : value;
        return Array.isArray(given) ? dialect.encodeList(given) : given;
      }),
  };
}
