/** The required part of a log destination. */
export interface LineOutput {
  write(text: string): void;
  flush(done: (error?: Error) => void): void;
}

export interface LineBatch extends LineOutput {
  /** Writes the waiting lines. */
  passOn(): void;
}

export interface LineBatchBounds {
  /** Writes immediately at this length. */
  readonly maxChars: number;
  /** Maximum wait of a line in milliseconds. */
  readonly maxMs: number;
}

/**
 * Writes many lines together. The output could collect lines itself, but measures all of them at each addition, which
 * takes longer than making the line.
 */
export function lineBatch(output: LineOutput, { maxChars, maxMs }: LineBatchBounds): LineBatch {
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;

  function passOn(): void {
    clearTimeout(timer);
    timer = undefined;
    if (waiting === '') return;
    const text = waiting;
    waiting = '';
    output.write(text);
  }

  return {
    write(line) {
      waiting += line;
      if (waiting.length >= maxChars) passOn();
      else timer ??= setTimeout(passOn, maxMs).unref();
    },
    passOn,
    flush(done) {
      passOn();
      output.flush(done);
    },
  };
}
