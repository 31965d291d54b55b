import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AnyKind } from '@botwright/core/ports';
import { recordStoreContract, sampleKinds } from '@botwright/testing/contracts';
import { describe, it } from 'vitest';
import { lmdbRecords } from '../src/lmdb-records.ts';

async function open(kinds: readonly AnyKind[]) {
  const folder = mkdtempSync(join(tmpdir(), 'lmdb-records-'));
  let records = lmdbRecords(folder, kinds);
  return {
    records,
    async reopen() {
      await records.close();
      records = lmdbRecords(folder, kinds);
      return records;
    },
    async close() {
      await records.close();
      rmSync(folder, { recursive: true });
    },
  };
}

describe('records in LMDB', () => {
  const capabilities = { durable: true, text: false, exclusive: true };
  for (const { title, skip, run } of recordStoreContract({ open }, capabilities, sampleKinds)) {
    it.skipIf(skip !== undefined)(title, run);
  }
});
