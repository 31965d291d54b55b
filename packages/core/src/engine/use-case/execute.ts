import { Conflict, type Executed } from '../../ports/operations.ts';
import { executeInTransaction } from '../../ports/run-use-case.ts';
import type { Storage } from '../../ports/storage.ts';
import type { RaisedEvent } from '../events/engine-events.ts';
import type { Decision, UseCase } from './use-case.ts';

/** How often a use-case runs at most when other transactions are always faster. */
const mostConflicts = 10;

/**
 * Runs a use-case until it is decided, and commits its decision: by `execute` of the store if it has one, otherwise in
 * a transaction.
 *
 * @param publish - Called with the events of the decision once it is stored, if there are any.
 * @throws The error of the use-case; nothing is stored then.
 */
export async function executeUseCase<T>(
  storage: Storage,
  brand: string,
  useCase: () => UseCase<T>,
  publish: (events: readonly RaisedEvent[]) => void,
): Promise<T> {
  for (let conflicts = 0; ; ) {
    let executed: Omit<Executed<Decision<T>>, 'queued'>;
    try {
      executed = await (storage.execute?.(brand, useCase) ?? executeInTransaction(storage, brand, useCase));
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      conflicts += 1;
      if (conflicts === mostConflicts) throw new Error('Other transactions were always first.', { cause: error });
      continue;
    }
    const { decided, committed } = executed;
    if (decided.kind === 'decided') {
      if (decided.events.length > 0) publish(decided.events);
      return decided.answer(committed);
    }
    await decided.obtain();
  }
}
