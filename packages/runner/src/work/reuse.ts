import type { Work } from './work.ts';

/** Things that are dear to make and are made from a text. */
export interface Reuse<T> {
  /**
   * Makes them for one step. Each is charged for once in the step, also where it was kept from another one, so that
   * the same step always takes the same. What cannot be made is charged for each time.
   */
  forStep(work: Work): (text: string) => T;
}

export interface ReuseOptions<T> {
  /** How many are kept for the steps to come: those used last. */
  readonly most: number;
  /** Units of work that making one takes. */
  priceOf(text: string): number;
  make(text: string): T;
}

/** @spec RN125 */
export function createReuse<T>({ most, priceOf, make }: ReuseOptions<T>): Reuse<T> {
  const kept = new Map<string, T>();
  return {
    forStep: (work) => {
      const ofStep = new Map<string, T>();
      return (text) => {
        const known = ofStep.get(text);
        if (known !== undefined) return known;
        work.charge(priceOf(text));
        const made = kept.get(text) ?? make(text);
        ofStep.set(text, made);
        keep(text, made);
        return made;
      };
    },
  };

  function keep(text: string, made: T): void {
    kept.delete(text);
    kept.set(text, made);
    if (kept.size <= most) return;
    for (const oldest of kept.keys()) {
      kept.delete(oldest);
      return;
    }
  }
}
