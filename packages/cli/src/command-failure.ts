import { printable, printableLine } from './printing/printable.ts';

/**
 * Exit codes of the command line. `usage`: unusable flags or config. `failure`: something on the machine is missing or
 * fails.
 */
export const exitCodes = { done: 0, failure: 1, usage: 2 } as const;

/**
 * Ends the command with a message for the person at the terminal, without a stack. Its lines may quote any text.
 *
 * @spec TC16
 */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  readonly exitCode: number;

  /** @param message - One line, or several in a list. */
  constructor(kind: 'failure' | 'usage', message: string | readonly string[], options?: ErrorOptions) {
    const [first = '', ...others] = typeof message === 'string' ? [message] : message;
    super([printable(first), ...others.map(printableLine)].join('\n'), options);
    this.exitCode = exitCodes[kind];
  }
}

/** The failure to write a file. */
export function unwritable(file: string, cause: unknown): CommandFailure {
  const code = systemErrorCode(cause) ?? 'unknown reason';
  return new CommandFailure('failure', `The file ${file} cannot be written (${code}).`, { cause });
}

/** The failure to use a file or folder. @param subject - The name in the message, such as `The folder bots`. */
export function unusable(subject: string, cause: unknown): CommandFailure {
  return new CommandFailure('failure', `${subject} cannot be used (${systemErrorCode(cause) ?? String(cause)}).`, {
    cause,
  });
}

/** The code of a failed system call, such as `EADDRINUSE`. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
