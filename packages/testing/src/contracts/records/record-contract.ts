import type { AnyKind } from '@botwright/core/ports';
import type { ContractTest } from '../contract.ts';
import { batchCases } from './batch-cases.ts';
import { documentCases } from './document-cases.ts';
import { listCases } from './list-cases.ts';
import type { RecordCase, RecordStoreSubject } from './record-case.ts';
import { recordCases } from './record-cases.ts';

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
