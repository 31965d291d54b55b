/** What one formula may use up. Counted, not timed, so that the same formula always ends the same way. */
export interface Budget {
  /** Takes what a piece costs. @throws {RangeError} when nothing is left. */
  spend(cost: number): void;
  /** Whether something asked for more than was left. It stays so, whatever the formula makes of the error. */
  isSpent(): boolean;
}

/** @spec RN95 */
export function createBudget(units: number): Budget {
  let left = units;
  return {
    spend: (cost) => {
      left -= cost;
      if (left < 0) throw new RangeError('The formula takes too much.');
    },
    isSpent: () => left < 0,
  };
}
