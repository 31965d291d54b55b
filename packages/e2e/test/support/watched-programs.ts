import type { BatchOperation, DecidedRecords, Program, Storage } from '@botwright/core/ports';
import { exclusiveOf } from './exclusive-of.ts';

/**
 * The store, which calls `onDecided` with the operations of each program before it stores them. When `onDecided` throws,
 * nothing is stored.
 */
export function watchPrograms(storage: Storage, onDecided: (operations: readonly BatchOperation[]) => void): Storage {
  const exclusive = exclusiveOf(storage);

  function* watched<TDecision extends DecidedRecords>(program: Program<TDecision>): Program<TDecision> {
    const decision = yield* program;
    onDecided(decision.operations);
    return decision;
  }

  return { ...storage, exclusive: (scope, program) => exclusive(scope, () => watched(program())) };
}
