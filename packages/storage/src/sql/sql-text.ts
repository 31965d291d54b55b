/** A statement with `?` in the places of its parameters. */
export interface SqlText {
  /** With `?` in the places of its parameters. */
  readonly sql: string;
  /** In the order of their places. */
  readonly params: readonly unknown[];
  /** The statement conflicts if it changes no row. */
  readonly mustChange?: true;
}

/** A row by column names. */
export type SqlRow = Readonly<Record<string, unknown>>;

/** Joins conditions with AND. */
export function allOf(conditions: readonly SqlText[]): SqlText {
  return {
    sql: conditions.length === 0 ? '1 = 1' : conditions.map(({ sql }) => sql).join(' AND '),
    params: conditions.flatMap(({ params }) => params),
  };
}

/** The number that a statement selects as `total`. */
export function totalOf(rows: readonly SqlRow[] | undefined): number {
  return Number(rows?.[0]?.['total'] ?? 0);
}
