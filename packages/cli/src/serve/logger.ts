import { storageFaultOf } from '@botwright/core';
import { requestLines, type ServedRequest } from '@botwright/http';
import { type DestinationStream, type Logger as GeneralLogger, pino } from 'pino';
import { escapeJson } from '../printing/printable.ts';
import { lineBatch } from './line-batch.ts';

export interface Logger extends GeneralLogger {
  /** Logs a request. */
  answered(answered: ServedRequest): void;
}

/**
 * Nothing logs headers now. These names are redacted in case later code does; lines of requests cannot contain them.
 */
const secrets = ['authorization', 'cookie', 'set-cookie', 'token'];
const places = ['', 'headers', 'req.headers', 'request.headers'];

/** JSON lines on standard error, without credentials. @spec SV13, SV14, TC16 */
export function createLogger(destination: DestinationStream = standardError()): Logger {
  const output = printed(destination);
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
  return Object.assign(general, { answered: (answered: ServedRequest) => output.write(lineOf(answered)) });
}

/**
 * Escapes everything in a line that a terminal would interpret. Waiting lines are written together, so each line is
 * escaped here.
 */
function printed(destination: DestinationStream): DestinationStream {
  return Object.assign(Object.create(destination) as DestinationStream, {
    write: (line: string) => destination.write(escapeJson(line)),
  });
}

/** Like the time of pino, but made once per millisecond, because a busy server writes many lines. */
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

/**
 * Writes lines together, at most a tenth of a second late: one write for each line would take as long as the request.
 */
function standardError(): DestinationStream {
  const output = pino.destination({ dest: 2, sync: false, minLength: 1 });
  // If the reader of standard error closes it, the server continues.
  output.on('error', () => {});
  const batch = lineBatch(output, { maxChars: 65_536, maxMs: 100 });
  // The output flushes when the process ends, so it must have the lines before that.
  process.prependListener('beforeExit', batch.passOn);
  process.prependListener('exit', batch.passOn);
  return batch;
}

/** Resolves when all lines are written. */
export function flushLogger(logger: Logger): Promise<void> {
  return new Promise((resolve) => logger.flush(() => resolve()));
}

/**
 * Resolves when the line is written, in a file on the disk.
 *
 * @throws When it may not be.
 * @spec SV53
 */
export function logSafely(logger: Pick<Logger, 'flush' | 'info'>, members: object, text: string): Promise<void> {
  logger.info(members, text);
  return new Promise((resolve, reject) =>
    logger.flush((error) => (error === undefined || error === null || isOfNoDisk(error) ? resolve() : reject(error))),
  );
}

/** Whether the line is written, to something without a disk, such as a pipe. */
function isOfNoDisk({ syscall, code = '' }: NodeJS.ErrnoException): boolean {
  return syscall === 'fsync' && !['EIO', 'ENOSPC', 'EDQUOT'].includes(code);
}

/**
 * Logs a failure: with its stack, which leads to a bug, or in words for an unavailable store, which is not a bug.
 *
 * @param members - Members of the line. Ids, no secrets.
 * @spec SV73
 */
export function logFault(logger: Pick<Logger, 'error'>, error: unknown, text: string, members: object = {}): void {
  const fault = storageFaultOf(error);
  logger.error({ ...members, ...(fault === undefined ? { err: error } : { problem: fault.message }) }, text);
}
