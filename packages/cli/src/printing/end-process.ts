import type { Writable } from 'node:stream';

/**
 * Ends the process now, where all output is written. Node would otherwise clear the memory of a large check first. It
 * ends by itself where a stream is still writing, and where one failed and the error is still to come.
 */
export function endProcess(exitCode: number): void {
  process.exitCode = exitCode;
  if (isWritten(process.stdout) && isWritten(process.stderr)) process.exit();
}

function isWritten({ errored, writableLength }: Writable): boolean {
  return errored === null && writableLength === 0;
}
