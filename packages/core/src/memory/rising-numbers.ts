/** Numbers in their order, to go on behind any of them. */
export interface RisingNumbers {
  /** @param number - Greater than all before. */
  add(number: number): void;
  /** Numbers that were removed may be among them. */
  after(number: number): Iterable<number>;
  /** Forgets numbers that are not among these any more, once most of them are not. */
  keep(present: { readonly size: number; has(number: number): boolean }): void;
}

export function createRisingNumbers(): RisingNumbers {
  let numbers: number[] = [];

  /** The place of the first number greater than this. */
  function placeBehind(number: number): number {
    let [from, to] = [0, numbers.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((numbers[middle] ?? 0) > number) to = middle;
      else from = middle + 1;
    }
    return from;
  }

  return {
    add(number) {
      if (number <= (numbers.at(-1) ?? 0)) throw new Error('Numbers rise.');
      numbers.push(number);
    },
    *after(number) {
      const seen = numbers;
      for (let place = placeBehind(number); place < seen.length; place += 1) yield seen[place] ?? 0;
    },
    keep(present) {
      if (numbers.length > 2 * present.size + 1_000) numbers = numbers.filter((number) => present.has(number));
    },
  };
}
