import { exitCodes, systemErrorCode } from '../command-failure.ts';

/** Prints a result. The reader may stop early, such as with `| head`. @spec LC1, TC1 */
export function writeOutput(text: string): void {
  if (!process.stdout.listeners('error').includes(ignoreClosedPipe)) process.stdout.on('error', ignoreClosedPipe);
  process.stdout.write(text);
}

function ignoreClosedPipe(error: Error): void {
  const code = systemErrorCode(error);
  if (code === 'EPIPE') return;
  process.stderr.write(`botwright: The output cannot be written (${code ?? error.message}).\n`);
  process.exit(exitCodes.failure);
}
