import { costs } from '../work/costs.ts';
import { freeWork, type Work } from '../work/work.ts';

/** What one formula may use up. Counted, not timed, so that the same formula always ends the same way. */
export interface Budget {
  /** Takes what a piece costs. @throws {RangeError} when nothing is left. */
  spend(cost: number): void;
  /** Whether something asked for more than was left. It stays so, whatever the formula makes of the error. */
  isSpent(): boolean;
}

/**
 * @param work - Of the step, which pays for each unit too.
 * @spec RN95, RN121
 */
export function createBudget(units: number, work: Work = freeWork): Budget {
  let left = units;
  return {
    spend: (cost) => {
      left -= cost;
      work.charge(cost * costs.formulaUnit);
      if (left < 0) throw new RangeError('The formula takes too much.');
    },
    isSpent: () => left < 0,
  };
}
