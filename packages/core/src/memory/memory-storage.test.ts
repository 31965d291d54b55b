import { expect, it } from 'vitest';
import type { BotRecord } from '../ports/bot-store.ts';
import { memoryStorage } from './memory-storage.ts';

const bot: Omit<BotRecord, 'number'> = {
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
};

it('[ST54] a transaction that has only read sees what others commit meanwhile', async () => {
  const storage = memoryStorage();
  const seen: (string | undefined)[] = [];
  await storage.transaction('acme', (tx) => tx.bots.insert(bot));

  const committed = Promise.withResolvers<void>();
  const reading = storage.transaction('acme', async (tx) => {
    seen.push((await tx.bots.find('b1'))?.name);
    await committed.promise;
    seen.push((await tx.bots.find('b1'))?.name);
    seen.push((await tx.bots.claim('b1'))?.name);
  });
  await storage.transaction('acme', async (tx) => {
    await tx.bots.claim('b1');
    await tx.bots.update('b1', { name: 'Support' });
  });
  committed.resolve();
  await reading;

  expect(seen).toEqual(['Sales', 'Support', 'Support']);
});

it('[ST54] readers and reading transactions go on while another holds the write lock', async () => {
  const storage = memoryStorage();
  await storage.transaction('acme', (tx) => tx.bots.insert(bot));

  const release = Promise.withResolvers<void>();
  const writing = storage.transaction('acme', async (tx) => {
    await tx.bots.claim('b1');
    await tx.bots.update('b1', { name: 'Support' });
    await release.promise;
  });
  expect((await storage.reader('acme').bots.find('b1'))?.name).toBe('Sales');
  expect((await storage.transaction('acme', (tx) => tx.bots.find('b1')))?.name).toBe('Sales');
  release.resolve();
  await writing;

  expect((await storage.reader('acme').bots.find('b1'))?.name).toBe('Support');
});
