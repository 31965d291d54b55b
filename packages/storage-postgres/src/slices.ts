import { isStatementTimeOut } from './errors.ts';

export interface Slices {
  /**
   * Runs a transaction that takes a slice of a queue, of `most` entries.
   *
   * @param otherwise - Runs when a statement of it took longer than it may, in place of an error.
   */
  run<T, TOther = T>(work: (most: number) => Promise<T>, otherwise?: () => Promise<TOther>): Promise<T | TOther>;
}

/**
 * A slice that takes too long undoes only itself, and the next ones are smaller; they grow again.
 *
 * @param largest - Entries of a slice at most.
 * @spec PG34, PG35
 */
export function createSlices(largest: number): Slices {
  let most = largest;
  return {
    async run(work, otherwise) {
      try {
        const result = await work(most);
        most = Math.min(largest, most * 2);
        return result;
      } catch (error) {
        if (!isStatementTimeOut(error)) throw error;
        most = Math.max(1, Math.floor(most / 8));
        if (otherwise === undefined) throw error;
        return otherwise();
      }
    },
  };
}
