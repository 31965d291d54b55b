/** Something about what was asked for cannot be used: a path, a rule, a level. The message is one line for people. */
export class LintInputError extends Error {
  override readonly name = 'LintInputError';
}
