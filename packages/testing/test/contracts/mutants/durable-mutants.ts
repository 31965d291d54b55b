import { type MemoryContents, type MemoryStorage, memoryStorage } from '@botwright/core/memory';
import type { Storage } from '@botwright/core/ports';
import type { StorageFixture } from '../../../src/contracts/storage/storage-fixture.ts';

/** A store that loses or changes something each time that it is opened again. */
export interface DurableMutant {
  readonly rule: string;
  readonly fault: string;
  reopen(contents: MemoryContents): MemoryContents;
}

/** A store that is opened again with its contents at closing, or with contents that a mutant changes. */
export function durableFixture(reopen: DurableMutant['reopen'] = (contents) => contents): StorageFixture {
  let current: MemoryStorage = memoryStorage();
  const durable = (storage: Storage): Storage => ({ ...storage, capabilities: { durable: true } });
  return {
    get storage() {
      return durable(current);
    },
    async reopen() {
      const contents = structuredClone(reopen(current.dump()));
      await current.close();
      current = memoryStorage({ contents });
      return durable(current);
    },
  };
}

const numbersFromZero = ({ numbers }: MemoryContents): MemoryContents['numbers'] =>
  Object.fromEntries(Object.keys(numbers).map((kind) => [kind, 0])) as typeof numbers;

export const durableMutants: readonly DurableMutant[] = [
  {
    rule: 'ST9',
    fault: 'responses under a key are forgotten when the store is opened again',
    reopen: (contents) => ({ ...contents, requests: [] }),
  },
  {
    rule: 'ST9',
    fault: 'tokens are forgotten when the store is opened again',
    reopen: (contents) => ({ ...contents, tokens: [] }),
  },
  {
    rule: 'ST9',
    fault: 'bots are forgotten when the store is opened again',
    reopen: (contents) => ({ ...contents, bots: [] }),
  },
  {
    rule: 'ST13',
    fault: 'numbers of bots begin again when the store is opened again',
    reopen: (contents) => ({ ...contents, numbers: numbersFromZero(contents) }),
  },
  {
    rule: 'ST55',
    fault: 'numbers of channels, customers and hooks begin again when the store is opened again',
    reopen: (contents) => ({ ...contents, numbers: numbersFromZero(contents) }),
  },
  {
    rule: 'CQ14',
    fault: 'leases of conversations are forgotten when the store is opened again',
    reopen: (contents) => ({
      ...contents,
      conversationWork: contents.conversationWork.map(({ worker: _, ...row }) => row),
    }),
  },
  {
    rule: 'CQ14',
    fault: 'effects are forgotten when the store is opened again',
    reopen: (contents) => ({
      ...contents,
      conversations: contents.conversations.map(({ record, ...conversation }) => {
        const { effectsJson: _, ...kept } = record ?? { customerNumber: 0, stateJson: '' };
        return { ...conversation, ...(record !== undefined && { record: kept }) };
      }),
    }),
  },
  {
    rule: 'CQ16',
    fault: 'the count of deaths is lost when the store is opened again',
    reopen: (contents) => ({
      ...contents,
      conversationWork: contents.conversationWork.map((row) => ({ ...row, deaths: 0, counting: 0 })),
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
