import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storageContract } from '@botwright/testing/contracts';
import { describe, it } from 'vitest';
import { ofEachRule } from '../../../../scripts/depth.ts';
import { sqliteStorage } from './sqlite-storage.ts';

const inFile = storageContract({
  open(kinds) {
    const folder = mkdtempSync(join(tmpdir(), 'botwright-'));
    const file = join(folder, 'bots.db');
    return { folder, file, storage: sqliteStorage({ file, kinds }) };
  },
  reopen: ({ file }, kinds) => sqliteStorage({ file, kinds }),
  remove: ({ folder }) => rmSync(folder, { recursive: true }),
});

const inMemory = storageContract({ open: (kinds) => ({ storage: sqliteStorage({ file: ':memory:', kinds }) }) });

describe('in a file', () => {
  for (const { title, run } of inFile) it(title, run);
});

describe(':memory:', () => {
  for (const { title, run } of ofEachRule(inMemory)) it(title, run);
});
