import type { Violation } from '@botwright/core/diagram';

/** Files that cannot be imported. The message is one line for people. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  /** The broken rules of a result that may not leave the importer. */
  readonly violations: readonly Violation[];

  constructor(message: string, violations: readonly Violation[] = []) {
    super(oneLine(message));
    this.violations = violations;
  }
}

/** UTF-16 units. */
const longestMessage = 400;

/** Replaces control characters, line ends and marks of direction: names of files are data of others. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ').slice(0, longestMessage);
}
