import type { Request } from './record-store.ts';

/**
 * Runs a program in a store that answers requests at once, for `RecordStore.exclusive`.
 *
 * @param readNow - Answers requests as `RecordStore.read` does, within the lock or transaction of the store.
 * @returns The decision. The caller stores its operations.
 * @throws What the program throws.
 */
export function runAtOnce<TDecision, TRequest extends Request>(
  program: () => Generator<readonly TRequest[], TDecision, readonly unknown[]>,
  readNow: (requests: readonly TRequest[]) => readonly unknown[],
): TDecision {
  const run = program();
  let step = run.next([]);
  while (step.done !== true) step = run.next(readNow(step.value));
  return step.value;
}
