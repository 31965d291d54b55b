/** A statement with `?` in the places of its parameters. */
export interface SqlText {
  readonly sql: string;
  readonly params: readonly unknown[];
  /** A statement that changes no row conflicts. */
  readonly mustChange?: true;
}

/** A row by the names of its columns. */
export type SqlRow = Readonly<Record<string, unknown>>;
