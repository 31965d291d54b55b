import { StorageUnavailableError } from '@botwright/core/ports';

/** The code of PostgreSQL for a statement that exceeded its time-out. */
const queryCanceled = '57014';

/** Errors of statements of pg-boss that exceeded the time-out. */
const tooLong = new WeakSet<Error>();

/** Records that a statement of pg-boss exceeded the time-out, and rethrows its error. */
export function noteTimeOut(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === queryCanceled) tooLong.add(error);
  throw error;
}

/**
 * Runs a transaction with statements of pg-boss, which have the time-out of the storage. To the storage they are
 * statements of the host, whose errors it passes on unchanged.
 *
 * @throws {StorageUnavailableError} When one of them exceeded the time-out.
 * @spec PB9
 */
export async function withinTimeOut<T>(transaction: Promise<T>): Promise<T> {
  try {
    return await transaction;
  } catch (cause) {
    if (!(cause instanceof Error && tooLong.has(cause))) throw cause;
    throw new StorageUnavailableError(
      'A statement of pg-boss took longer than the statement time-out of the storage.',
      {
        cause,
        isOfCall: true,
      },
    );
  }
}
