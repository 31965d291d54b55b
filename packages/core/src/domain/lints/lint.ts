import type { PlanTier } from '../blocks/block-definition.ts';
import type { IndexContext } from '../rules/diagram-index.ts';
import type { Rule } from '../rules/rule.ts';
import type { Violation } from '../rules/violation.ts';

/** The facts that lints need in addition to the diagram. */
export interface LintContext extends IndexContext {
  /** The brand's plan. Absent: the plan tiers that blocks need are not checked. */
  readonly plan?: PlanTier;
  /** Fields that something outside the bot sets and reads. The Fields that every customer has are always known. */
  readonly knownFields?: ReadonlySet<string>;
  /** Ids of blocks that other bots, or the host, jump to. */
  readonly entryBlocks?: ReadonlySet<string>;
}

/** A check for something that is probably a mistake, but stops no bot from running. */
export interface Lint extends Pick<Rule<LintContext>, 'check'> {
  /** The code of its findings. */
  readonly id: string;
  /** Its level unless the configuration says another. Default `warn`. */
  readonly level?: LintLevel;
}

export type LintLevel = 'off' | 'warn' | 'error';

/** The level of each lint by id. Default: that of the lint. */
export type LintConfiguration = Readonly<Record<string, LintLevel | undefined>>;

/** Shaped like a violation, with the id of the lint as its code. */
export type LintFinding = Violation;

/** The first 10,000 findings, in the order of violations, and how many there are in all. */
export interface LintResult {
  readonly findings: readonly LintFinding[];
  readonly total: number;
  /** How many of `total` are of severity `error`. */
  readonly errors: number;
}
