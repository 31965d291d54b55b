import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * The members of vitest's `--reporter=json` output that the summary reads.
 *
 * @typedef {{
 *   readonly numPassedTests: number,
 *   readonly testResults: readonly {
 *     readonly name: string,
 *     readonly status: string,
 *     readonly message?: string,
 *     readonly assertionResults: readonly {
 *       readonly fullName: string,
 *       readonly status: string,
 *       readonly failureMessages?: readonly string[] | null,
 *     }[],
 *   }[],
 * }} TestResults
 */

/**
 * A part of a run, such as the build. One that runs tests has their results, unless it broke off.
 *
 * @typedef {{
 *   readonly name: string,
 *   readonly took: string,
 *   readonly hasFailed: boolean,
 *   readonly results?: TestResults | undefined,
 * }} Stage
 */

/** A log of which only the end is shown still has the stages. */
const mostMessages = 20;
const mostCharacters = 200;

/**
 * The text at the end of a run: the duration of each stage, the failed tests with their places and the first lines of
 * their messages, and for machines a last line with the number of tests. A stage that failed without a failing test
 * counts as one.
 *
 * @param {string} root Folder that the names of files are relative to.
 * @param {readonly Stage[]} stages
 */
export function summarize(root, stages) {
  const width = Math.max(...stages.map(({ name }) => name.length));
  const failed = stages
    .filter(({ hasFailed }) => hasFailed)
    .map(({ name, results }) => ({ stage: name, tests: failuresOf(root, results) }));
  const failedTests = failed.flatMap(({ tests }) => tests);
  const passed = sum(stages.map(({ results }) => results?.numPassedTests ?? 0));
  const total = sum(failed.map(({ tests }) => Math.max(tests.length, 1)));
  return [
    '',
    '== summary',
    ...stages.map(
      ({ name, took, hasFailed }) => `  ${name.padEnd(width)}  ${took.padStart(8)}  ${hasFailed ? 'FAILED' : 'ok'}`,
    ),
    ...failed.map(({ stage }) => `Failed: ${stage}. What it printed begins above with "== ${stage}:".`),
    ...(failedTests.length > 0
      ? ['Failed tests, each of which "npx vitest run <file>" repeats:', ...failedTests.flatMap(describe)]
      : []),
    '',
    `${passed} passed, ${total} failed`,
    '',
  ].join('\n');
}

/**
 * The failed tests, and the files that could not be loaded.
 *
 * @param {string} root
 * @param {TestResults | undefined} results
 */
function failuresOf(root, results) {
  return (results?.testResults ?? [])
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message = '', assertionResults }) => {
      const file = relative(root, name);
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      return failed.length === 0
        ? [{ name: file, message }]
        : failed.map(({ fullName, failureMessages }) => ({
            name: `${file}: ${fullName}`,
            message: failureMessages?.[0] ?? '',
          }));
    });
}

/**
 * @param {{ readonly name: string, readonly message: string }} failure
 * @param {number} index
 */
function describe({ name, message }, index) {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const shown = index < mostMessages ? lines.slice(0, 2) : [];
  return [`  ${name}`, ...shown.map((line) => `    ${line.trim().slice(0, mostCharacters)}`)];
}

/** @param {readonly number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, each) => total + each, 0);
}
