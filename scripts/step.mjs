import { CommandFailed } from './run.mjs';

/**
 * Runs a step that everything after it needs. Says on standard error how it went, and ends the process when it fails.
 *
 * @param {string} name
 * @param {() => Promise<string>} work Answers in a word what it did.
 */
export async function mustSucceed(name, work) {
  const startedAt = performance.now();
  try {
    const outcome = await work();
    if (outcome !== 'unchanged') process.stderr.write(`${name}: ${outcome} in ${seconds(startedAt)}\n`);
  } catch (error) {
    process.stderr.write(`\nThe step "${name}" failed. ${describeFailure(error)}\n`);
    process.exit(error instanceof CommandFailed ? error.exitCode : 1);
  }
}

/** @param {number} startedAt */
export function seconds(startedAt) {
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
}

/** @param {unknown} error */
export function describeFailure(error) {
  return error instanceof Error ? error.message : String(error);
}
