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

/** @param parameters - May be named as often as needed. */
type Build<TParams, TRow> = (dialect: Dialect, parameters: Expressions<TParams>) => Compilable<TRow> | RawBuilder<TRow>;

/** A statement as a database takes it. */
export interface Compiled {
  readonly text: string;
  /** In the order of the placeholders. */
  values(params: object): readonly unknown[];
}

/** A statement that is built once for each dialect, however often it runs. */
export interface Statement<TParams, TRow> {
  compile(dialect: Dialect): Compiled;
  /** The best plan depends on the values: a database that keeps plans must not keep this one. */
  readonly plan?: 'each time';
  /** It may take longer than any limit of time: what it has to do grows with what is stored, and cannot be divided. */
  readonly duration?: 'any';
  /** Never there: it has the types. */
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

/** Statements that differ in what is asked for: each is made once. @param make - Is given only keys that it has few of. */
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
