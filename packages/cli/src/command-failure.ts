/**
 * Exit codes of the command line. `usage`: the flags or the config cannot be used. `failure`: something is missing or
 * fails on the machine.
 */
export const exitCodes = { done: 0, failure: 1, usage: 2 } as const;

/** Ends the command with a message for the person at the terminal; shown without a stack. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  readonly exitCode: number;

  constructor(kind: 'failure' | 'usage', message: string, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCodes[kind];
  }
}

/** The code of a failed system call, such as `EADDRINUSE`. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
