import { requestLines, type ServedRequest } from '@botwright/http';
import { pino } from 'pino';

const maxChars = 65_536;
const maxMs = 100;

/** Logs to standard error like `botwright serve`: many lines in one write, at most a tenth of a second late. */
export function requestLog(): (answered: ServedRequest) => void {
  const output = pino.destination({ dest: 2, sync: false });
  let waiting = '';

  function passOn(): void {
    output.write(waiting);
    waiting = '';
  }
  setInterval(passOn, maxMs).unref();

  const head = timedHead();
  const lineOf = requestLines(head);
  return (answered) => {
    waiting += lineOf(answered);
    if (waiting.length >= maxChars) passOn();
  };
}

function timedHead(): () => string {
  let moment = Number.NaN;
  let head = '';
  return () => {
    const now = Date.now();
    if (now !== moment) {
      moment = now;
      head = `"level":"info","time":"${new Date(now).toISOString()}","pid":${process.pid}`;
    }
    return head;
  };
}
