import { systemTimer } from '../../node/system.ts';
import type { BatchOperation, RecordStore, Scope } from '../../ports/record-store.ts';
import { recordKinds } from '../../records/record-kinds.ts';
import type { ProgramPart } from './requests.ts';
import { runProgram } from './run-program.ts';

const timer = systemTimer();

/** Runs a plan until its writes are stored. @param plan - Gathers its writes, and returns its answer. */
export async function runPlan<T>(
  storage: RecordStore,
  scope: Scope,
  plan: (writes: BatchOperation[]) => ProgramPart<T>,
): Promise<T> {
  const running = { records: storage, kinds: recordKinds, wait: (conflicts: number) => timer.sleep(2 ** conflicts) };
  const decision = await runProgram(running, scope, function* () {
    const operations: BatchOperation[] = [];
    const answer = yield* plan(operations);
    return { operations, answer };
  });
  return decision.answer;
}
