/** The budget of one step. Counted, not timed, so that the same step always ends the same way. */
export interface Work {
  /**
   * Takes what a piece of work costs: call it before the work is done. Past the budget nothing of the step is kept,
   * whatever becomes of the error.
   *
   * @param units - About 50 nanoseconds of an ordinary core each; fractions count.
   * @throws {RangeError} when nothing is left.
   * @throws {TypeError} for what is no number from 0.
   */
  charge(units: number): void;
}

/** The budget as the step itself sees it. */
export interface StepWork extends Work {
  /** What the step may take in all. */
  readonly limit: number;
  /** Whether something asked for more than was left. It stays so. */
  isSpent(): boolean;
  enterBlock(id: string): void;
  /** The block that was entered last. */
  block(): string | undefined;
}

/** @spec RN120 */
export function createWork(limit: number): StepWork {
  let left = limit;
  let isSpent = false;
  let block: string | undefined;
  return {
    limit,
    isSpent: () => isSpent,
    block: () => block,
    enterBlock: (id) => {
      block = id;
    },
    charge: (units) => {
      if (!(units >= 0)) throw new TypeError('Work is a number from 0.');
      left -= units;
      isSpent ||= left < 0;
      if (isSpent) throw new RangeError('The step takes too much.');
    },
  };
}

/** Counts nothing: for texts that are filled outside of a step. */
export const freeWork: Work = { charge: () => undefined };
