/** The required part of a log destination. */
export interface LineOutput {
  write(text: string): void;
  flush(done: (error?: Error) => void): void;
}

export interface LineBatch extends LineOutput {
  /** Writes the waiting lines. */
  passOn(): void;
}

/**
 * Writes many lines together. The output could collect lines itself, but measures all of them at each addition, which
 * takes longer than making the line.
 *
 * @param bounds - Writes immediately at `maxChars`, and each line after `maxMs` at the latest.
 */
export function lineBatch(
  output: LineOutput,
  bounds: { readonly maxChars: number; readonly maxMs: number },
): LineBatch {
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
      if (waiting.length >= bounds.maxChars) passOn();
      else timer ??= setTimeout(passOn, bounds.maxMs).unref();
    },
    passOn,
    flush(done) {
      passOn();
      output.flush(done);
    },
  };
}
