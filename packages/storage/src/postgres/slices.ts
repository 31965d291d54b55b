import { isStatementTimeOut } from './errors.ts';

export interface Slices {
  /**
   * Runs a transaction that processes a slice of a queue, of `most` entries.
   *
   * @param otherwise - Runs instead of throwing if a statement of the transaction exceeded its time-out.
   */
  run<T, TOther = T>(work: (most: number) => Promise<T>, otherwise?: () => Promise<TOther>): Promise<T | TOther>;
}

/**
 * Slices that shrink after a time-out and grow again. A slice that takes too long undoes only itself.
 *
 * @param largest - The maximum number of entries of a slice.
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
