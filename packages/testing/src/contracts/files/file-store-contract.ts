import type { FileStore } from '@botwright/core/ports';
import type { ContractTest } from '../contract.ts';
import { fileStoreCases } from './file-store-cases.ts';

/** The store that the contract tests. */
interface FileStoreContractOptions {
  /** Opens a fresh, empty store. */
  open(): FileStore | Promise<FileStore>;
}

/**
 * Tests of what the engine relies on in a store of files, for any test runner.
 *
 * @spec FS10, FS11, FS12
 * @example
 * for (const { title, run } of fileStoreContract({ open: () => memoryFileStore() })) test(title, run);
 */
export function fileStoreContract({ open }: FileStoreContractOptions): readonly ContractTest[] {
  return fileStoreCases.map(({ rule, title, run }) => ({
    rule,
    title: `[${rule}] ${title}`,
    run: async () => run(await open()),
  }));
}
