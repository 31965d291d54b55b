import { isStorageUnavailable, type StorageUnavailableError } from '../ports/storage-unavailable.ts';
import { isEngineError } from './engine-error.ts';

/**
 * Finds out for a log whether something failed because the store could not be asked: the error itself, or the cause of a
 * `dependency_failed`. Its message says what is wrong in a line, and a stack says no more.
 *
 * @spec ER17
 */
export function storageFaultOf(error: unknown): StorageUnavailableError | undefined {
  let fault = error;
  while (isEngineError(fault) && fault.code === 'dependency_failed') fault = fault.cause;
  return isStorageUnavailable(fault) ? fault : undefined;
}
