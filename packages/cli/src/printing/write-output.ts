import { systemErrorCode } from '../command-failure.ts';

/** Prints a result. Who reads may have seen enough, as with `| head`. @spec LC1, TC1 */
export function writeOutput(text: string): void {
  if (!process.stdout.listeners('error').includes(ignoreClosedPipe)) process.stdout.on('error', ignoreClosedPipe);
  process.stdout.write(text);
}

function ignoreClosedPipe(error: Error): void {
  if (systemErrorCode(error) !== 'EPIPE') throw error;
}
