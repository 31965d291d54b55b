import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storageContract } from '@botwright/port-contracts';
import { describe, it } from 'vitest';
import { sqliteStorage } from './sqlite-storage.ts';

const inFile = storageContract({
  open() {
    const folder = mkdtempSync(join(tmpdir(), 'botwright-'));
    const file = join(folder, 'bots.db');
    return { folder, file, storage: sqliteStorage({ file }) };
  },
  reopen: ({ file }) => sqliteStorage({ file }),
  remove: ({ folder }) => rmSync(folder, { recursive: true }),
});

const inMemory = storageContract({ open: () => ({ storage: sqliteStorage({ file: ':memory:' }) }) });

describe('in a file', () => {
  for (const { title, run } of inFile) it(title, run);
});

describe(':memory:', () => {
  for (const { title, run } of inMemory) it(title, run);
});
