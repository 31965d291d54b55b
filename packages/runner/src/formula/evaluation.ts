import type { Budget } from './budget.ts';
import type { Pattern } from './pattern.ts';

/** One expression being evaluated: what the functions in it use up, and what is made once in a step. */
export interface Evaluation {
  readonly budget: Budget;
  /** @throws When the text is no pattern, or one that is too large. */
  pattern(text: string): Pattern;
  /** @throws When there is no such time zone. */
  zone(name: string): Intl.DateTimeFormat;
}

/** The evaluation that goes on. Functions of a plan ask anew at each call: the plan outlives the evaluation. */
export type CurrentEvaluation = () => Evaluation;
