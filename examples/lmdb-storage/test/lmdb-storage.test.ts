import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storageContract } from '@botwright/testing/contracts';
import { describe, it } from 'vitest';
import { lmdbStorage } from '../src/lmdb-storage.ts';

describe('the contract', () => {
  const tests = storageContract({
    open(kinds) {
      const path = mkdtempSync(join(tmpdir(), 'lmdb-storage-'));
      return { path, storage: lmdbStorage({ path, kinds }) };
    },
    reopen: ({ path }, kinds) => lmdbStorage({ path, kinds }),
    remove: ({ path }) => rmSync(path, { recursive: true }),
    lacks: ['text'],
  });
  for (const { title, run } of tests) it(title, run);
});
