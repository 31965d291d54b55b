import type { FileOwner, FileStore } from '../ports/file-store.ts';
import type { EngineParts } from './engine-parts.ts';

/** Owners of files that one sweep looks at. */
const checkedAtOnce = 200;

/** Erases the files of erased customers. */
export interface ErasedFiles {
  /** Erases the files of some owners whose customers are gone, and goes on with the next ones at the next call. */
  sweep(): Promise<void>;
  end(): Promise<void>;
}

/**
 * Erases the files of a customer when the customer was erased. The process may end between the two, and the customers
 * of a destroyed bot go with it: a sweep finds the files that are left.
 *
 * @spec FS26, FS27
 */
export function erasedFiles(parts: Pick<EngineParts, 'storage' | 'events'>, files: FileStore): ErasedFiles {
  const { storage, events } = parts;
  const deletions = events.subscribe(
    async (event) => {
      if (event.type !== 'customer.deleted') return;
      await files.erase({ brand: event.brand, customer: event.customerNumber });
    },
    { types: ['customer.deleted'] },
  );
  let after: string | undefined;

  async function eraseIfGone({ brand, customer }: FileOwner): Promise<void> {
    const found = await storage.reads(brand).load({ kind: 'customer', number: customer });
    if (found === undefined) await files.erase({ brand, customer });
  }

  return {
    async sweep() {
      const { owners, next } = await files.listOwners(after, checkedAtOnce);
      for (const owner of owners) await eraseIfGone(owner);
      after = next;
    },
    end: () => deletions.end(),
  };
}
