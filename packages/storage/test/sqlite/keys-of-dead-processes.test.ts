import type { RecordOperation, Stored } from '@botwright/core/ports';
import { expect, it } from 'vitest';
import { sqliteStorage } from '../../src/sqlite/sqlite-storage.ts';
import { temporaryFile } from './temporary-folder.ts';

const acme = { brand: 'acme' };

function put(key: string, members: object, version: string): RecordOperation {
  const record = {
    person: 7,
    path: '/bots',
    key,
    fingerprint: 'f',
    run: 'a',
    leaseUntil: 61_000,
    since: 1,
    ...members,
  };
  return { do: 'put', kind: 'request', record, version };
}

it.for([
  [true, undefined, 'conflict'],
  [false, 'begun', 'committed'],
] as const)(
  '[ID12] where isAlone is %s, the key that a dead process had in use is stored as %s',
  async ([isAlone, expected, outcome]) => {
    const file = temporaryFile();
    const former = sqliteStorage({ file });
    const done = put('done', { completedAt: 1_000, response: '{}' }, 'v1');
    await former.commit(acme, { conditions: [], operations: [done, put('begun', {}, 'v2')] });
    // It died: nothing more is asked of it.
    const storage = sqliteStorage({ file, isAlone });
    const get = (key: string) => ({ do: 'get', kind: 'request', key: [7, '/bots', key] }) as const;
    const [completed, begun] = (await storage.read(acme, [get('done'), get('begun')])) as (
      | Stored<{ readonly key: string }>
      | undefined
    )[];
    expect([completed?.record.key, begun?.record.key]).toEqual(['done', expected]);
    const late = former.commit(acme, {
      conditions: [{ kind: 'request', key: [7, '/bots', 'begun'], version: 'v2' }],
      operations: [put('begun', { completedAt: 2_000, response: 'late' }, 'v3')],
    });
    expect(await late).toEqual({ kind: outcome });
    await storage.close();
    await former.close();
  },
);
