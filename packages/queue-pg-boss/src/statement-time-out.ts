import { StorageUnavailableError } from '@botwright/core/ports';

/** Of PostgreSQL, when it ends a statement that took longer than it may. */
const queryCanceled = '57014';

/** Errors of statements of pg-boss that took too long. */
const tooLong = new WeakSet<Error>();

/** Remembers that a statement of pg-boss took too long, and throws its error again. */
export function noteTimeOut(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === queryCanceled) tooLong.add(error);
  throw error;
}

/**
 * Runs a transaction with statements of pg-boss, which have the time-out of those of the storage. To the storage they are
 * statements of the host, whose errors it passes on as they are.
 *
 * @throws {StorageUnavailableError} When one of them took too long.
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
