import { describe, expect, it } from 'vitest';
import { commit, readsOf } from '../../../test/stored-records.ts';
import { memoryStorage } from '../../memory/index.ts';
import type { Load } from './loads.ts';
import type { Operation } from './operations.ts';

const account = (number: number, members: object = {}) => ({
  id: `a${number}`,
  kind: 'spreadsheets' as const,
  externalId: `outside ${number}`,
  name: `Account ${number}`,
  person: 7,
  connectedAt: number,
  scopes: ['read'],
  encryptedTokens: `tokens ${number}`,
  ...members,
});
const stored = (number: number, members: object = {}) => ({
  ...account(number),
  status: 'good',
  tokensRevision: 1,
  ...members,
});
const connection = (number: number) => ({
  id: `c${number}`,
  kind: 'spreadsheets' as const,
  startedBy: 7,
  createdAt: 1,
  expiresAt: 900_001,
  progress: { kind: 'waiting' } as const,
  linkHash: `link ${number}`,
});
const connect = (number: number, members: object = {}): Operation => ({
  kind: 'connectAccount',
  account: account(number, members),
  returns: false,
});
const replaceTokens = (encryptedTokens: string, expected: number): Operation => ({
  kind: 'replaceTokens',
  id: 'a1',
  tokens: { encryptedTokens, scopes: ['read', 'write'] },
  expected,
});

/** A store of `acme`. */
function fixture() {
  const storage = memoryStorage();
  return {
    write: (...operations: readonly Operation[]) => commit(storage, 'acme', ...operations),
    find: (load: Load): Promise<unknown> => readsOf(storage).load(load),
  };
}

/** Starts each at the same time. @returns The index of the one that is stored, alone. */
async function onlyOne(attempts: readonly Promise<void>[]): Promise<number> {
  const outcomes = await Promise.allSettled(attempts);
  const done = [...outcomes.keys()].filter((index) => outcomes[index]?.status === 'fulfilled');
  expect(done).toHaveLength(1);
  return done[0] ?? -1;
}

describe('connected accounts', () => {
  it('[CA45] an account is found as it was connected, and one that returns keeps its id and takes all else', async () => {
    const { write, find } = fixture();
    await write(connect(1));
    expect(await find({ kind: 'account', id: 'a1' })).toEqual(stored(1));
    await expect(write(connect(1))).rejects.toThrow();
    await write({ kind: 'connectAccount', account: account(1, { name: 'Again', person: 8 }), returns: true });
    const again = stored(1, { name: 'Again', person: 8, tokensRevision: 2 });
    expect(await find({ kind: 'account', id: 'a1' })).toMatchObject(again);
    const byOutside = { kind: 'accountByExternalId', accountKind: 'spreadsheets', externalId: 'outside 1' } as const;
    expect(await find(byOutside)).toMatchObject(again);
  });

  it('[CA45] of concurrent connections of one account outside one creates it', async () => {
    const { write, find } = fixture();
    const created = await onlyOne(
      Array.from({ length: 16 }, (_, index) =>
        write({ kind: 'connectAccount', account: account(index, { externalId: 'same' }), returns: true }),
      ),
    );
    expect(await find({ kind: 'accounts', accountKind: 'spreadsheets' })).toMatchObject([{ id: `a${created}` }]);
  });

  it('[CA46] accounts list by connection, newest first, then by descending id', async () => {
    const { write, find } = fixture();
    for (const [number, connectedAt] of [
      [1, 5],
      [3, 9],
      [2, 9],
      [4, 1],
    ] as const) {
      await write(connect(number, { connectedAt }));
    }
    await write(connect(9, { kind: 'scheduler', schedulingUrl: 'https://book.example/zoe' }));
    const listed = (await find({ kind: 'accounts', accountKind: 'spreadsheets' })) as readonly { id: string }[];
    expect(listed.map(({ id }) => id)).toEqual(['a3', 'a2', 'a1', 'a4']);
  });

  it('[CA47] of concurrent writes of tokens that expect one revision one is stored, and raises it', async () => {
    const { write, find } = fixture();
    await write(connect(1));
    const index = await onlyOne(Array.from({ length: 16 }, (_, each) => write(replaceTokens(`new ${each}`, 1))));
    expect(await find({ kind: 'account', id: 'a1' })).toEqual(
      stored(1, { encryptedTokens: `new ${index}`, scopes: ['read', 'write'], tokensRevision: 2 }),
    );
  });

  it('[CA48] delisting deletes the tokens and keeps the revision, so that a refresh restores the account', async () => {
    const { write, find } = fixture();
    await write(connect(1));
    await expect(write({ kind: 'delistAccount', id: 'a1', status: 'revoked', expected: 2 })).rejects.toThrow();
    await write({ kind: 'delistAccount', id: 'a1', status: 'revoked', expected: 1 });
    const { encryptedTokens: _, ...delisted } = stored(1, { status: 'revoked' }) as ReturnType<typeof account>;
    expect(await find({ kind: 'account', id: 'a1' })).toEqual(delisted);
    await write(replaceTokens('late', 1));
    expect(await find({ kind: 'account', id: 'a1' })).toMatchObject({ status: 'good', encryptedTokens: 'late' });
  });

  it('[CA54] unchanged tokens are encrypted again at the same revision, and changed ones are not', async () => {
    const { write, find } = fixture();
    await write(connect(1));
    const reencrypt = (former: string): Operation => ({ kind: 'reencryptTokens', id: 'a1', former, next: 'other key' });
    await expect(write(reencrypt('others'))).rejects.toThrow();
    expect(await find({ kind: 'account', id: 'a1' })).toEqual(stored(1));
    await write(reencrypt('tokens 1'));
    expect(await find({ kind: 'account', id: 'a1' })).toEqual(stored(1, { encryptedTokens: 'other key' }));
  });
});

describe('ways to connect an account', () => {
  const insert = (number: number): Operation => ({ kind: 'insertConnection', connection: connection(number) });

  it('[CA50] a connection is found by its id and by the hash of its link', async () => {
    const { write, find } = fixture();
    await write(insert(1), insert(2));
    const expected = { ...connection(2), revision: 1 };
    expect(await find({ kind: 'accountConnection', id: 'c2' })).toEqual(expected);
    expect(await find({ kind: 'accountConnectionByLink', linkHash: 'link 2' })).toEqual(expected);
    expect(await find({ kind: 'accountConnection', id: 'link 2' })).toBeUndefined();
    expect(await find({ kind: 'accountConnectionByLink', linkHash: 'c2' })).toBeUndefined();
  });

  it('[CA49] of concurrent answers that expect one revision one is stored', async () => {
    const { write, find } = fixture();
    await write(insert(1));
    const claimed = (index: number) => ({ kind: 'claimed', run: `run ${index}`, until: 31_000 }) as const;
    const index = await onlyOne(
      Array.from({ length: 16 }, (_, each) =>
        write({ kind: 'replaceConnection', next: { ...connection(1), progress: claimed(each) }, expected: 1 }),
      ),
    );
    const now = { ...connection(1), progress: claimed(index), revision: 2 };
    expect(await find({ kind: 'accountConnection', id: 'c1' })).toEqual(now);
  });

  it('[CA51] of concurrent takes of one attempt one gets it, and it stays taken', async () => {
    const { write, find } = fixture();
    const attempt = { stateHash: 's1', connectionId: 'c1', person: 7, encryptedVerifier: 'secret' };
    await write(insert(1), { kind: 'insertAttempt', attempt });
    expect(await find({ kind: 'authorizationAttempt', stateHash: 's1' })).toEqual({ ...attempt, isTaken: false });
    await onlyOne(Array.from({ length: 16 }, () => write({ kind: 'takeAttempt', stateHash: 's1' })));
    expect(await find({ kind: 'authorizationAttempt', stateHash: 's1' })).toEqual({ ...attempt, isTaken: true });
  });
});
