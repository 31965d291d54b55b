/** `error` stops publication and test deployment; `warning` stops the test deployment only. */
export type ViolationSeverity = 'error' | 'warning';

/** One broken rule, and where in the diagram. */
export interface Violation {
  /** Stable machine name, such as `start_connection`. */
  readonly code: string;
  /** For people; may change between releases. */
  readonly message: string;
  readonly blockId?: string;
  readonly param?: string;
  readonly connectionId?: string;
  readonly output?: string;
  /** RFC 6901 pointer into the diagram. */
  readonly pointer: string;
  readonly severity: ViolationSeverity;
  /** What would mend it, when there is one clear way. */
  readonly hint?: string;
}

/** The first 10,000 violations in their order, and how many there are in all. */
export interface CheckResult {
  readonly violations: readonly Violation[];
  readonly total: number;
  /** How many of `total` are of severity `error`; some may lie beyond those kept. */
  readonly errors: number;
}
