import type { WriteStream } from 'node:tty';

/** Fewer files are checked before anybody reads. */
const fewFiles = 50;

/** A line on a terminal that says how far a check is, and that is gone in the end. @spec LC7 */
export function createProgress(stream: WriteStream): {
  readonly show: (done: number, total: number) => void;
  readonly clear: () => void;
} {
  let isShown = false;
  return {
    show: (done, total) => {
      if (!stream.isTTY || total < fewFiles || done % 10 !== 0) return;
      isShown = true;
      stream.write(`\r\u001b[2KChecking file ${done + 1} of ${total}`);
    },
    clear: () => {
      if (isShown) stream.write('\r\u001b[2K');
    },
  };
}
