import type { Caller } from './caller.ts';
import { EngineError } from './engine-error.ts';
import type { BrandReads, EngineStorage } from './events/engine-storage.ts';
import type { IdempotentRun } from './idempotent-request.ts';
import { RequestLost } from './records/writing.ts';
import { noLeases } from './use-case/run-program.ts';
import { type Changes, type Part, type UseCase, useCaseOf } from './use-case/use-case.ts';

/** The store for one caller: only their brand, and with an idempotency key the response is stored too. */
export interface BrandStorage extends BrandReads {
  /**
   * Runs a use-case, or a step of one that takes several. Its answer does not depend on the commit. The response of an
   * idempotent request is stored in the same commit, except with a step.
   */
  perform<T>(useCase: () => UseCase<T>): Promise<T>;
  /** Performs a use-case that refuses only by throwing. @param plan - As for `useCaseOf`. @returns Its answer. */
  execute<T>(plan: (changes: Changes) => Part<T>): Promise<T>;
}

/** @spec ID4 */
export function brandStorage(storage: EngineStorage, { principal: { brand, person }, run }: Caller): BrandStorage {
  const by = { kind: 'person', person } as const;
  const perform = <T>(useCase: () => UseCase<T>): Promise<T> => {
    if (run === undefined) return storage.perform(brand, useCase, by);
    return storage.perform(brand, () => completing(run, useCase()), by).catch(keyTaken);
  };
  return { ...storage.reads(brand), perform, execute: (plan) => perform(() => useCaseOf(plan)) };
}

/** Adds the response of an idempotent request to the writes of a use-case. */
function* completing<T>(run: IdempotentRun, useCase: UseCase<T>): UseCase<T> {
  const decision = yield* useCase;
  if (decision.kind === 'needs' || decision.isStep === true) return decision;
  const { operations, refusal } = decision;
  const { response, operation } = run.complete(
    refusal === undefined ? { kind: 'done', value: decision.answer(noLeases) } : { kind: 'refused', error: refusal },
  );
  return {
    ...decision,
    operations: [...operations, operation],
    answer(committed) {
      run.committed(response);
      return decision.answer(committed);
    },
  };
}

function keyTaken(error: unknown): never {
  throw error instanceof RequestLost ? new EngineError('idempotency_key_in_use') : error;
}
