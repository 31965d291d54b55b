import { StorageUnavailableError } from '@botwright/core/ports';
import { resultCode } from './result-code.ts';

/**
 * Result codes of SQLite for temporary failures: it has done nothing, and may succeed later. A disk that does
 * not write is not among them, because SQLite may have written data that it reports as failed.
 */
const reasons: Readonly<Record<string, string>> = {
  SQLITE_BUSY: 'another process has the file locked',
  SQLITE_FULL: 'no space is left on the disk',
};

function reasonOf(error: unknown): string | undefined {
  for (let fault = error; fault instanceof Error; fault = fault.cause) {
    const reason = reasons[resultCode(fault) ?? ''];
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/**
 * Makes the error of an operation that SQLite has not done.
 *
 * @param message - Without a full stop.
 * @spec SQ41
 */
export function undone(message: string, cause: unknown): Error {
  const reason = reasonOf(cause);
  if (reason === undefined) return new Error(`${message}.`, { cause });
  return new StorageUnavailableError(`${message}: ${reason}.`, { cause });
}

/** Runs queries without a transaction. @throws {StorageUnavailableError} After a temporary failure of SQLite. */
export function unlessUnavailable<T>(query: () => T): T {
  try {
    return query();
  } catch (error) {
    throw unavailable(error);
  }
}

/** Returns any other error unchanged. */
export function unavailable(error: unknown): unknown {
  return reasonOf(error) === undefined ? error : undone('The query failed', error);
}
