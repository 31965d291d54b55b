import { type LintConfiguration, type LintLevel, lintIds, meantName, ruleCodes } from '@botwright/core/diagram';
import { LintInputError } from './lint-input-error.ts';

/** The level of each rule by its code, and of each lint by its id. What is left out has its usual level. */
export type RuleLevels = Readonly<Record<string, LintLevel | undefined>>;

/** The levels of rules, and those of lints. */
export interface ReadLevels {
  readonly ofRules: ReadonlyMap<string, LintLevel>;
  readonly ofLints: LintConfiguration;
}

/** Codes of rules and ids of lints: what a configuration may name. @spec BF10 */
export const knownCodes: readonly string[] = [...new Set([...ruleCodes, ...lintIds])];

export const lintLevels: readonly LintLevel[] = ['off', 'warn', 'error'];

/**
 * @throws {LintInputError} When a rule or a level is not known; the message says which was meant, or those that there
 * are.
 * @spec BF10, BF11
 */
export function readRuleLevels(levels: RuleLevels): ReadLevels {
  const ofRules = new Map<string, LintLevel>();
  const ofLints: Record<string, LintLevel> = {};
  for (const [code, level] of Object.entries(levels)) {
    if (!knownCodes.includes(code)) throw new LintInputError(`There is no rule "${code}". ${describeKnown(code)}`);
    if (level === undefined) continue;
    if (!lintLevels.includes(level)) {
      throw new LintInputError(
        `The level of "${code}" is one of ${lintLevels.join(', ')}, not ${JSON.stringify(level)}.`,
      );
    }
    if (lintIds.includes(code)) ofLints[code] = level;
    else ofRules.set(code, level);
  }
  return { ofRules, ofLints };
}

function describeKnown(code: string): string {
  const meant = meantName(code, knownCodes);
  return meant === undefined ? `There are: ${knownCodes.join(', ')}.` : `Did you mean "${meant}"?`;
}
