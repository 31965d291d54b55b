import { expect, it } from 'vitest';
import type { ConversationKey } from '../ports/conversation-store.ts';
import type { NewDelivery } from '../ports/delivery-store.ts';
import type { BatchOperation, Condition, Program, QueueRequest, Stored } from '../ports/record-store.ts';
import { type MemoryStorage, memoryStorage } from './memory-storage.ts';

const brand = { brand: 'acme' };
const work: ConversationKey = { brand: 'acme', customerNumber: 7 };
const holder = { worker: 'w', leaseUntil: 99 };

const put = (
  kind: string,
  record: Readonly<Record<string, unknown>>,
  version = crypto.randomUUID(),
): BatchOperation => ({
  do: 'put',
  kind,
  record,
  version,
});
const bot = (number: number) => put('bot', { id: `b${number}`, number, name: 'Sales' });
const channel = put('channel', { number: 3, id: 'c3', botId: 'b1', purpose: 'live' });
const customer = put('customer', { number: 7, channelNumber: 3, purpose: 'live' });
const enqueue = (at: number): BatchOperation => ({ do: 'enqueue', customer: 7, item: { kind: 'closed' }, at });

function delivery(id: string, member: Partial<NewDelivery> = {}): NewDelivery {
  const made = { workspace: 1, customerNumber: 7, messageUuid: 'm', origin: 'https://a.example', createdAt: 1 };
  return { id, target: { kind: 'hook', number: 5 }, ...made, body: '{}', dueAt: 1, ...member };
}

const addDeliveries = (...deliveries: NewDelivery[]): BatchOperation => ({ do: 'addDeliveries', deliveries });

async function commit(storage: MemoryStorage, operations: readonly BatchOperation[], conditions: Condition[] = []) {
  return storage.commit(brand, { conditions, operations });
}

async function storageWithCustomer(): Promise<MemoryStorage> {
  const storage = memoryStorage();
  expect(await commit(storage, [bot(1), channel, customer])).toEqual({ kind: 'committed' });
  return storage;
}

async function ask(storage: MemoryStorage, request: QueueRequest): Promise<unknown> {
  return (await storage.read(brand, [request]))[0];
}

const claim = { work: 'step', now: 9, worker: 'w2', leaseUntil: 99, limit: 9 } as const;

it('[CQ2] a batch that conflicts changes neither inbox nor lease, and queues nothing twice', async () => {
  const storage = await storageWithCustomer();
  await commit(storage, [enqueue(1), { ...enqueue(2), holder } as BatchOperation]);
  const before = storage.dump();
  const settled: BatchOperation = { do: 'settle', customer: 7, entry: 1, effects: true, clearsDeaths: true };
  const changes = [settled, enqueue(3), { do: 'delete', kind: 'bot', key: ['b1'] }] as const;
  expect(await commit(storage, [...changes, bot(2), put('bot', { id: 'b3', number: 2 })])).toEqual({
    kind: 'conflict',
  });
  expect({ ...storage.dump(), numbers: {} }).toEqual({ ...before, numbers: {} });
  expect(await storage.conversationQueue.claim(claim)).toEqual([{ ...work, deaths: 0 }]);
  expect(await storage.conversationQueue.claim(claim)).toEqual([]);
});

it('[DQ1] a batch that conflicts changes no delivery, and each is claimed once afterwards', async () => {
  const storage = await storageWithCustomer();
  await commit(storage, [addDeliveries(delivery('d1'), delivery('d2'))]);
  const stored = () => storage.dump().deliveries.toSorted((a, b) => a.place - b.place);
  const before = stored();
  const ended: BatchOperation = { do: 'endDeliveries', of: { bot: 'b1' }, at: 5 };
  expect(await commit(storage, [ended, addDeliveries(delivery('d3')), addDeliveries(delivery('d1'))])).toEqual({
    kind: 'conflict',
  });
  expect(await commit(storage, [addDeliveries(delivery('d4'), delivery('d4'))])).toEqual({ kind: 'conflict' });
  expect(stored()).toEqual(before);
  const bounds = { slots: 16, perTarget: 9, limit: 9, bodyBytes: 1_000 };
  const claimed = await storage.deliveryQueue.claim({ now: 9, worker: 'w', leaseUntil: 99, ...bounds });
  expect(claimed.map(({ id }) => id)).toEqual(['d1', 'd2']);
});

it('[CQ13] a customer that is deleted with its bot has neither inbox nor lease afterwards', async () => {
  const storage = await storageWithCustomer();
  expect(await commit(storage, [{ ...enqueue(1), holder } as BatchOperation])).toEqual({
    kind: 'committed',
    isLeased: true,
  });
  expect(await ask(storage, { do: 'lease', customer: 7, worker: 'w' })).toBe(true);
  await commit(storage, [addDeliveries(delivery('d1')), { do: 'delete', kind: 'bot', key: ['b1'] }]);
  expect(await ask(storage, { do: 'inbox', customer: 7 })).toBe(undefined);
  expect(await ask(storage, { do: 'lease', customer: 7, worker: 'w' })).toBe(false);
  expect(storage.dump()).toMatchObject({ records: [], conversationWork: [], deliveries: [{ record: { id: 'd1' } }] });
  expect(await commit(storage, [enqueue(2)])).toEqual({ kind: 'conflict' });
  expect(await commit(storage, [{ do: 'settle', customer: 7, effects: true }])).toEqual({ kind: 'committed' });
  expect(await storage.conversationQueue.claim({ ...claim, work: 'effects' })).toEqual([]);
});

it('[CQ10] a batch with the condition of a lease is committed while the worker has it', async () => {
  const storage = await storageWithCustomer();
  const leased = (worker: string): Condition => ({ lease: { customer: 7, worker } });
  await commit(storage, [{ ...enqueue(1), holder } as BatchOperation]);
  expect(await commit(storage, [bot(2)], [leased('other')])).toEqual({ kind: 'conflict' });
  const settled: BatchOperation = { do: 'settle', customer: 7, entry: 1, worker: 'w' };
  expect(await commit(storage, [settled], [leased('w')])).toEqual({ kind: 'committed', isFinished: true });
  expect(await commit(storage, [settled], [leased('w')])).toEqual({ kind: 'conflict' });
});

it('[RS24][ST54] of programs that run at the same time, each sees the commits before it', async () => {
  const storage = await storageWithCustomer();
  function* rename(): Program<{ readonly name: string; readonly operations: readonly BatchOperation[] }> {
    const [found] = (yield [{ do: 'get', kind: 'bot', key: ['b1'], expect: true }]) as [Stored<{ name: string }>];
    const name = `${found.record.name}!`;
    return { name, operations: [put('bot', { ...found.record, name })] };
  }
  const ran = await Promise.all([1, 2, 3].map(() => storage.exclusive(brand, rename)));
  expect(ran.map(({ decision, committed }) => [decision.name, committed.kind])).toEqual([
    ['Sales!', 'committed'],
    ['Sales!!', 'committed'],
    ['Sales!!!', 'committed'],
  ]);
});

it('a store made of dumped contents has the same data, also after JSON', async () => {
  const storage = await storageWithCustomer();
  await commit(storage, [
    put('draft', { botId: 'b1', revision: 1, diagramJson: '{"a":1}', violations: [] }),
    addDeliveries(delivery('d1'), delivery('d2')),
    enqueue(5),
  ]);
  await commit(storage, [
    { do: 'splice', at: { kind: 'draft', key: ['b1'], field: 'diagramJson' }, splices: [[5, 1, '2']] },
  ]);
  await storage.read(brand, [{ do: 'number', sequence: 'bot' }]);
  const contents = storage.dump();
  const again = memoryStorage({ contents: JSON.parse(JSON.stringify(contents)) });
  expect(again.dump()).toEqual(contents);
  const [draft] = await again.read(brand, [{ do: 'get', kind: 'draft', key: ['b1'] }]);
  expect(draft).toMatchObject({ record: { diagramJson: '{"a":2}' } });
  expect(await again.read('store', [{ do: 'number', sequence: 'bot' }])).toEqual([2]);
  expect(await again.conversationQueue.claim(claim)).toEqual([{ ...work, deaths: 0 }]);
});

it('the store reports every change before the call resolves', async () => {
  const seen: number[] = [];
  const storage = memoryStorage({ onChange: () => seen.push(storage.dump().records.length) });
  await storage.read(brand, [{ do: 'get', kind: 'bot', key: ['b1'] }]);
  await storage.exclusive(brand, function* () {
    yield [{ do: 'inbox', customer: 7 }];
    return { operations: [] };
  });
  expect(seen).toEqual([]);
  await commit(storage, [bot(1)]);
  await storage.read(brand, [{ do: 'number', sequence: 'bot' }]);
  await storage.conversationQueue.recover();
  expect(seen).toEqual([1, 1, 1]);
});

it('[ST8] every call after close rejects, apart from another close', async () => {
  const storage = await storageWithCustomer();
  await storage.close();
  await storage.close();
  const calls = [
    storage.read(brand, []),
    commit(storage, []),
    storage.exclusive(brand, function* () {
      yield [];
      return { operations: [] };
    }),
    storage.conversationQueue.claim(claim),
    storage.deliveryQueue.depth(1),
    storage.rateLimiter.admit('a', { now: 1, limit: 1, windowMs: 1 }),
  ];
  const outcomes = await Promise.allSettled(calls);
  expect(outcomes.map(({ status }) => status)).toEqual(calls.map(() => 'rejected'));
});

it('[ID12] keys that a former process had in use are free, and stored responses stay', async () => {
  const request = (key: string, more: object) =>
    put('request', { person: 7, path: '/bots', key, fingerprint: 'f', run: 'a', leaseUntil: 61_000, ...more });
  const former = memoryStorage();
  await commit(former, [request('done', { completedAt: 1, response: '{}', since: 1 }), request('begun', { since: 9 })]);
  const storage = memoryStorage({ contents: former.dump() });
  const found = await storage.read(
    brand,
    ['done', 'begun'].map((key) => ({ do: 'get', kind: 'request', key: [7, '/bots', key] })),
  );
  expect(found).toMatchObject([{ record: { response: '{}' } }, undefined]);
});
