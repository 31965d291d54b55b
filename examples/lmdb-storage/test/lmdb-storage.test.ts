import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEngine } from '@botwright/core';
import { aesCipher } from '@botwright/core/node';
import { storageContract } from '@botwright/testing/contracts';
import { describe, expect, it, onTestFinished } from 'vitest';
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

it('the engine finds what a former process stored', async () => {
  const path = mkdtempSync(join(tmpdir(), 'lmdb-storage-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  const cipher = aesCipher({ keys: [{ id: 'example', key: Buffer.alloc(32) }] });
  for (const number of [1, 2]) {
    const engine = createEngine({ storage: lmdbStorage({ path }), cipher });
    await engine.configure([{ name: 'acme', plan: 'starter', workspaces: [1], tokens: [] }]);
    const permissions = ['view_bots', 'edit_bots'] as const;
    const { bots } = engine.as({ brand: 'acme', person: 7, workspaces: [1], permissions });
    const bot = await bots.create({ name: 'Table booking', channelFamily: 'native' });
    expect([bot.number, (await bots.list({})).total]).toEqual([number, number]);
    await engine.close();
  }
});
