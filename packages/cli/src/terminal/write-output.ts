import { systemErrorCode } from '../command-failure.ts';

/** Prints on standard output, with a line end. Who reads may have seen enough, as with `| head`. @spec LC1, TC1 */
export function writeOutput(text: string): void {
  if (!process.stdout.listeners('error').includes(ignoreClosedPipe)) process.stdout.on('error', ignoreClosedPipe);
  process.stdout.write(`${text}\n`);
}

function ignoreClosedPipe(error: Error): void {
  if (systemErrorCode(error) !== 'EPIPE') throw error;
}
