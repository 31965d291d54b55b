import { readFileSync } from 'node:fs';
import { CommanderError } from 'commander';
import { CommandFailure, exitCodes } from './command-failure.ts';
import { createCommandLine } from './command-line.ts';
import { printableLines } from './printing/printable.ts';

/**
 * Runs one command line.
 *
 * @param args - Without the interpreter and the script.
 */
export async function main(args: readonly string[]): Promise<void> {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    readonly version: string;
  };
  try {
    await createCommandLine(version).parseAsync(args, { from: 'user' });
  } catch (error) {
    process.exit(report(error));
  }
}

/** Prints an error, in one line if possible. @returns The exit code. */
function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  if (error instanceof CommandFailure) {
    process.stderr.write(`botwright: ${error.message}\n`);
    return error.exitCode;
  }
  process.stderr.write(
    `botwright: ${printableLines(String(error instanceof Error ? error.stack : error)).join('\n')}\n`,
  );
  return exitCodes.failure;
}
