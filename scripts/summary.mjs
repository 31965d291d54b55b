/**
 * The last line of `npm test`, read by machines: tests as vitest counts them, and one failure more for each step
 * that failed without a failing test to show for it.
 *
 * @param {readonly string[]} failedSteps
 * @param {{ numPassedTests: number, numFailedTests: number } | undefined} results The results of vitest, if it ran.
 */
export function summarize(failedSteps, results) {
  const passed = results?.numPassedTests ?? 0;
  const failed = results?.numFailedTests ?? 0;
  const failedElsewhere = failedSteps.filter((name) => name !== 'tests' || failed === 0);
  return `${passed} passed, ${failed + failedElsewhere.length} failed`;
}
