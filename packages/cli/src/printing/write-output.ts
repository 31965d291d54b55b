import { systemErrorCode } from '../command-failure.ts';

/** Prints a result. Who reads may have seen enough, as with `| head`. */
export function writeOutput(text: string): void {
  process.stdout.on('error', (error) => {
    if (systemErrorCode(error) !== 'EPIPE') throw error;
  });
  process.stdout.write(text);
}
