import { expect, it } from 'vitest';
import { principalOf } from '../../../test/engine-fixture.ts';
import { acmeBrand, otherBrand, platformFixture } from '../../../test/platform-fixture.ts';
import { commit, readsOf } from '../../../test/stored-records.ts';
import { memoryStorage } from '../../memory/memory-storage.ts';
import { aesCipher } from '../../node/aes-cipher.ts';
import type { Storage } from '../../ports/storage.ts';
import { createEngine } from '../create-engine.ts';
import { secretContext } from './encryption.ts';

const oldKey = { id: 'old', key: Buffer.alloc(32, 1) };
const newKey = { id: 'new', key: Buffer.alloc(32, 2) };
const url = 'https://hooks.example.org/x?secret=s3cret';

it('[SX10] after a rotation the old key can be removed', async () => {
  const { acme, as, storage, newChannel } = await platformFixture({ cipher: aesCipher({ keys: [oldKey] }) });
  const channel = await newChannel({ webhookUrl: url });
  const hook = await acme.hooks.create(channel, { url, token: 't' });
  const foreign = await as({ brand: 'other' }).channels.create({ type: 'apichat', name: 'x', webhookUrl: url });
  const before = await readsOf(storage).load({ kind: 'channel', number: channel });

  const rotating = createEngine({ storage, cipher: aesCipher({ keys: [newKey, oldKey] }) });
  expect(await rotating.rotateKeys()).toEqual({ rotated: 4, unreadable: 0 });
  expect(await rotating.rotateKeys()).toEqual({ rotated: 0, unreadable: 0 });

  const rotated = createEngine({ storage, cipher: aesCipher({ keys: [newKey] }) });
  expect(await rotated.as(principalOf()).hooks.get(channel, hook.number)).toEqual(hook);
  const cipher = aesCipher({ keys: [newKey] });
  const after = await readsOf(storage).load({ kind: 'channel', number: channel });
  expect(cipher.decrypt(after?.webhook?.encryptedUrl ?? '', secretContext('channel-webhook', 'acme'))).toBe(url);
  expect({ ...after, webhook: before?.webhook }).toEqual(before);
  const other = await readsOf(storage, 'other').load({ kind: 'channel', number: foreign.channel.number });
  expect(cipher.decrypt(other?.webhook?.encryptedUrl ?? '', secretContext('channel-webhook', 'other'))).toBe(url);
});

it('[SX12] every brand is rotated, configured or not, unless some are named', async () => {
  const { acme, engine, storage, newChannel } = await platformFixture({ cipher: aesCipher({ keys: [oldKey] }) });
  await acme.hooks.create(await newChannel(), { url });
  await engine.configure([], { exactly: true });
  const rotating = createEngine({ storage, cipher: aesCipher({ keys: [newKey, oldKey] }) });
  expect(await rotating.rotateKeys(['nobody'])).toEqual({ rotated: 0, unreadable: 0 });
  expect(await rotating.rotateKeys()).toEqual({ rotated: 2, unreadable: 0 });
  expect(await rotating.rotateKeys(['acme', 'nobody'])).toEqual({ rotated: 0, unreadable: 0 });
});

it('[SX12] a second rotation writes nothing; a rotation of more rows than one transaction takes is complete', async () => {
  const { acme, storage, newChannel } = await platformFixture({ cipher: aesCipher({ keys: [oldKey] }) });
  for (const channel of [await newChannel(), await newChannel()]) {
    for (let count = 0; count < 60; count += 1) await acme.hooks.create(channel, { url });
  }
  const batches: number[] = [];
  const { exclusive: _, ...withoutLock } = storage;
  const counted: Storage = {
    ...withoutLock,
    commit(scope, batch) {
      if (scope !== 'store') batches.push(batch.operations.length);
      return storage.commit(scope, batch);
    },
  };
  const rotating = createEngine({ storage: counted, cipher: aesCipher({ keys: [newKey, oldKey] }) });
  expect(await rotating.rotateKeys()).toEqual({ rotated: 240, unreadable: 0 });
  // Each batch also gives the settings another version.
  expect(batches).toEqual([101, 21]);
  expect(await rotating.rotateKeys()).toEqual({ rotated: 0, unreadable: 0 });
  expect(batches).toEqual([101, 21]);
});

it('[SX12] a different key with the id of the first one is detected', async () => {
  const { acme, storage, newChannel } = await platformFixture({ cipher: aesCipher({ keys: [oldKey] }) });
  await acme.hooks.create(await newChannel(), { url });
  const wrong = { id: oldKey.id, key: Buffer.alloc(32, 9) };
  const engine = createEngine({ storage, cipher: aesCipher({ keys: [wrong] }) });
  expect(await engine.rotateKeys()).toMatchObject({ rotated: 0, unreadable: 2, firstFault: expect.any(Error) });
});

it('[SX11] a secret whose key is lost stays, and does not prevent rotating others', async () => {
  const { acme, engine, storage, newChannel } = await platformFixture({ cipher: aesCipher({ keys: [oldKey] }) });
  const channel = await newChannel();
  const { number } = await acme.hooks.create(channel, { url });
  const lost = createEngine({ storage, cipher: aesCipher({ keys: [{ id: 'lost', key: Buffer.alloc(32, 3) }] }) });
  await lost.as(principalOf()).hooks.create(channel, { url });
  const { items: before } = await readsOf(storage).load({ kind: 'hookList', query: {} });

  const rotating = createEngine({ storage, cipher: aesCipher({ keys: [newKey, oldKey] }) });
  const { firstFault, ...sum } = await rotating.rotateKeys();
  expect([sum, String(firstFault)]).toEqual([
    { rotated: 2, unreadable: 2 },
    'Error: A secret was encrypted with the key "lost", which is not given.',
  ]);
  const { items: after } = await readsOf(storage).load({ kind: 'hookList', query: {} });
  expect(after[1]).toEqual(before[1]);
  expect(after[0]?.number).toBe(number);
  await engine.configure([acmeBrand, otherBrand]);
});

it('[SX9] a secret that was moved to another brand or member cannot be decrypted', async () => {
  const { acme, as, storage, newChannel } = await platformFixture({ cipher: aesCipher({ keys: [oldKey] }) });
  const channel = await newChannel();
  const hook = await acme.hooks.create(channel, { url, token: 't' });
  const stolen = await readsOf(storage).load({ kind: 'hook', number: hook.number });
  if (stolen === undefined) throw new Error('The hook is not there.');
  const other = as({ brand: 'other' });
  const { channel: theirs } = await other.channels.create({ type: 'native', name: 'Web' });
  const { number } = await other.hooks.create(theirs.number, { url });
  await commit(storage, 'other', { kind: 'updateHook', number: number, change: { encryptedUrl: stolen.encryptedUrl } });
  await expect(other.hooks.get(theirs.number, number)).rejects.toThrow('does not open');
  await commit(storage, 'acme', {
    kind: 'updateHook',
    number: hook.number,
    change: { encryptedUrl: stolen.encryptedToken },
  });
  await expect(acme.hooks.get(channel, hook.number)).rejects.toThrow('does not open');
});

it('[SX13] keys of another store are recognised, also while nothing is encrypted, and keys that are added are its own', async () => {
  const storage = memoryStorage();
  const rotate = (...keys: (typeof oldKey)[]) => createEngine({ storage, cipher: aesCipher({ keys }) }).rotateKeys();
  expect(await rotate(oldKey)).toEqual({ rotated: 0, unreadable: 0 });
  expect(await rotate(newKey)).toEqual({
    rotated: 0,
    unreadable: 0,
    firstFault: expect.any(Error),
    isOtherStore: true,
  });
  expect(await rotate(oldKey)).toEqual({ rotated: 0, unreadable: 0 });
  expect(await rotate(newKey, oldKey)).toEqual({ rotated: 0, unreadable: 0 });
  expect(await rotate(newKey)).toEqual({ rotated: 0, unreadable: 0 });
  expect(await rotate(oldKey)).toMatchObject({ isOtherStore: true });
});

it('[SX13] of engines that open a new store at once with different keys, one learns that its keys are others', async () => {
  const storage = memoryStorage();
  const rotations = [oldKey, newKey].map((key) =>
    createEngine({ storage, cipher: aesCipher({ keys: [key] }) }).rotateKeys(),
  );
  expect((await Promise.all(rotations)).filter(({ isOtherStore }) => isOtherStore)).toHaveLength(1);
});
