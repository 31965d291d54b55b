import type { Writable } from 'node:stream';

/**
 * Ends the process immediately if all output is written; otherwise Node would first free the memory of a large check.
 * The process ends normally while a stream is writing, or has failed and its error is pending.
 */
export function endProcess(exitCode: number): void {
  process.exitCode = exitCode;
  if (isWritten(process.stdout) && isWritten(process.stderr)) process.exit();
}

function isWritten({ errored, writableLength }: Writable): boolean {
  return errored === null && writableLength === 0;
}
