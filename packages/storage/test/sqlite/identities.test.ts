import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEngine } from '@botwright/core';
import { expect, it, onTestFinished } from 'vitest';
import { sqliteStorage } from '../../src/sqlite/index.ts';

it('[HI1][HI3] engines on one file give each person one number, and a later one finds it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'botwright-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const open = () =>
    createEngine({ storage: sqliteStorage({ file: join(folder, 'bots.db') }), identities: { person: 'string' } });
  const ids = ['ann', 'bob', 'eve'];
  const engine = open();
  const numbers = await Promise.all([...ids, ...ids].map((id) => engine.identities.numberOf('acme', id)));
  expect(numbers.slice(0, 3)).toEqual(numbers.slice(3));
  expect(new Set(numbers).size).toBe(3);
  await engine.close();

  const later = open();
  expect(await Promise.all(numbers.map((number) => later.identities.idOf('acme', number)))).toEqual([...ids, ...ids]);
  expect(await later.identities.idOf('other', numbers[0] ?? 0)).toBeUndefined();
  await later.close();
});
