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
    seen.push((await tx.bots.lock('b1'))?.name);
  });
  await storage.transaction('acme', async (tx) => {
    await tx.bots.lock('b1');
    await tx.bots.update('b1', { name: 'Support' });
  });
  committed.resolve();
  await reading;

  expect(seen).toEqual(['Sales', 'Support', 'Support']);
});

it('[ST54] readers and reading transactions are not blocked while a transaction has the write lock', async () => {
  const storage = memoryStorage();
  await storage.transaction('acme', (tx) => tx.bots.insert(bot));

  const release = Promise.withResolvers<void>();
  const writing = storage.transaction('acme', async (tx) => {
    await tx.bots.lock('b1');
    await tx.bots.update('b1', { name: 'Support' });
    await release.promise;
  });
  expect((await storage.reader('acme').bots.find('b1'))?.name).toBe('Sales');
  expect((await storage.transaction('acme', (tx) => tx.bots.find('b1')))?.name).toBe('Sales');
  release.resolve();
  await writing;

  expect((await storage.reader('acme').bots.find('b1'))?.name).toBe('Support');
});

it('a store made of dumped contents has the same data, also after JSON', async () => {
  const storage = memoryStorage();
  await storage.transaction('acme', async (tx) => {
    await tx.bots.insert(bot);
    const { number: channelNumber } = await tx.channels.insert({
      id: 'c1',
      botId: 'b1',
      workspace: 1,
      purpose: 'live',
      name: '',
      type: 'native',
      active: true,
      configured: false,
      createdAt: 1,
    });
    const customer = await tx.customers.insert({
      channelNumber,
      workspace: 1,
      purpose: 'live',
      name: 'Ada',
      email: '',
      phone: '',
      archived: false,
      blocked: false,
      optIn: false,
      registerDate: 1,
      unread: 0,
      lastSeq: 0,
      fields: {},
    });
    if (customer === 'token_taken') throw new Error('It has no token.');
    await tx.conversations.push(customer.number, { kind: 'closed' }, 5);
  });
  const contents = storage.dump();
  const again = memoryStorage({ contents: JSON.parse(JSON.stringify(contents)) });
  expect(again.dump()).toEqual(contents);
  const next = await again.transaction('acme', (tx) => tx.bots.insert({ ...bot, id: 'b2' }));
  expect(next.number).toBe(2);
  const [work] = await again.conversationQueue.claim({ work: 'step', now: 9, worker: 'w', leaseUntil: 99, limit: 1 });
  expect(work).toEqual({ brand: 'acme', customerNumber: 1, deaths: 0 });
});

it('the store reports every change before the call resolves', async () => {
  const seen: unknown[] = [];
  const storage = memoryStorage({ onChange: () => seen.push(storage.dump().bots.length) });
  await storage.transaction('acme', (tx) => tx.bots.find('b1'));
  expect(seen).toEqual([]);
  await storage.transaction('acme', (tx) => tx.bots.insert(bot));
  expect(seen).toEqual([1]);
});

it('[ID12] keys that a former process had in use are free, and stored responses stay', async () => {
  const request = (key: string, run: string) => ({
    ...{ person: 7, path: '/bots', key, fingerprint: 'f', run },
    ...{ now: 1_000, leaseUntil: 61_000, replayForMs: 86_400_000 },
  });
  const former = memoryStorage();
  await former.transaction('acme', async (tx) => {
    await tx.requests.reserve(request('done', 'a'));
    await tx.requests.complete(request('done', 'a'), 'a', '{}', 1_000);
    await tx.requests.reserve(request('begun', 'b'));
  });
  const storage = memoryStorage({ contents: former.dump() });
  const found = await storage.transaction('acme', async (tx) => [
    await tx.requests.reserve(request('done', 'c')),
    await tx.requests.reserve(request('begun', 'd')),
  ]);
  expect(found).toEqual([{ kind: 'replay', response: '{}' }, { kind: 'reserved' }]);
});
