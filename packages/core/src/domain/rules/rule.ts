import type { Block, ConnectionEntry, DiagramIndex, Link, NodeEntry } from './diagram-index.ts';
import type { ViolationSeverity } from './violation.ts';

/** What a rule has to say of a fault. The block, the connection and their pointers are known to whoever asked. */
export interface Finding {
  readonly message: string;
  readonly param?: string;
  readonly output?: string;
  /** The way to the fault from the entry that was asked about; from the diagram in a `diagram` hook. */
  readonly at?: readonly (string | number)[];
  readonly hint?: string;
}

/** `describe` is called only for violations that are kept, so it may be as slow as a good message needs. */
export type Report = (code: string, describe: () => Finding) => void;

/**
 * What one rule asks while the diagram is passed once, in the order of the violations. A hook reports on the
 * entry that it was given, never on another.
 */
export interface RuleHooks {
  readonly diagram?: (report: Report) => void;
  readonly block?: (block: Block, report: Report) => void;
  readonly link?: (link: Link, report: Report) => void;
  readonly malformedNode?: (entry: NodeEntry, report: Report) => void;
  readonly malformedConnection?: (entry: ConnectionEntry, report: Report) => void;
}

/** A rule on diagrams, judged with facts of type `TFacts`. Lints are written the same way. */
export interface Rule<TFacts> {
  /** Every code that it reports. */
  readonly codes: readonly string[];
  readonly severity: ViolationSeverity;
  /**
   * Looks at the whole before the pass. What a rule needs to remember lives in the hooks, for one check.
   *
   * @returns `undefined` when the rule has nothing to judge here.
   */
  readonly begin: (index: DiagramIndex, facts: TFacts) => RuleHooks | undefined;
}
