import { type LintConfiguration, type LintLevel, lintIds, meantName, ruleCodes } from '@botwright/core/diagram';
import { LintInputError } from './lint-input-error.ts';

/** Codes of rules and ids of lints: what a configuration may name. @spec BF10 */
export const knownCodes: readonly string[] = [...new Set([...ruleCodes, ...lintIds])];

export const lintLevels: readonly LintLevel[] = ['off', 'warn', 'error'];

/**
 * @throws {LintInputError} When a rule or a level is not known; the message says which was meant, or those that there
 * are.
 * @spec BF10, BF11
 */
export function checkRuleLevels(levels: LintConfiguration): void {
  for (const [code, level] of Object.entries(levels)) {
    if (!knownCodes.includes(code)) throw new LintInputError(`There is no rule "${code}". ${describeKnown(code)}`);
    if (level !== undefined && !lintLevels.includes(level)) {
      throw new LintInputError(
        `The level of "${code}" is one of ${lintLevels.join(', ')}, not ${JSON.stringify(level)}.`,
      );
    }
  }
}

function describeKnown(code: string): string {
  const meant = meantName(code, knownCodes);
  return meant === undefined ? `There are: ${knownCodes.join(', ')}.` : `Did you mean "${meant}"?`;
}
