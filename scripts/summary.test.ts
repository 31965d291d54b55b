import { expect, it } from 'vitest';
import { summarize } from './summary.mjs';

it.for([
  ['all is well', [], { numPassedTests: 9, numFailedTests: 0 }, '9 passed, 0 failed'],
  ['tests fail', ['tests'], { numPassedTests: 7, numFailedTests: 2 }, '7 passed, 2 failed'],
  ['another step fails', ['lint', 'checks'], { numPassedTests: 9, numFailedTests: 0 }, '9 passed, 2 failed'],
  ['both fail', ['tests', 'checks'], { numPassedTests: 7, numFailedTests: 2 }, '7 passed, 3 failed'],
  ['a test file does not load', ['tests'], { numPassedTests: 9, numFailedTests: 0 }, '9 passed, 1 failed'],
  ['the build fails', ['build'], undefined, '0 passed, 1 failed'],
] as const)('%s', ([, failedSteps, results, line]) => {
  expect(summarize(failedSteps, results)).toBe(line);
});
