import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordStoreContract, sampleKinds } from '@botwright/testing/contracts';
import { describe, it } from 'vitest';
import { sqliteStorage } from './sqlite-storage.ts';

describe('records in SQLite', () => {
  const capabilities = { durable: true, text: true, exclusive: true };
  for (const test of recordStoreContract({ open }, capabilities, sampleKinds)) {
    it.skipIf(test.skip !== undefined)(test.title, () => test.run());
  }
});

async function open(kinds) {
  const folder = mkdtempSync(join(tmpdir(), 'records-'));
  const file = join(folder, 'bots.db');
  let storage = sqliteStorage({ file, kinds });
  return {
    records: storage,
    async reopen() {
      await storage.close();
      storage = sqliteStorage({ file, kinds });
      return storage;
    },
    async close() {
      await storage.close();
      rmSync(folder, { recursive: true });
    },
  };
}
