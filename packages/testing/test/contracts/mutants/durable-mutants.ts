import { type MemoryContents, type MemoryStorage, memoryStorage } from '@botwright/core/memory';
import type { AnyKind, Storage } from '@botwright/core/ports';
import type { StorageFixture } from '../../../src/contracts/contract.ts';

/** A store that loses or changes something each time that it is opened again. */
export interface DurableMutant {
  readonly rule: string;
  readonly fault: string;
  reopen(contents: MemoryContents): MemoryContents;
}

/** A store that is opened again with its contents at closing, or with contents that a mutant changes. */
export function durableFixture(
  kinds: readonly AnyKind[],
  reopen: DurableMutant['reopen'] = (contents) => contents,
): StorageFixture {
  let current: MemoryStorage = memoryStorage({ kinds });
  const durable = (storage: Storage): Storage => ({
    ...storage,
    capabilities: { ...storage.capabilities, durable: true },
  });
  return {
    get storage() {
      return durable(current);
    },
    async reopen() {
      const contents = structuredClone(reopen(current.dump()));
      await current.close();
      current = memoryStorage({ kinds, contents });
      return durable(current);
    },
  };
}

export const durableMutants: readonly DurableMutant[] = [
  {
    rule: 'ST9',
    fault: 'records are forgotten when the store is opened again',
    reopen: (contents) => ({ ...contents, records: contents.records.filter(({ kind }) => kind !== 'conversation') }),
  },
  {
    rule: 'ST9',
    fault: 'records have other versions when the store is opened again',
    reopen: (contents) => ({ ...contents, records: contents.records.map((row) => ({ ...row, version: 'again' })) }),
  },
  {
    rule: 'ST9',
    fault: 'the bodies of deliveries are forgotten when the store is opened again',
    reopen: (contents) => ({ ...contents, deliveries: contents.deliveries.map(({ body: _, ...row }) => row) }),
  },
  {
    rule: 'RS11',
    fault: 'sequences begin again when the store is opened again',
    reopen: (contents) => ({ ...contents, numbers: {} }),
  },
  {
    rule: 'CQ14',
    fault: 'leases of conversations are forgotten when the store is opened again',
    reopen: (contents) => ({
      ...contents,
      conversationWork: contents.conversationWork.map(({ row: { worker: _, ...row }, ...work }) => ({ ...work, row })),
    }),
  },
  {
    rule: 'CQ14',
    fault: 'that effects wait is forgotten when the store is opened again',
    reopen: (contents) => ({
      ...contents,
      conversationWork: contents.conversationWork.map((work) => ({
        ...work,
        hasEffects: false,
        row: { ...work.row, work: 'step' as const },
      })),
    }),
  },
  {
    rule: 'CQ16',
    fault: 'the count of deaths is lost when the store is opened again',
    reopen: (contents) => ({
      ...contents,
      conversationWork: contents.conversationWork.map((work) => ({
        ...work,
        row: { ...work.row, deaths: 0, counting: 0 as const },
      })),
    }),
  },
  {
    rule: 'DQ18',
    fault: 'leases of deliveries are forgotten when the store is opened again',
    reopen: (contents) => ({ ...contents, deliveries: contents.deliveries.map(({ lease: _, ...row }) => row) }),
  },
  {
    rule: 'DQ27',
    fault: 'when deliveries were planned is forgotten when the store is opened again',
    reopen: (contents) => ({
      ...contents,
      deliveries: contents.deliveries.map((row) => {
        const { progress, ...record } = row.record;
        const attempts = progress.attempts.map((each) => ({ ...each, at: 0 }));
        return { ...row, record: { ...record, createdAt: 0, progress: { ...progress, attempts } } };
      }),
    }),
  },
  {
    rule: 'DQ18',
    fault: 'logs of deliveries are forgotten when the store is opened again',
    reopen: (contents) => ({
      ...contents,
      deliveries: contents.deliveries.map((row) => {
        const { progress, ...record } = row.record;
        return { ...row, record: { ...record, progress: { ...progress, attempts: [] } } };
      }),
    }),
  },
];
