import { remember } from '../remember.ts';
import { isLargeText, type LargeDiagramQueue } from './large-diagram-queue.ts';

/**
 * Remembers which drafts and versions are large, so that work on a large one queues before it reads the text: waiting
 * work holds no text in memory.
 */
export interface KnownSizes {
  isLarge(brand: string, id: string): boolean;
  note(brand: string, id: string, diagram: { readonly diagramJson: string }): void;
  /**
   * Reads one or several diagrams, large ones in a queue of reads. While the size is unknown, one call reads and the
   * others wait for it.
   *
   * @param isLarge - Whether the found texts are large.
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
  /** Whether a diagram is large; a promise while the first call reads it. Most recently noted last. */
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
