/** As much as is needed of what a logger writes to. */
export interface LineOutput {
  write(text: string): void;
  flush(done: (error?: Error) => void): void;
}

export interface LineBatch extends LineOutput {
  /** Hands over the lines that wait. */
  passOn(): void;
}

export interface LineBatchBounds {
  /** Text of this length is passed on at once. */
  readonly maxChars: number;
  /** No line waits for longer. */
  readonly maxMs: number;
}

/**
 * Passes lines on many together. The output could wait for more lines itself, but measures all that it holds
 * each time that one comes, which costs more than making the line did.
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
