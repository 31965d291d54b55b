import type { CommitOutcome } from '../../ports/record-store.ts';
import { StorageUnavailableError } from '../../ports/storage-unavailable.ts';

/**
 * @returns `false` after a conflict.
 * @throws When nothing is stored, or the outcome is unknown.
 */
export function committed(outcome: CommitOutcome): boolean {
  switch (outcome.kind) {
    case 'committed':
      return true;
    case 'conflict':
      return false;
    case 'unavailable':
      throw new StorageUnavailableError('The store cannot be reached.', { cause: outcome.cause });
    case 'unknown':
      throw new Error('The connection was lost while the store committed.', { cause: outcome.cause });
  }
}
