import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Message } from '../domain/message/message.ts';
import { memoryStorage } from '../memory/index.ts';
import type { BrandTransaction, Storage } from '../ports/storage.ts';
import { checkedStorage } from './checked-storage.ts';

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
const draft = {
  botId: 'b1',
  revision: 1,
  diagramJson: '{}',
  violations: [],
  violationsTotal: 0,
  editedAt: 1,
  editedBy: 7,
};
const version = {
  botId: 'b1',
  id: 'v1',
  publishedAt: 1,
  publishedBy: 7,
  builder: 'current',
  diagramJson: '{}',
} as const;
const feedback = {
  enabled: true,
  question: '',
  positiveLabel: '',
  negativeLabel: '',
  commentQuestion: '',
  thanks: '',
} as const;
const deployment = { id: 'd1', botId: 'b1', revision: 1, diagramJson: '{}', deployedAt: 1, deployedBy: 7 };
const channel = {
  id: 'c1',
  workspace: 1,
  purpose: 'live',
  name: '',
  type: 'apichat',
  active: true,
  configured: false,
  createdAt: 1,
} as const;
const customer = {
  channelNumber: 1,
  workspace: 1,
  purpose: 'live',
  name: '',
  email: '',
  phone: '',
  archived: false,
  blocked: false,
  optIn: false,
  registerDate: 1,
  unread: 0,
  lastSeq: 0,
  fields: {},
} as const;
const keepAll = { maxRevisions: 9, maxBytes: 9_999 };

function message(seq: number): Message {
  const sender = { id: 1, name: 'Ada', type: 'customer' } as const;
  return { type: 'text', data: { body: 'Hi' }, uuid: `m${seq}`, seq, sender, at: seq };
}

let storage: Storage;

function run<T>(work: (tx: BrandTransaction) => Promise<T>): Promise<T> {
  return storage.transaction('acme', work);
}

beforeEach(async () => {
  storage = checkedStorage(memoryStorage());
  await run(async (tx) => {
    await tx.bots.insert(bot);
    await tx.drafts.insert(draft);
    await tx.channels.insert(channel);
    await tx.customers.insert(customer);
  });
});
afterEach(() => storage.close());

type Write = readonly [name: string, write: (tx: BrandTransaction) => Promise<unknown>];

describe('a bot', () => {
  it.for<Write>([
    ['update', (tx) => tx.bots.update('b1', { name: 'Other' })],
    ['destroy', (tx) => tx.bots.destroy('b1')],
  ])('[ST16] is locked before its %s', async ([, write]) => {
    await run((tx) => tx.bots.lock('b1'));
    await expect(run(write)).rejects.toThrow('must lock a bot');
    expect((await storage.reader('acme').bots.find('b1'))?.name).toBe('Sales');
    await run(async (tx) => {
      await tx.bots.lock('b1');
      await write(tx);
    });
    expect((await storage.reader('acme').bots.find('b1'))?.name).not.toBe('Sales');
  });

  it.for<Write>([
    ['draft is inserted', (tx) => tx.drafts.insert(draft)],
    ['draft is replaced', (tx) => tx.drafts.replace({ ...draft, revision: 2 }, 1, keepAll)],
    ['version is reserved', (tx) => tx.versions.reserve(version, 1)],
    ['version is revealed', (tx) => tx.versions.reveal('b1', 'v1', 1)],
    ['reservation is dropped', (tx) => tx.versions.dropReservation('b1', 'v1')],
    ['version is labelled', (tx) => tx.versions.label('b1', 'v1', 'Label')],
    ['version is deleted', (tx) => tx.versions.delete('b1', 'v1')],
    ['feedback is put', (tx) => tx.feedback.put('b1', feedback)],
    ['test deployment is put', (tx) => tx.testDeployments.put(deployment)],
  ])('[ST81] is locked before its %s', async ([, write]) => {
    await expect(run(write)).rejects.toThrow('must lock a bot');
  });

  it.for<Write>([
    ['update', (tx) => tx.bots.update('b1', { name: 'Other' })],
    ['draft', (tx) => tx.drafts.insert(draft)],
    ['version', (tx) => tx.versions.reserve(version, 1)],
    ['feedback', (tx) => tx.feedback.put('b1', feedback)],
    ['test deployment', (tx) => tx.testDeployments.put(deployment)],
  ])('[ST17] that the brand does not have, or no longer, takes no %s', async ([, write]) => {
    const afterItsEnd = run(async (tx) => {
      await tx.bots.lock('b1');
      await tx.bots.destroy('b1');
      await write(tx);
    });
    await expect(afterItsEnd).rejects.toThrow('no such bot');
    const elsewhere = storage.transaction('globex', async (tx) => {
      await tx.bots.lock('b1');
      await write(tx);
    });
    await expect(elsewhere).rejects.toThrow('no such bot');
  });

  it('[ST32] has a draft whose revision grows', async () => {
    const replace = (revision: number) =>
      run(async (tx) => {
        await tx.bots.lock('b1');
        return tx.drafts.replace({ ...draft, revision }, 1, keepAll);
      });
    for (const revision of [0, 1]) await expect(replace(revision)).rejects.toThrow('must grow');
    expect(await replace(2)).toBe('replaced');
  });
});

describe('a customer', () => {
  const writes: readonly Write[] = [
    ['update', (tx) => tx.customers.update(1, { name: 'Ada' })],
    ['destruction', (tx) => tx.customers.destroy(1)],
    ['message', (tx) => tx.messages.insert(1, message(1))],
  ];

  it.for(writes)('[ST67] is locked before its %s', async ([, write]) => {
    await run((tx) => tx.customers.lock(1));
    await expect(run(write)).rejects.toThrow('must lock a customer');
    await run(async (tx) => {
      await tx.customers.lock(1);
      await write(tx);
    });
  });

  it.for<Write>([
    ['put', (tx) => tx.conversations.put({ customerNumber: 1, stateJson: '{}' })],
    ['push', (tx) => tx.conversations.push(1, { kind: 'closed' }, 1)],
    ['drop', (tx) => tx.conversations.drop(1, 1)],
    ['load', (tx) => tx.conversations.load(1, 'w1')],
    ['endStep', (tx) => tx.conversations.endStep(1, 'w1', {})],
    ['clearDeaths', (tx) => tx.conversations.clearDeaths(1)],
  ])('[CQ4] is locked before %s of its conversation', async ([, call]) => {
    await expect(run(call)).rejects.toThrow('must lock a customer');
    await run(async (tx) => {
      await tx.customers.lock(1);
      await call(tx);
    });
  });

  it.for<Write>([
    ['put', (tx) => tx.conversations.put({ customerNumber: 2, stateJson: '{}' })],
    ['push', (tx) => tx.conversations.push(2, { kind: 'closed' }, 1)],
  ])('[CQ4] that the brand does not have takes no %s to a conversation, though locked', async ([, call]) => {
    const calls = run(async (tx) => {
      await tx.customers.lock(2);
      await call(tx);
    });
    await expect(calls).rejects.toThrow('no such customer');
  });

  it('[ST67] that was inserted is locked', async () => {
    await run(async (tx) => {
      const inserted = await tx.customers.insert(customer);
      const number = inserted === 'token_taken' ? 0 : inserted.number;
      await tx.messages.insert(number, message(1));
      await tx.customers.update(number, { lastSeq: 1 });
    });
  });

  it.for<Write>([
    ['who never was', (tx) => tx.customers.lock(2)],
    ['who was destroyed', async (tx) => [await tx.customers.lock(2), await tx.customers.destroy(2)]],
  ])('[ST68] %s is not updated, though locked', async ([, prepare]) => {
    const update = run(async (tx) => {
      await prepare(tx);
      await tx.customers.update(2, { name: 'Ada' });
    });
    await expect(update).rejects.toThrow('no such customer');
  });

  it('[ST69] has the workspace and the purpose of its channel, which the brand has', async () => {
    for (const members of [{ workspace: 2 }, { purpose: 'test' }, { channelNumber: 2 }] as const) {
      await expect(run((tx) => tx.customers.insert({ ...customer, ...members }))).rejects.toThrow(/channel/);
    }
    const { total } = await storage.reader('acme').customers.list({ workspaces: [1, 2], offset: 0, limit: 9 });
    expect(total).toBe(1);
  });

  it('[ST74] has messages that are numbered without a gap', async () => {
    const insert = (...seqs: readonly number[]) =>
      run(async (tx) => {
        await tx.customers.lock(1);
        for (const seq of seqs) await tx.messages.insert(1, message(seq));
        await tx.customers.update(1, { lastSeq: seqs.at(-1) ?? 0 });
      });
    for (const seqs of [[0], [2], [-1], [1, 1], [1, 3]]) await expect(insert(...seqs)).rejects.toThrow('one more');
    await insert(1, 2);
    for (const seq of [1, 2, 4]) await expect(insert(seq)).rejects.toThrow('one more');
    await insert(3);
    expect((await storage.reader('acme').messages.list(1, { offset: 0, limit: 9 })).total).toBe(3);
  });
});
