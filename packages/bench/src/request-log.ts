import { type Logger, pino } from 'pino';

const maxChars = 65_536;
const maxMs = 100;

/** Logs to standard error as `botwright serve` does: many lines in one write, a tenth of a second late at most. */
export function requestLog(): Logger {
  const output = pino.destination({ dest: 2, sync: false });
  let waiting = '';

  function passOn(): void {
    output.write(waiting);
    waiting = '';
  }
  setInterval(passOn, maxMs).unref();

  const write = (line: string): void => {
    waiting += line;
    if (waiting.length >= maxChars) passOn();
  };
  return pino({}, { write });
}
