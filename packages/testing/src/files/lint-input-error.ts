/** A path, a rule or a level of the input is unusable. The message is one line for people. */
export class LintInputError extends Error {
  override readonly name = 'LintInputError';
}
