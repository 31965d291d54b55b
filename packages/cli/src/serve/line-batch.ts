/** The part of a log destination that is needed here. */
export interface LineOutput {
  write(text: string): void;
  flush(done: (error?: Error) => void): void;
}

export interface LineBatch extends LineOutput {
  /** Writes the lines that wait. */
  passOn(): void;
}

export interface LineBatchBounds {
  /** Text of this length is written at once. */
  readonly maxChars: number;
  /** No line waits longer than this. */
  readonly maxMs: number;
}

/**
 * Writes many lines together. The output could collect lines by itself, but measures all of them each time that one is
 * added, which takes longer than making the line.
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
