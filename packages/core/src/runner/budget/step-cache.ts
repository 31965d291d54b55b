import type { StepBudget } from './step-budget.ts';

/** Makes the function of one step, which maps a text to its entry. */
export type StepCache<T> = (budget: StepBudget) => (text: string) => T;

interface StepCacheOptions<T> {
  /** How many entries stay for later steps: the ones used last. */
  readonly maxEntries: number;
  /** Units of work that making the entry of this text takes. */
  priceOf(text: string): number;
  make(text: string): T;
}

/**
 * Caches values that take long to make from a text, such as compiled patterns.
 *
 * @returns Makes a function for one step, which maps a text to its entry. The first use of a text in the step charges
 *   its price to the budget even when the entry is cached, so that the same step always costs the same. A text for which
 *   `make` throws is charged on each use.
 * @spec RN125
 */
export function createStepCache<T>({ maxEntries, priceOf, make }: StepCacheOptions<T>): StepCache<T> {
  const cached = new Map<string, { readonly made: T; readonly price: number }>();
  return (budget) => {
    const paid = new Map<string, T>();
    return (text) => {
      const known = paid.get(text);
      if (known !== undefined) return known;
      const before = cached.get(text);
      const price = before?.price ?? priceOf(text);
      budget.charge(price);
      const made = before?.made ?? make(text);
      paid.set(text, made);
      cached.delete(text);
      cached.set(text, before ?? { made, price });
      const [oldest] = cached.keys();
      if (cached.size > maxEntries && oldest !== undefined) cached.delete(oldest);
      return made;
    };
  };
}
