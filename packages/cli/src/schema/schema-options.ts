export const schemaKinds = ['bot', 'scenarios', 'config', 'coverage'] as const;
export type SchemaKind = (typeof schemaKinds)[number];

/** The arguments of `botwright schema`. */
export interface SchemaOptions {
  /** One of {@link schemaKinds}; absent with `out`. */
  readonly kind?: string;
  /** A folder for all schemas. */
  readonly out?: string;
  readonly config?: string;
}
