import { type CommitOutcome, isStorageUnavailable, StorageUnavailableError } from '@botwright/core/ports';
import { refused } from './record-dialect.ts';

/** Error codes for an unreachable or silent server: of the operating system, of streams and of PostgreSQL. */
const awayCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOENT', 'EPIPE'],
  ...['ETIMEDOUT', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END', '57P01', '57P02', '57P03', '53300'],
]);

/** Messages of errors without a code of `pg`. */
const awayMessages =
  /^(Connection terminated|timeout (exceeded|expired)|Client has encountered a connection error|Client was closed)/;

/** A serialisation failure or a deadlock: PostgreSQL has rolled the transaction back, and a retry may succeed. */
export function isTransient(error: unknown): boolean {
  const code = codeOf(error);
  return code === '40001' || code === '40P01';
}

/** The connection broke during the commit, so it is unknown whether PostgreSQL committed. */
export class UnknownOutcome extends Error {
  constructor(cause: unknown) {
    super('The connection broke during the commit: the transaction may be stored or not.', { cause });
  }
}

/** Unique and foreign keys, deadlocks, failures to serialise, and refusals of the schema. */
const conflicts = new Set(['23505', '23503', '40P01', '40001', refused]);

/**
 * The outcome of a failed batch.
 *
 * @param error - Described by `described`.
 * @throws Any other error.
 */
export function outcomeOf(error: unknown): CommitOutcome {
  if (conflicts.has(codeOf(error) ?? '')) return { kind: 'conflict' };
  if (error instanceof UnknownOutcome) return { kind: 'unknown', cause: error };
  if (isStorageUnavailable(error)) return { kind: 'unavailable', cause: error };
  throw error;
}

/** Whether the server is unreachable, or has ended the connection. */
export function isAway(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined) return awayCodes.has(code) || code.startsWith('08');
  return error instanceof Error && awayMessages.test(error.message);
}

/** Whether `pg` stopped waiting. The statement still occupies the connection. */
export function isTimedOut(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

/** Whether a connection is unusable. */
export function isUseless(error: unknown): boolean {
  return isAway(error) || isTimedOut(error);
}

/** Whether the server reported the error: it has ended the transaction, and stores nothing of it. */
export function isReported(error: unknown): boolean {
  return error instanceof Error && 'severity' in error;
}

/** Codes of temporary refusals of PostgreSQL: its disk or memory is full, or it is a standby. */
const refusingCodes = new Set(['53000', '53100', '53200', '25006']);

/** Whether PostgreSQL cancelled a statement that exceeded its time-out. The server is available. */
export function isEnded(error: unknown): boolean {
  return codeOf(error) === '57014';
}

/** Whether a call rejected because one of its statements exceeded the time-out. */
export function isStatementTimeOut(error: unknown): boolean {
  return isStorageUnavailable(error) && error.isOfCall;
}

/**
 * Describes the error for a log. The original error is the cause.
 *
 * @spec PG30, ST121
 */
export function described(error: unknown): unknown {
  const unavailable = (message: string) => new StorageUnavailableError(message, { cause: error });
  if (isAway(error)) return unavailable(`PostgreSQL cannot be reached: ${messageOf(error)}`);
  const tooLong = 'A statement took longer than the statement time-out of the storage.';
  if (isTimedOut(error)) return unavailable(tooLong);
  if (isEnded(error)) return new StorageUnavailableError(tooLong, { cause: error, isOfCall: true });
  const code = codeOf(error);
  if (code !== undefined && refusingCodes.has(code)) return unavailable(`PostgreSQL refuses it: ${messageOf(error)}`);
  switch (code) {
    case '25P03':
      return new Error('The transaction waited too long for something else; nothing of it is stored.', {
        cause: error,
      });
    case '42P01':
    case '3F000':
      return new Error('A table of the storage is missing: the schema was dropped or is not migrated.', {
        cause: error,
      });
    case '42703':
      return new Error('A column of the storage is missing: a newer release has migrated the schema.', {
        cause: error,
      });
    default:
      return error;
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Node joins the errors of several addresses, without a message. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
