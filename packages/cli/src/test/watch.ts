import { basename, dirname, resolve } from 'node:path';
import { scenarioFileEnding } from '@botwright/testing/scenario-files';
import { watch as watchFiles } from 'chokidar';
import { CommandFailure, exitCodes } from '../command-failure.ts';
import { configFileName } from '../project/project-config.ts';
import { type FinishedRun, runOnce } from './run-once.ts';
import type { TestOptions } from './test-options.ts';

/** Milliseconds to wait: editors write a file in several steps, and change several files together. */
const quietMs = 100;

/** Ctrl+C and Ctrl+D arrive as characters in raw mode. */
const endKeys = ['q', 'Q', '\u0003', '\u0004'];

const clearScreen = '\u001b[2J\u001b[3J\u001b[H';

/**
 * Runs the scenarios, and again whenever a scenario, a bot or the config changes, until the user ends it. Reports an
 * unreadable file, and waits for its change.
 *
 * @returns The exit code.
 * @throws {CommandFailure} When there is nothing to run at the beginning.
 * @spec TC8
 */
export async function watch(options: TestOptions): Promise<number> {
  let last = await runOnce(options);
  const known = new Set(last.inputs);
  const roots = new Set(last.paths.map((path) => resolve(folderOfGlob(path))));
  const watcher = watchFiles([...roots, ...known], {
    ignoreInitial: true,
    ignored: (path, stats) => !roots.has(path) && (isLeftOut(path) || (stats?.isFile() === true && !isText(path))),
  });
  let isRunning = false;
  let isStale = false;
  let timer: NodeJS.Timeout | undefined;

  const runAgain = async (): Promise<void> => {
    if (isRunning) {
      isStale = true;
      return;
    }
    isRunning = true;
    do {
      isStale = false;
      if (process.stdout.isTTY) process.stdout.write(clearScreen);
      last = await surviveFailure(options, last);
      for (const path of last.inputs) known.add(path);
      watcher.add([...last.inputs]);
      invite();
    } while (isStale);
    isRunning = false;
  };

  watcher.on('all', (_event, path) => {
    // Ignores other files in these folders, such as the coverage.
    if (!known.has(path) && !scenarioFileEnding.test(path) && basename(path) !== configFileName) return;
    clearTimeout(timer);
    timer = setTimeout(runAgain, quietMs);
  });
  await new Promise<void>((ready) => watcher.once('ready', ready));
  const ended = untilEnded(runAgain);
  // The reader of this output may end the run immediately.
  invite();
  await ended;
  clearTimeout(timer);
  await watcher.close();
  return exitCodes.done;
}

async function surviveFailure(options: TestOptions, last: FinishedRun): Promise<FinishedRun> {
  try {
    return await runOnce(options);
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    process.stderr.write(`botwright: ${error.message}\n`);
    return last;
  }
}

function invite(): void {
  process.stderr.write('\nWaiting for changes. Enter runs again, q ends.\n');
}

/** Resolves when the user types `q` or Ctrl+C, or when the process should end. */
async function untilEnded(runAgain: () => Promise<void>): Promise<void> {
  const { stdin } = process;
  await new Promise<void>((ended) => {
    const end = (): void => ended();
    process.once('SIGINT', end).once('SIGTERM', end);
    if (stdin.isTTY) stdin.setRawMode(true);
    stdin.setEncoding('utf8').on('data', (typed: string) => {
      if ([...typed].some((key) => endKeys.includes(key))) end();
      else if (/[\r\n]/.test(typed)) void runAgain();
    });
  });
  if (stdin.isTTY) stdin.setRawMode(false);
  stdin.removeAllListeners('data').pause();
}

/** The fixed part of a glob before its first wildcard. */
function folderOfGlob(path: string): string {
  return /[*?[{]/.test(path) ? folderOfGlob(dirname(path)) : path;
}

function isLeftOut(path: string): boolean {
  const name = basename(path);
  return name === 'node_modules' || name.startsWith('.');
}

function isText(path: string): boolean {
  return /\.(json|ya?ml)$/.test(path);
}
