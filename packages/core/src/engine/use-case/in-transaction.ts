import { type Committed, type Executed, noLeases, type Operation } from '../../ports/operations.ts';
import { applyTo, loadFrom } from '../../ports/run-use-case.ts';
import type { BrandTransaction, Storage } from '../../ports/storage.ts';
import type { Decision, UseCase } from './use-case.ts';

/** Runs a use-case once, in a transaction of the store. */
export function runInTransaction<T>(
  storage: Pick<Storage, 'transaction'>,
  brand: string,
  useCase: () => UseCase<T>,
): Promise<Omit<Executed<Decision<T>>, 'queued'>> {
  return storage.transaction(brand, async (tx) => {
    const decided = await decide(tx, useCase());
    return { decided, committed: await apply(tx, decided.operations) };
  });
}

async function decide<T>(tx: BrandTransaction, useCase: UseCase<T>): Promise<Decision<T>> {
  let step = useCase.next([]);
  // What is loaded of the settings needs their revision. A failure shows in the next call of the transaction.
  if (step.done !== true) tx.settings.revision().catch(() => undefined);
  while (step.done !== true) step = useCase.next(await Promise.all(step.value.map((load) => loadFrom(tx, load))));
  return step.value;
}

async function apply(tx: BrandTransaction, operations: readonly Operation[]): Promise<Committed> {
  const results: unknown[] = [];
  for (const operation of operations) {
    const result = applyTo(tx, operation);
    // A customer has to be there before something of theirs is stored.
    results.push(operation.kind === 'insertCustomer' ? await result : result);
  }
  return Object.assign({ ...noLeases }, ...(await Promise.all(results)));
}
