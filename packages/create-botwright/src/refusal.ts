/** Ends the command with one line and without a stack. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** 2: the command line or the app cannot be used. 1: something on the machine fails. */
  readonly exitCode: 1 | 2;

  constructor(exitCode: 1 | 2, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The failure of a system call on a file or folder. */
export function unusable(problem: string, cause: unknown): Refusal {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
  return new Refusal(1, `${problem} (${code}).`);
}
