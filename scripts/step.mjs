import { CommandFailed } from './run.mjs';

/**
 * Runs a step that all later ones need. Reports on standard error, and ends the process when the step fails.
 *
 * @param {string} name
 * @param {() => Promise<string>} work Resolves with a word that says what it did.
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
