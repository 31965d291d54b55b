import type { StepBudget } from './step-budget.ts';

/** Keeps things that take long to make from a text, such as compiled patterns. */
export interface StepCache<T> {
  /**
   * Gives them to one step. The step pays for each of them once, also when it was in the cache already, so that the
   * same step always costs the same. What cannot be made is paid for each time.
   */
  forStep(budget: StepBudget): (text: string) => T;
}

export interface StepCacheOptions<T> {
  /** How many are kept for later steps: those used last. */
  readonly maxEntries: number;
  /** Units of work that making one takes. */
  priceOf(text: string): number;
  make(text: string): T;
}

/** @spec RN125 */
export function createStepCache<T>({ maxEntries, priceOf, make }: StepCacheOptions<T>): StepCache<T> {
  const kept = new Map<string, T>();
  return {
    forStep: (budget) => {
      const paid = new Map<string, T>();
      return (text) => {
        const known = paid.get(text);
        if (known !== undefined) return known;
        budget.charge(priceOf(text));
        const made = kept.get(text) ?? make(text);
        paid.set(text, made);
        keep(text, made);
        return made;
      };
    },
  };

  function keep(text: string, made: T): void {
    kept.delete(text);
    kept.set(text, made);
    const [oldest] = kept.keys();
    if (kept.size > maxEntries && oldest !== undefined) kept.delete(oldest);
  }
}
