import { closestName, type LintConfiguration, type LintLevel, lintIds, ruleCodes } from '@botwright/core/diagram';
import { LintInputError } from './find-bot-files.ts';

/** Codes of rules and ids of lints, for configurations. @spec BF10 */
export const knownCodes: readonly string[] = [...new Set([...ruleCodes, ...lintIds])];

export const lintLevels: readonly LintLevel[] = ['off', 'warn', 'error'];

/**
 * @throws {LintInputError} For an unknown rule or level; the message suggests the nearest one, or lists all.
 * @param ownCodes - Codes of the host's rules and lints.
 * @spec BF10, BF11
 */
export function checkRuleLevels(levels: LintConfiguration, ownCodes: readonly string[] = []): void {
  const known = [...knownCodes, ...ownCodes];
  for (const [code, level] of Object.entries(levels)) {
    if (!known.includes(code)) throw new LintInputError(`There is no rule "${code}". ${describeKnown(code, known)}`);
    if (level !== undefined && !lintLevels.includes(level)) {
      throw new LintInputError(
        `The level of "${code}" is one of ${lintLevels.join(', ')}, not ${JSON.stringify(level)}.`,
      );
    }
  }
}

function describeKnown(code: string, known: readonly string[]): string {
  const closest = closestName(code, known);
  return closest === undefined ? `There are: ${known.join(', ')}.` : `Did you mean "${closest}"?`;
}
