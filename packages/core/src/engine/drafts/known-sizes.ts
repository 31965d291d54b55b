import { remember } from '../remember.ts';
import { isLargeText, type LargeDiagramQueue } from './large-diagram-queue.ts';

/**
 * Remembers which drafts and versions are large, so that work on one takes its place in a queue before the text is
 * read: waiting work holds no text.
 */
export interface KnownSizes {
  isLarge(brand: string, id: string): boolean;
  note(brand: string, id: string, diagram: { readonly diagramJson: string }): void;
  /**
   * Reads a diagram, or several: a large one in a queue of reads. While nobody knows the size one reads, and the others
   * wait for it.
   *
   * @param isLarge - Whether the texts that were found are.
   * @throws {EngineError} `too_many_requests` when too many of the brand wait already.
   */
  read<T>(brand: string, id: string, read: () => Promise<T>, isLarge: (found: T) => boolean): Promise<T>;
}

/** Whether one diagram is large. */
export const isLargeDiagram = ({ diagramJson }: { readonly diagramJson: string }): boolean => isLargeText(diagramJson);

/** How many sizes are remembered. */
const maxSizes = 10_000;

/** @spec DR49 */
export function createKnownSizes(reads: LargeDiagramQueue): KnownSizes {
  /** Whether it is large; a promise while the first one reads it. In the order of the notes, the latest last. */
  const sizes = new Map<string, boolean | Promise<void>>();

  const keyOf = (brand: string, id: string): string => JSON.stringify([brand, id]);

  const set = (key: string, size: boolean | Promise<void>) => remember(sizes, key, size, maxSizes);

  async function readFirst<T>(key: string, read: () => Promise<T>, isLarge: (found: T) => boolean): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<void>();
    set(key, promise);
    try {
      const found = await read();
      set(key, isLarge(found));
      return found;
    } finally {
      if (sizes.get(key) === promise) sizes.delete(key);
      resolve();
    }
  }

  return {
    isLarge: (brand, id) => sizes.get(keyOf(brand, id)) === true,
    note: (brand, id, diagram) => set(keyOf(brand, id), isLargeDiagram(diagram)),
    async read(brand, id, read, isLarge) {
      const key = keyOf(brand, id);
      const noted = async () => {
        const found = await read();
        set(key, isLarge(found));
        return found;
      };
      for (;;) {
        const size = sizes.get(key);
        if (size === undefined) return readFirst(key, read, isLarge);
        if (typeof size === 'boolean') return size ? reads.run(brand, noted) : noted();
        await size;
      }
    },
  };
}
