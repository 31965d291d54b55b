import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storageContract } from '@botwright/testing/contracts';
import { describe, expect, it } from 'vitest';
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

it('the guide shows the code of this example', () => {
  const page = readFileSync(new URL('../../../docs/guide/write-a-storage-adapter.md', import.meta.url), 'utf8');
  const shown = [...page.matchAll(/```typescript\n\/\/ (?<file>\S+)\n(?<code>.*?)```/gs)].map(({ groups }) => groups);
  expect(shown.length).toBe(3);
  for (const block of shown) {
    const source = readFileSync(new URL(`../${block?.['file']}`, import.meta.url), 'utf8');
    expect(source).toContain(block?.['code']);
  }
});
