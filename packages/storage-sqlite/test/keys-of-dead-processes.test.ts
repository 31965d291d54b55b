import type { Reservation } from '@botwright/core/ports';
import { expect, it } from 'vitest';
import { sqliteStorage } from '../src/sqlite-storage.ts';
import { temporaryFile } from './temporary-folder.ts';

const request = (key: string, run: string): Reservation => ({
  ...{ person: 7, path: '/bots', key, fingerprint: 'f', run },
  ...{ now: 1_000, leaseUntil: 61_000, replayForMs: 86_400_000 },
});

it.for([
  [true, 'reserved'],
  [false, 'in_use'],
] as const)('[ID12] where isAlone is %s, a key that a dead process had in use is %s', async ([isAlone, expected]) => {
  const file = temporaryFile();
  const former = sqliteStorage({ file });
  await former.transaction('acme', async (tx) => {
    await tx.requests.reserve(request('done', 'a'));
    await tx.requests.complete(request('done', 'a'), 'a', '{}', 1_000);
    await tx.requests.reserve(request('begun', 'b'));
  });
  // It died: nothing more is asked of it.
  const storage = sqliteStorage({ file, isAlone });
  const [done, begun] = await storage.transaction('acme', async (tx) => [
    await tx.requests.reserve(request('done', 'c')),
    await tx.requests.reserve(request('begun', 'd')),
  ]);
  expect([done, begun]).toEqual([{ kind: 'replay', response: '{}' }, { kind: expected }]);
  const late = former.transaction('acme', (tx) => tx.requests.complete(request('begun', 'b'), 'b', 'late', 2_000));
  expect(await late).toBe(isAlone ? 'lost' : 'completed');
  await storage.close();
  await former.close();
});
