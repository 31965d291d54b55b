import type { ConnectionEntry, DiagramIndex, NodeEntry } from './diagram-index.ts';
import type { ViolationSeverity } from './violation.ts';

/** What there is to say of a fault. Its block, its connection and their pointers are known from where it lies. */
export interface Finding {
  readonly message: string;
  readonly param?: string;
  readonly output?: string;
  /** The way to the fault from where it lies: from an entry, or from the diagram. */
  readonly at?: readonly (string | number)[];
  readonly hint?: string;
}

/**
 * One place that breaks a rule. `describe` is called with `subject`, and only for faults that are kept, so it may be
 * as slow as a good message needs. It is best a function of the module: a closure would cost every entry that
 * is looked at, faulty or not.
 */
export interface Fault<T> {
  readonly code: string;
  /** The entry that it lies on; absent: the diagram itself. */
  readonly on?: NodeEntry | ConnectionEntry;
  readonly describe: (subject: T) => Finding;
  readonly subject: T;
}

export type Report = <T>(fault: Fault<T>) => void;

/** A rule on diagrams, judged with facts of type `TFacts`. Lints are written the same way. */
export interface Rule<TFacts> {
  /** Every code that it reports. */
  readonly codes: readonly string[];
  /** @spec RU8 */
  readonly severity: ViolationSeverity;
  /** Walks through the entries that concern it, and reports in any order, but what lies on one entry in a fixed one. */
  readonly judge: (index: DiagramIndex, facts: TFacts, report: Report) => void;
}
