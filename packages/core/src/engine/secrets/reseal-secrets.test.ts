import { expect, it } from 'vitest';
import { principalOf } from '../../../test/engine-fixture.ts';
import { acmeBrand, otherBrand, platformFixture } from '../../../test/platform-fixture.ts';
import { aesSecretBox } from '../../system/aes-secret-box.ts';
import { createEngine } from '../create-engine.ts';
import { secretContext } from './secret-context.ts';

const oldKey = { id: 'old', key: Buffer.alloc(32, 1) };
const newKey = { id: 'new', key: Buffer.alloc(32, 2) };
const url = 'https://hooks.example.org/x?secret=s3cret';

it('[SX10] after sealing anew the old key can go', async () => {
  const { acme, as, storage, newChannel } = await platformFixture({ secrets: aesSecretBox({ keys: [oldKey] }) });
  const channel = await newChannel({ webhookUrl: url });
  const hook = await acme.hooks.create(channel, { url, token: 't' });
  const foreign = await as({ brand: 'other' }).channels.create({ type: 'apichat', name: 'x', webhookUrl: url });
  const before = await storage.reader('acme').channels.find(channel);

  const rotating = createEngine({ storage, secrets: aesSecretBox({ keys: [newKey, oldKey] }) });
  expect(await rotating.resealSecrets()).toEqual({ resealed: 4, unopened: 0 });
  expect(await rotating.resealSecrets()).toEqual({ resealed: 0, unopened: 0 });

  const rotated = createEngine({ storage, secrets: aesSecretBox({ keys: [newKey] }) });
  expect(await rotated.as(principalOf()).hooks.get(channel, hook.number)).toEqual(hook);
  const box = aesSecretBox({ keys: [newKey] });
  const after = await storage.reader('acme').channels.find(channel);
  expect(box.open(after?.webhook?.sealedUrl ?? '', secretContext('channel-webhook', 'acme'))).toBe(url);
  expect({ ...after, webhook: before?.webhook }).toEqual(before);
  const other = await storage.reader('other').channels.find(foreign.channel.number);
  expect(box.open(other?.webhook?.sealedUrl ?? '', secretContext('channel-webhook', 'other'))).toBe(url);
});

it('[SX12] every brand is sealed anew, configured or not, unless some are named', async () => {
  const { acme, engine, storage, newChannel } = await platformFixture({ secrets: aesSecretBox({ keys: [oldKey] }) });
  await acme.hooks.create(await newChannel(), { url });
  await engine.configure([]);
  const rotating = createEngine({ storage, secrets: aesSecretBox({ keys: [newKey, oldKey] }) });
  expect(await rotating.resealSecrets(['nobody'])).toEqual({ resealed: 0, unopened: 0 });
  expect(await rotating.resealSecrets()).toEqual({ resealed: 2, unopened: 0 });
  expect(await rotating.resealSecrets(['acme', 'nobody'])).toEqual({ resealed: 0, unopened: 0 });
});

it('[SX12] where nothing is left to do, nothing is written; more than a transaction takes is sealed anew whole', async () => {
  const { acme, storage, newChannel } = await platformFixture({ secrets: aesSecretBox({ keys: [oldKey] }) });
  for (const channel of [await newChannel(), await newChannel()]) {
    for (let count = 0; count < 60; count += 1) await acme.hooks.create(channel, { url });
  }
  let transactions = 0;
  const counted: typeof storage = {
    ...storage,
    transaction(brand, work) {
      transactions += 1;
      return storage.transaction(brand, work);
    },
  };
  const rotating = createEngine({ storage: counted, secrets: aesSecretBox({ keys: [newKey, oldKey] }) });
  expect(await rotating.resealSecrets()).toEqual({ resealed: 240, unopened: 0 });
  expect(transactions).toBe(2);
  expect(await rotating.resealSecrets()).toEqual({ resealed: 0, unopened: 0 });
  expect(transactions).toBe(2);
});

it('[SX12] another key with the id of the first one is found out', async () => {
  const { acme, storage, newChannel } = await platformFixture({ secrets: aesSecretBox({ keys: [oldKey] }) });
  await acme.hooks.create(await newChannel(), { url });
  const wrong = { id: oldKey.id, key: Buffer.alloc(32, 9) };
  const engine = createEngine({ storage, secrets: aesSecretBox({ keys: [wrong] }) });
  expect(await engine.resealSecrets()).toMatchObject({ resealed: 0, unopened: 2, firstFault: expect.any(Error) });
});

it('[SX11] a secret whose key is lost stays, and stops no other', async () => {
  const { acme, engine, storage, newChannel } = await platformFixture({ secrets: aesSecretBox({ keys: [oldKey] }) });
  const channel = await newChannel();
  const { number } = await acme.hooks.create(channel, { url });
  const lost = createEngine({ storage, secrets: aesSecretBox({ keys: [{ id: 'lost', key: Buffer.alloc(32, 3) }] }) });
  await lost.as(principalOf()).hooks.create(channel, { url });
  const before = await storage.reader('acme').hooks.listAll();

  const rotating = createEngine({ storage, secrets: aesSecretBox({ keys: [newKey, oldKey] }) });
  const { firstFault, ...sum } = await rotating.resealSecrets();
  expect([sum, String(firstFault)]).toEqual([
    { resealed: 2, unopened: 2 },
    'Error: A secret was sealed with the key "lost", which is not given.',
  ]);
  const after = await storage.reader('acme').hooks.listAll();
  expect(after[1]).toEqual(before[1]);
  expect(after[0]?.number).toBe(number);
  await engine.configure([acmeBrand, otherBrand]);
});

it('[SX9] a secret that was moved to another brand or place does not open', async () => {
  const { acme, as, storage, newChannel } = await platformFixture({ secrets: aesSecretBox({ keys: [oldKey] }) });
  const channel = await newChannel();
  const hook = await acme.hooks.create(channel, { url, token: 't' });
  const stolen = await storage.reader('acme').hooks.find(hook.number);
  if (stolen === undefined) throw new Error('The hook is not there.');
  const other = as({ brand: 'other' });
  const { channel: theirs } = await other.channels.create({ type: 'native', name: 'Web' });
  const { number } = await other.hooks.create(theirs.number, { url });
  await storage.transaction('other', (tx) => tx.hooks.update(number, { sealedUrl: stolen.sealedUrl }));
  await expect(other.hooks.get(theirs.number, number)).rejects.toThrow('does not open');
  await storage.transaction('acme', (tx) => tx.hooks.update(hook.number, { sealedUrl: stolen.sealedToken }));
  await expect(acme.hooks.get(channel, hook.number)).rejects.toThrow('does not open');
});
