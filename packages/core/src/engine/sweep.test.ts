import { expect, it } from 'vitest';
import { putRecords, sampleBot } from '../../test/record-samples.ts';
import { memoryStorage } from '../memory/index.ts';
import type { RecordStore, Stored } from '../ports/record-store.ts';
import type { AccountConnectionRecord } from '../records/accounts.ts';
import { accountConnections, authorizationAttempts } from '../records/accounts.ts';
import { bots } from '../records/bots.ts';
import { requests, type StoredRequest } from '../records/requests.ts';
import { type StoredVersion, versions } from '../records/versions.ts';
import { removeOld } from './sweep.ts';

const brands = ['acme', 'umbrella'] as const;

function version(id: string, reservedAt?: number): StoredVersion {
  const botId = sampleBot(1).id;
  const state = { publishedAt: 1, publishedBy: 7, builder: 'current', diagramJson: '{}' } as const;
  return { botId, id, ...state, ...(reservedAt !== undefined && { reservedAt }) };
}

function request(key: string, since: number): StoredRequest {
  return { person: 7, path: '/bots', key, fingerprint: 'f', run: 'r', leaseUntil: since, since };
}

function connection(id: string, createdAt: number): AccountConnectionRecord {
  const progress = { state: 'pending' } as unknown as AccountConnectionRecord['progress'];
  return { id, kind: 'spreadsheets', startedBy: 7, createdAt, expiresAt: 1, progress, linkHash: id, revision: 1 };
}

/** What one field of the records of a kind has, of a brand. */
function left(storage: ReturnType<typeof memoryStorage>, brand: string, kind: string, field: string) {
  const rows = storage.dump().records.filter((row) => row.kind === kind && row.brand === brand);
  return rows.map(({ record }) => record[field]).sort();
}

it('[ST53] a sweep drops old reservations of all brands and leaves revealed and younger ones', async () => {
  const storage = memoryStorage();
  for (const brand of brands) {
    await putRecords(storage, brand, bots, sampleBot(1, { number: brands.indexOf(brand) + 1 }));
    await putRecords(storage, brand, versions, version('1'), version('2', 99), version('3', 100));
  }
  await removeOld(storage, versions, { list: 'reserved', field: 'reservedAt', before: 100 });
  for (const brand of brands) expect(left(storage, brand, 'version', 'id')).toEqual(['1', '3']);
});

it('[ST53] a sweep frees keys from before the moment given, also more than one list has', async () => {
  const storage = memoryStorage();
  for (const brand of brands) {
    const many = Array.from({ length: 450 }, (_, index) => request(`old ${index}`, index % 100));
    await putRecords(storage, brand, requests, ...many, request('at', 100));
  }
  await removeOld(storage, requests, { list: 'old', field: 'since', before: 100 });
  for (const brand of brands) expect(left(storage, brand, 'request', 'key')).toEqual(['at']);
});

it('[CA52] a sweep drops old connections of accounts with their attempts', async () => {
  const storage = memoryStorage();
  const attempt = { person: 7, encryptedVerifier: 'v', isTaken: false };
  await putRecords(storage, 'acme', accountConnections, connection('a', 99), connection('b', 100));
  for (const connectionId of ['a', 'b']) {
    await putRecords(storage, 'acme', authorizationAttempts, { ...attempt, stateHash: connectionId, connectionId });
  }
  await removeOld(storage, accountConnections, { list: 'started', field: 'createdAt', before: 100 });
  expect(left(storage, 'acme', 'account_connection', 'id')).toEqual(['b']);
  expect(left(storage, 'acme', 'authorization_attempt', 'stateHash')).toEqual(['b']);
});

it.for(['a lock', 'conditions'])(
  '[ST53] a sweep with %s leaves a record that changed after its list',
  async (means) => {
    const storage = memoryStorage();
    const { exclusive, ...withoutLock } = storage;
    await putRecords(storage, 'acme', bots, sampleBot(1));
    await putRecords(storage, 'acme', versions, version('1', 1), version('2', 1));
    let isRevealed = false;
    const swept: RecordStore = {
      ...withoutLock,
      ...(means === 'a lock' && { exclusive }),
      async read(scope, asked) {
        const answers = await storage.read(scope, asked);
        const found = answers[0] as { readonly items?: readonly Stored[] } | Stored | undefined;
        // Another process reveals the first version after it was listed, and without a lock after it was read again.
        if (!isRevealed && found !== undefined && 'items' in found === (means === 'a lock')) {
          isRevealed = true;
          await putRecords(storage, 'acme', versions, version('1'));
        }
        return answers;
      },
    };
    await removeOld(swept, versions, { list: 'reserved', field: 'reservedAt', before: 100 });
    expect(left(storage, 'acme', 'version', 'id')).toEqual(['1']);
  },
);
