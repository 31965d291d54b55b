import type { DecidedRecords, Program, Scope } from '../ports/record-store.ts';
import type { Storage } from '../ports/storage.ts';
import { recordKinds } from '../records/record-kinds.ts';
import { EngineError } from './engine-error.ts';
import { Conflict, readAndCommit } from './use-case/run-program.ts';

const message = 'Another writer was first. A transaction of the host is not tried again: roll it back, and repeat it.';

/**
 * Wraps a store in a transaction of the host, so that a conflict is thrown and no program runs again: a retry would
 * have to repeat the host's transaction.
 *
 * @spec ST129
 */
export function withoutRetries(storage: Storage): Storage {
  const declared = { records: storage, kinds: recordKinds };
  return {
    ...storage,
    async exclusive<TDecision extends DecidedRecords>(scope: Scope, program: () => Program<TDecision>) {
      try {
        const ran = await (storage.exclusive?.(scope, program) ?? readAndCommit(declared, scope, program()));
        if (ran.committed.kind === 'conflict') throw new Conflict();
        return ran;
      } catch (cause) {
        throw cause instanceof Conflict ? new EngineError('dependency_failed', { message, cause }) : cause;
      }
    },
  };
}
