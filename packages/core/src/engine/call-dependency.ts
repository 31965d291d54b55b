import { EngineError } from './engine-error.ts';

/**
 * Calls what the host gave. However it fails, the caller learns only that it did; the cause is kept for logs.
 *
 * @throws {EngineError} `dependency_failed`
 * @spec ER7
 */
export async function callDependency<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    throw new EngineError('dependency_failed', { cause });
  }
}
