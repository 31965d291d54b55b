import { type MemoryContents, memoryStorage } from '@botwright/core/memory';
import type { AnyKind, Storage } from '@botwright/core/ports';
import { openJsonFile } from './json-file.ts';
import { createSaver } from './saver.ts';

export interface JsonFileOptions {
  readonly file: string;
  /** The kinds of records that it stores. Default: those of the engine. */
  readonly kinds?: readonly AnyKind[];
}

/**
 * Opens a store in one JSON file. It is durable: no call resolves before everything that it wrote, or read, is on the
 * disk.
 *
 * All data is also in memory, and each save writes the whole file: use it for one process with little data.
 *
 * @throws When another process has the file open.
 */
export async function jsonFileStorage({ file, kinds }: JsonFileOptions): Promise<Storage> {
  const json = await openJsonFile<MemoryContents>(file);
  const saver = createSaver(() => json.write(memory.dump()));
  const memory = memoryStorage({
    ...(kinds !== undefined && { kinds }),
    ...(json.contents !== undefined && { contents: json.contents }),
    onChange: saver.changed,
  });

  /** Resolves, or rejects, when the file has the current state: an error can also depend on written data. */
  async function whenSaved<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } finally {
      await saver.saved();
    }
  }

  /** The same methods; each resolves when the file is saved. */
  function saved<T extends object>(part: T): T {
    const methods = Object.entries(part as Record<string, (...args: unknown[]) => Promise<unknown>>);
    const wrapped = methods.map(([name, method]) => [name, (...args: unknown[]) => whenSaved(method(...args))]);
    return Object.fromEntries(wrapped);
  }

  let closing: Promise<void> | undefined;
  async function close(): Promise<void> {
    try {
      await whenSaved(memory.close());
    } finally {
      await json.close();
    }
  }

  const { read, commit, exclusive, conversationQueue, deliveryQueue, rateLimiter } = memory;
  return {
    capabilities: { durable: true, text: true },
    ...saved({ read, commit, exclusive }),
    conversationQueue: saved(conversationQueue),
    deliveryQueue: saved(deliveryQueue),
    // The port allows a crash to lose these counts.
    rateLimiter,
    close() {
      closing ??= close();
      return closing;
    },
  };
}
