/** How much one step may do. Counted, not timed, so that the same step always ends in the same way. */
export interface StepBudget {
  /**
   * Pays for a piece of work: call it before the work is done. When a step asks for more than is left, the whole step
   * is discarded, also when the error is caught.
   *
   * @param units - About 50 nanoseconds of an ordinary core each; fractions count.
   * @throws {RangeError} when nothing is left.
   * @throws {TypeError} for anything but a number from 0.
   */
  charge(units: number): void;
}

/** The budget as the interpreter sees it: it also says whether and where the step asked for too much. */
export interface TrackedBudget extends StepBudget {
  /** The total budget of the step. */
  readonly limit: number;
  /** Whether the step ever asked for more than was left. */
  isExceeded(): boolean;
  enterBlock(id: string): void;
  /** The block that was entered last. */
  block(): string | undefined;
}

/** @spec RN120 */
export function createStepBudget(limit: number): TrackedBudget {
  let left = limit;
  let isExceeded = false;
  let block: string | undefined;
  return {
    limit,
    isExceeded: () => isExceeded,
    block: () => block,
    enterBlock: (id) => {
      block = id;
    },
    charge: (units) => {
      if (!(units >= 0)) throw new TypeError('Work is a number from 0.');
      left -= units;
      isExceeded ||= left < 0;
      if (isExceeded) throw new RangeError('The step takes too much.');
    },
  };
}

/** Counts nothing: for texts that are filled outside of a step. */
export const unlimitedBudget: StepBudget = { charge: () => undefined };
