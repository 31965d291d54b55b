/** Something that a check does not accept. The message says what to do about it. */
export interface Finding {
  /** Relative to the root of the repository. */
  readonly file: string;
  /** 1-based. */
  readonly line?: number;
  readonly message: string;
}

export function printFinding({ file, line, message }: Finding): string {
  return `${line === undefined ? file : `${file}:${line}`}  ${message}`;
}
