import type { EpochMs } from '../domain/time/epoch-ms.ts';
import type { Clock } from '../ports/clock.ts';
import { isStorageUnavailable, type StorageUnavailableError } from '../ports/storage-unavailable.ts';
import { isEngineError } from './engine-error.ts';

/** The store has become unavailable, or is available again. */
export type StorageChange =
  | { readonly kind: 'away'; readonly error: StorageUnavailableError }
  /** `awayMs`: from the first failed to the first successful call of this engine. */
  | { readonly kind: 'back'; readonly awayMs: number };

/** A time in which the store was unavailable. */
export interface StorageOutage {
  readonly since: EpochMs;
}

/** Follows whether the store of an engine is available, by the results of the calls. */
export interface StorageOutages {
  /** `undefined`: the store is available. */
  current(): StorageOutage | undefined;
  /** @param refusal - The error that the caller gets because of it. */
  failed(fault: StorageUnavailableError, refusal: Error): void;
  /**
   * @param begunIn - The value of `current` before the call: the success of a call that began before the outage proves
   *   nothing.
   */
  succeeded(begunIn: StorageOutage | undefined): void;
  /** Makes a function that says whether it has already received an error of the same outage. */
  repeats(): (error: unknown) => boolean;
}

/** @spec ER18 */
export function createStorageOutages({
  clock,
  onChange,
}: {
  readonly clock: Clock;
  readonly onChange: ((change: StorageChange) => void) | undefined;
}): StorageOutages {
  let current: StorageOutage | undefined;
  const causes = new WeakMap<Error, StorageOutage>();

  function report(change: StorageChange): void {
    try {
      onChange?.(change);
    } catch {
      // A fault of the listener must not fail the call of the store.
    }
  }

  function outageOf(error: unknown): StorageOutage | undefined {
    for (let each = error; isEngineError(each); each = each.cause) {
      const outage = causes.get(each);
      if (outage !== undefined) return outage;
    }
    return undefined;
  }

  return {
    current: () => current,
    failed(fault, refusal) {
      const isFirst = current === undefined;
      current ??= { since: clock.now() };
      causes.set(refusal, current);
      if (isFirst) report({ kind: 'away', error: fault });
    },
    succeeded(begunIn) {
      if (current === undefined || begunIn !== current) return;
      const { since } = current;
      current = undefined;
      report({ kind: 'back', awayMs: Math.max(0, clock.now() - since) });
    },
    repeats() {
      let last: StorageOutage | undefined;
      return (error) => {
        const outage = outageOf(error);
        const isRepeated = outage !== undefined && outage === last;
        last = outage ?? last;
        return isRepeated;
      };
    },
  };
}

/**
 * Finds the storage error behind a failure, for a log: the error itself, or the cause of a `dependency_failed`. Log its
 * message without the stack.
 *
 * @spec ER17
 */
export function storageFaultOf(error: unknown): StorageUnavailableError | undefined {
  let fault = error;
  while (isEngineError(fault) && fault.code === 'dependency_failed') fault = fault.cause;
  return isStorageUnavailable(fault) ? fault : undefined;
}
