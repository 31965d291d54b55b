import { type Answered, requestLines } from '@botwright/http';
import { type DestinationStream, type Logger as GeneralLogger, pino } from 'pino';
import { lineBatch } from './line-batch.ts';

export interface Logger extends GeneralLogger {
  /** Logs a request. */
  answered(answered: Answered): void;
}

/** Nothing here logs headers; should something ever do, these are left out. Lines of requests have no place for them. */
const secrets = ['authorization', 'cookie', 'set-cookie', 'token'];
const places = ['', 'headers', 'req.headers', 'request.headers'];

/** JSON lines on standard error, without credentials. @spec SV13, SV14 */
export function createLogger(output: DestinationStream = standardError()): Logger {
  const timestamp = isoTime();
  const general = pino(
    {
      base: { pid: process.pid },
      timestamp,
      formatters: { level: (level) => ({ level }) },
      redact: places.flatMap((place) => secrets.map((name) => `${place}["${name}"]`)),
    },
    output,
  );
  const { pid } = process;
  const lineOf = requestLines(() => `"level":"info"${timestamp()},"pid":${pid}`);
  return Object.assign(general, { answered: (answered: Answered) => output.write(lineOf(answered)) });
}

/** As pino's own, with the text made once for all lines of a millisecond: a busy server writes many. */
function isoTime(): () => string {
  let moment = Number.NaN;
  let member = '';
  return () => {
    const now = Date.now();
    if (now !== moment) {
      moment = now;
      member = `,"time":"${new Date(now).toISOString()}"`;
    }
    return member;
  };
}

/** Lines go out together, a tenth of a second late at most: one write a line costs as much as the answer it tells of. */
function standardError(): DestinationStream {
  const output = pino.destination({ dest: 2, sync: false, minLength: 1 });
  // A reader that went away must not take the server with it.
  output.on('error', () => {});
  const batch = lineBatch(output, { maxChars: 65_536, maxMs: 100 });
  // The output sees to what it holds when the process ends, and has to have it by then.
  process.prependListener('beforeExit', batch.passOn);
  process.prependListener('exit', batch.passOn);
  return batch;
}

/** Settles when all that was logged is written. */
export function flushLogger(logger: Logger): Promise<void> {
  return new Promise((resolve) => logger.flush(() => resolve()));
}
