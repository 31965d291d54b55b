import type { WriteStream } from 'node:tty';

/** The number of files below which the check ends before anybody could read the line. */
const fewFiles = 50;

/** A line on a terminal that shows the progress of a check and disappears at the end. @spec LC7 */
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
