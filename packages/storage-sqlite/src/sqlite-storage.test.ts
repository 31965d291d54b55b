import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { planContract, type StorageFixture, storageContract } from '@botwright/port-contracts';
import { describe, it } from 'vitest';
import { sqliteStorage } from './sqlite-storage.ts';

const inFile = planContract<StorageFixture & { readonly folder: string }>({
  cases: storageContract,
  capabilities: { durable: true },
  async create() {
    const folder = mkdtempSync(join(tmpdir(), 'botwright-'));
    const open = () => sqliteStorage({ file: join(folder, 'bots.db') });
    let storage = open();
    return {
      folder,
      get storage() {
        return storage;
      },
      async reopen() {
        await storage.close();
        storage = open();
        return storage;
      },
    };
  },
  async dispose({ storage, folder }) {
    await storage.close();
    rmSync(folder, { recursive: true });
  },
});

const inMemory = planContract<StorageFixture>({
  cases: storageContract,
  capabilities: { durable: false },
  create: async () => ({ storage: sqliteStorage({ file: ':memory:' }) }),
  dispose: ({ storage }) => storage.close(),
});

describe('in a file', () => {
  for (const { title, isSkipped, run } of inFile) it.skipIf(isSkipped)(title, run);
});

describe(':memory:', () => {
  for (const { title, isSkipped, run } of inMemory) it.skipIf(isSkipped)(title, run);
});
