import type { AnyKind, RecordStore } from '@botwright/core/ports';
import type { ContractTest } from '../contract.ts';
import { batchCases } from './batch-cases.ts';
import { documentCases } from './document-cases.ts';
import { listCases } from './list-cases.ts';
import { recordCases } from './record-cases.ts';

/** A record store under test. */
export interface RecordStoreSubject {
  /** Opens an empty store for these kinds. Another call opens another store. */
  open(kinds: readonly AnyKind[]): Promise<OpenRecords>;
}

export interface OpenRecords {
  readonly records: RecordStore;
  /** Ends the store. */
  close(): Promise<void>;
  /** Ends the store and opens it on the same data. Absent: it is not durable. */
  reopen?(): Promise<RecordStore>;
}

export interface RecordCase {
  /** Id of the rule in `docs/spec`. */
  readonly rule: string;
  readonly title: string;
  /** Left out for a store without it. */
  readonly needs?: 'durable' | 'text' | 'exclusive';
  run(open: OpenRecords): Promise<void>;
}

/** The promises of a record store. */
export const recordStoreCases: readonly RecordCase[] = [...recordCases, ...batchCases, ...listCases, ...documentCases];

/** The tests of a record store, for any test runner: each opens a store of its own. */
export function recordStoreContract(
  subject: RecordStoreSubject,
  capabilities: { readonly durable: boolean; readonly text: boolean; readonly exclusive: boolean },
  kinds: readonly AnyKind[],
): readonly ContractTest[] {
  return recordStoreCases.map(({ rule, title, needs, run }) => ({
    rule,
    title: `[${rule}] ${title}`,
    ...(needs !== undefined && !capabilities[needs] && { skip: `The store has not the capability ${needs}.` }),
    async run() {
      const open = await subject.open(kinds);
      try {
        await run(open);
      } finally {
        await open.close();
      }
    },
  }));
}
