import { costs } from '../budget/costs.ts';
import { type StepBudget, unlimitedBudget } from '../budget/step-budget.ts';

/** One expression under evaluation: its budget, and the tools that a step makes once. */
export interface Evaluation {
  readonly budget: FormulaBudget;
  /** @throws When the text is not a pattern, or one that is too large. */
  pattern(text: string): Pattern;
  /** @throws When there is no such time zone. */
  zone(name: string): Intl.DateTimeFormat;
  /** The next random number of the step. */
  random(): number;
}

/** A compiled pattern. */
export interface Pattern {
  /** Returns the pattern for one evaluation, whose budget is charged for each search. */
  within(evaluation: () => { readonly budget: Pick<FormulaBudget, 'spend'> }): { test(text: string): boolean };
}

/** Returns the evaluation under way. The functions of a plan call it each time, as a plan is used for many evaluations. */
export type CurrentEvaluation = () => Evaluation;

/** How much one formula may do. Counted, not timed, so that the same formula always ends in the same way. */
export interface FormulaBudget {
  /** Pays for a piece of work. @throws {RangeError} when nothing is left. */
  spend(units: number): void;
  /** Whether the formula ever exceeded the budget, also if it continued after the error. */
  isExceeded(): boolean;
}

/**
 * @param budget - The budget of the step, which pays for each unit too.
 * @spec RN95, RN121
 */
export function createFormulaBudget(limit: number, budget: StepBudget = unlimitedBudget): FormulaBudget {
  let left = limit;
  return {
    spend: (units) => {
      left -= units;
      budget.charge(units * costs.formulaUnit);
      if (left < 0) throw new RangeError('The formula takes too much.');
    },
    isExceeded: () => left < 0,
  };
}
