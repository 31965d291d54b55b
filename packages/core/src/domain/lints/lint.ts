import type { PlanTier } from '../blocks/block-definition.ts';
import type { DiagramIndex, IndexContext } from '../rules/diagram-index.ts';
import type { Report } from '../rules/rule.ts';
import type { Violation } from '../rules/violation.ts';

/** Facts for lints besides the diagram. */
export interface LintContext extends IndexContext {
  /** The brand's plan. Absent: plan tiers of blocks are not checked. */
  readonly plan?: PlanTier;
  /** Whether the engine of the host stores files of visitors. Absent: not checked. */
  readonly storesFiles?: boolean;
  /** Fields that are set and read outside the bot. The Fields of every customer are always known. */
  readonly knownFields?: ReadonlySet<string>;
  /** Ids of blocks to which other bots or the host jump. */
  readonly entryBlocks?: ReadonlySet<string>;
}

/** A check for a probable mistake that does not prevent bots from running. */
export interface Lint {
  /** The code of its findings. */
  readonly id: string;
  /** Its level without a configured one. */
  readonly level: LintLevel;
  /** See `Rule.check`. */
  readonly check: (index: DiagramIndex, facts: LintContext, report: Report) => void;
}

/** The effect of a lint: ignored, a warning, or an error that fails a check. */
export type LintLevel = 'off' | 'warn' | 'error';

/** The level of each lint by id. Default: the level of the lint. */
export type LintConfiguration = Readonly<Record<string, LintLevel | undefined>>;

/** Shaped like a violation, with the id of the lint as its code. */
export type LintFinding = Violation;

/** The first 10,000 findings, in the order of violations, and the total. */
export interface LintResult {
  /** At most 10,000. */
  readonly findings: readonly LintFinding[];
  /** Also beyond the first 10,000. */
  readonly total: number;
  /** The number of errors in `total`. */
  readonly errors: number;
}

export function lint(id: string, level: LintLevel, check: Lint['check']): Lint {
  return { id, level, check };
}
