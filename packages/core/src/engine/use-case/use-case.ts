import type { EngineError } from '../engine-error.ts';
import type { RaisedEvent } from '../events/engine-events.ts';
import type { Answer, Load } from '../records/loads.ts';
import type { Operation } from '../records/operations.ts';
import type { Committed } from './run-program.ts';

/** The end of a use-case that has loaded everything it needs. */
export type Decision<T> =
  | {
      readonly kind: 'decided';
      readonly operations: readonly Operation[];
      readonly events: readonly RaisedEvent[];
      /** Called once the decision is stored. */
      answer(committed: Committed): T;
      /** The use-case continues with another decision. */
      readonly isStep?: true;
      /** The error that the answer throws. */
      readonly refusal?: EngineError;
    }
  | Needs;

/** The use-case needs data that is not in the store; it runs again when the data is obtained. */
export interface Needs {
  readonly kind: 'needs';
  readonly operations: readonly [];
  obtain(): Promise<void>;
}

/**
 * Loads, and decides: it yields batches of loads, receives their answers, and returns its decision. It may run several
 * times, or stop at a load, and its decision may not be stored. Outside of the run it may change only its results for
 * the next run, and caches: of versions, which do not change, of sizes, which are estimates, and of states of drafts,
 * which are not found before their ids are stored.
 *
 * @throws The refusal of the use-case; nothing is stored then.
 */
export type UseCase<T> = Generator<readonly Load[], Decision<T>, readonly unknown[]>;

/** A part of a use-case with another result than the decision. */
export type Part<T> = Generator<readonly Load[], T, readonly unknown[]>;

type Answers<TLoads extends readonly Load[]> = { -readonly [TIndex in keyof TLoads]: Answer<TLoads[TIndex]> };

/** Loads together. @returns The answers in the order of the loads. */
export function* load<const TLoads extends readonly Load[]>(...loads: TLoads): Part<Answers<TLoads>> {
  return (yield loads) as Answers<TLoads>;
}

/** The parts of a decision that a use-case gathers. */
export interface Changes {
  readonly operations: Operation[];
  readonly events: RaisedEvent[];
}

export function noChanges(): Changes {
  return { operations: [], events: [] };
}

/** The writes of a decision, and the events that it raises. */
export interface Writes {
  readonly operations?: readonly Operation[];
  readonly events?: readonly RaisedEvent[];
}

export function decided<T>({ operations = [], events = [] }: Writes, answer: (committed: Committed) => T): Decision<T> {
  return { kind: 'decided', operations, events, answer };
}

/** A decision in the middle of a use-case that takes several decisions. */
export function step<T>(writes: Writes, answer: () => T): Decision<T> {
  return { ...decided(writes, answer), isStep: true } as Decision<T>;
}

/** A refusal whose writes are stored. To store nothing, throw the error in the use-case instead. */
export function refusing(writes: Writes, refusal: EngineError): Decision<never> {
  const answer = (): never => {
    throw refusal;
  };
  return { ...decided(writes, answer), refusal } as Decision<never>;
}

/** A use-case that has nothing to load. */
export function* writeOnly<T>(writes: Writes, answer: T): UseCase<T> {
  yield* load();
  return decided(writes, () => answer);
}

/** A use-case whose answer does not depend on the commit. @param plan - Gathers its changes, and returns its answer. */
export function* useCaseOf<T>(plan: (changes: Changes) => Part<T>): UseCase<T> {
  const changes = noChanges();
  const answer = yield* plan(changes);
  return decided(changes, () => answer);
}

/** The use-case runs again when the data is obtained. */
export function needs(obtain: () => Promise<void>): Needs {
  return { kind: 'needs', operations: [], obtain };
}
