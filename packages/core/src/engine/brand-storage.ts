import type { Caller } from './caller.ts';
import { EngineError } from './engine-error.ts';
import type { BrandReads, EngineStorage } from './events/engine-storage.ts';
import type { Outcome } from './idempotent-request.ts';
import { RequestLost } from './records/writing.ts';
import { noLeases } from './use-case/run-program.ts';
import { type Changes, type Part, type UseCase, useCaseOf } from './use-case/use-case.ts';

/** The store for one caller: only their brand, and with an idempotency key the response is stored too. */
export interface BrandStorage extends BrandReads {
  /**
   * Runs a use-case, or a step of one that takes several. Its answer does not depend on the commit.
   *
   * A result of kind `done` or `refused` ends the use-case: the response of an idempotent request is stored in the same
   * commit. Any other kind is an intermediate step, for which no response is stored.
   */
  perform<TResult extends { readonly kind: string }>(useCase: () => UseCase<TResult>): Promise<TResult>;
  /** The same for one that refuses only by throwing. @param plan - As for `useCaseOf`. @returns Its answer. */
  execute<T>(plan: (changes: Changes) => Part<T>): Promise<T>;
}

/** @spec ID4 */
export function brandStorage(storage: EngineStorage, { principal: { brand, person }, run }: Caller): BrandStorage {
  const by = { kind: 'person', person } as const;

  async function perform<TResult extends { readonly kind: string }>(useCase: () => UseCase<TResult>): Promise<TResult> {
    if (run === undefined) return storage.perform(brand, useCase, by);

    let response: string | undefined;
    function* complete(): UseCase<TResult> {
      const decision = yield* useCase();
      if (decision.kind === 'needs') return decision;
      const step = decision.answer(noLeases);
      const completed = isOutcome(step) ? run?.complete(step) : undefined;
      response = completed?.response;
      if (completed === undefined) return decision;
      return { ...decision, operations: [...decision.operations, completed.operation] };
    }
    const result = await storage.perform(brand, complete, by).catch(keyTaken);
    if (response !== undefined) run.committed(response);
    return result;
  }

  return {
    ...storage.reads(brand),
    perform,
    async execute(plan) {
      const planDone = function* (changes: Changes) {
        return done(yield* plan(changes));
      };
      const outcome = await perform(() => useCaseOf(planDone));
      return outcome.value;
    },
  };
}

export function done<T>(value: T): { readonly kind: 'done'; readonly value: T } {
  return { kind: 'done', value };
}

/** A refusal whose writes are stored. To store nothing, throw the error in the use-case instead. */
export function refused(error: EngineError): { readonly kind: 'refused'; readonly error: EngineError } {
  return { kind: 'refused', error };
}

function keyTaken(error: unknown): never {
  throw error instanceof RequestLost ? new EngineError('idempotency_key_in_use') : error;
}

function isOutcome(step: { readonly kind: string }): step is Outcome<unknown> {
  return step.kind === 'done' || step.kind === 'refused';
}
