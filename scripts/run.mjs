import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A child process that failed. Shown without a stack, because the output of the child says more. */
export class CommandFailed extends Error {
  /**
   * @param {string} command
   * @param {number} exitCode
   */
  constructor(command, exitCode) {
    super(`"${command}" ended with exit code ${exitCode}.`);
    this.exitCode = exitCode;
  }
}

const passedOn = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * Runs a command until it ends, passing signals on to it. A signal is left to the child to answer: this process
 * goes on until the child is gone, so nothing is orphaned.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd: string, stdio?: import('node:child_process').StdioOptions, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<{ exitCode: number, signalled: boolean }>} Exit code 128 + n for a child that died of signal n.
 */
export function run(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options });
    let signalled = false;
    /** @param {NodeJS.Signals} signal */
    const passOn = (signal) => {
      signalled = true;
      child.kill(signal);
    };
    const forget = () => {
      for (const signal of passedOn) process.off(signal, passOn);
      clearInterval(watch);
    };
    for (const signal of passedOn) process.on(signal, passOn);
    const watch = watchParent(() => child.kill('SIGTERM'));

    child.once('error', (error) => {
      forget();
      reject(error);
    });
    child.once('close', (code, signal) => {
      forget();
      resolve({ exitCode: code ?? 128 + signalNumber(signal), signalled });
    });
  });
}

/**
 * Some signals end npm without being passed on: then nobody could stop the child that it leaves running.
 *
 * @param {() => void} onGone
 * @returns {NodeJS.Timeout | undefined}
 */
function watchParent(onGone) {
  if (process.env['npm_lifecycle_event'] === undefined) return undefined;
  const parent = process.ppid;
  return setInterval(() => {
    if (process.ppid !== parent) onGone();
  }, 1_000);
}

/**
 * As `run`, but anything other than exit code 0 is an error.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd: string, stdio?: import('node:child_process').StdioOptions, env?: NodeJS.ProcessEnv }} options
 * @throws {CommandFailed}
 */
export async function mustRun(command, args, options) {
  const { exitCode, signalled } = await run(command, args, options);
  if (signalled) process.exit(exitCode === 0 ? 130 : exitCode);
  if (exitCode !== 0) throw new CommandFailed([command, ...args].join(' '), exitCode);
}

/**
 * As `mustRun`, but shows the command's output on standard error, and only if it fails.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv }} options
 * @throws {CommandFailed}
 */
export async function mustRunQuietly(command, args, options) {
  const folder = mkdtempSync(join(tmpdir(), 'botwright-run-'));
  const file = join(folder, 'output');
  const output = openSync(file, 'w');
  try {
    await mustRun(command, args, { ...options, stdio: ['ignore', output, output] });
  } catch (error) {
    process.stderr.write(readFileSync(file));
    throw error;
  } finally {
    closeSync(output);
    rmSync(folder, { recursive: true });
  }
}

/** @param {NodeJS.Signals | null} signal */
function signalNumber(signal) {
  return { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }[/** @type {'SIGHUP'} */ (signal)] ?? 1;
}
