import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storageContract } from '@botwright/testing/contracts';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { sqliteStorage } from './sqlite-storage.ts';

/** A database without entries. To copy it takes less than to make one for each case. */
const empty = { folder: '', file: '' };
beforeAll(async () => {
  empty.folder = mkdtempSync(join(tmpdir(), 'botwright-'));
  empty.file = join(empty.folder, 'empty.db');
  await sqliteStorage({ file: empty.file }).close();
});
afterAll(() => rmSync(empty.folder, { recursive: true }));

const inFile = storageContract({
  open() {
    const folder = mkdtempSync(join(tmpdir(), 'botwright-'));
    const file = join(folder, 'bots.db');
    copyFileSync(empty.file, file);
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
