import { expect, it } from 'vitest';
import { memoryStorage } from './memory-storage.ts';

const bot = {
  id: 'b1',
  name: 'Sales',
  foldedName: 'sales',
  workspace: 1,
  channelFamily: 'native',
  state: 'active',
  builder: 'current',
  channels: [],
  testChannel: 't1',
  createdAt: 1,
  editedAt: 1,
} as const;

it('[ST1] shows what a transaction wrote once it is through, and nothing of one that rejects', async () => {
  const storage = memoryStorage();
  await storage.transaction('acme', (tx) => tx.bots.insert(bot));
  const refusal = new Error('no');
  const failing = storage.transaction('acme', async (tx) => {
    await tx.bots.claim('b1');
    await tx.bots.update('b1', { name: 'Other' });
    throw refusal;
  });

  await expect(failing).rejects.toBe(refusal);
  expect(await storage.reader('acme').bots.find('b1')).toEqual({ ...bot, number: 1 });
  expect(await storage.reader('other').bots.find('b1')).toBeUndefined();
});
