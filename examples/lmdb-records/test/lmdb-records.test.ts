import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryStorage } from '@botwright/core/memory';
import type { AnyKind, Storage } from '@botwright/core/ports';
import { storageContract } from '@botwright/testing/contracts';
import { describe, it } from 'vitest';
import { lmdbRecords } from '../src/lmdb-records.ts';

/** The records of LMDB. Its queues, which no rule of records concerns, are those of a store in memory. */
function openIn(folder: string, kinds: readonly AnyKind[]): Storage {
  const queues = memoryStorage({ kinds });
  return { ...queues, ...lmdbRecords(folder, kinds), capabilities: { durable: true } };
}

describe('records in LMDB', () => {
  const tests = storageContract({
    open(kinds) {
      const folder = mkdtempSync(join(tmpdir(), 'lmdb-records-'));
      return { folder, storage: openIn(folder, kinds) };
    },
    reopen: ({ folder }, kinds) => openIn(folder, kinds),
    remove: ({ folder }) => rmSync(folder, { recursive: true }),
    lacks: ['text'],
  });
  for (const { rule, title, run } of tests) if (rule.startsWith('RS')) it(title, run);
});
