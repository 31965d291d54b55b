import { expect, it } from 'vitest';
import { platformFixture } from '../../../test/platform-fixture.ts';
import type { ConversationRunner } from '../../domain/conversation/step.ts';
import { memoryStorage } from '../../memory/index.ts';
import type { Storage } from '../../ports/storage.ts';
import type { WebhookSender } from '../../ports/webhook-sender.ts';
import type { Engine } from '../engine.ts';
import type { MetricsOptions } from './engine-metrics.ts';

/** The value of each metric, by its name and label. */
async function read({ metrics }: Pick<Engine, 'metrics'>, options?: MetricsOptions): Promise<Record<string, number>> {
  const families = await metrics.read(options);
  return Object.fromEntries(
    families.flatMap(({ name, samples }) =>
      samples.map(({ labels, value }) => [[name, ...Object.values(labels)].join(' '), value]),
    ),
  );
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

const zeros = {
  'botwright.delivery.attempts delivered': 0,
  'botwright.delivery.attempts retried': 0,
  'botwright.delivery.attempts dead': 0,
  'botwright.deliveries.dead exhausted': 0,
  'botwright.deliveries.dead disabled': 0,
  'botwright.delivery.faults': 0,
  'botwright.conversation.faults': 0,
  'botwright.conversations.failed': 0,
  'botwright.delivery.takeovers': 0,
  'botwright.conversation.takeovers': 0,
  'botwright.model.refused calls_at_once': 0,
  'botwright.model.refused calls_in_row': 0,
  'botwright.model.refused calls_in_conversation': 0,
  'botwright.model.refused brand_tokens': 0,
};

it('[MT1][MT4] a new engine has every counter at zero, and no brand', async () => {
  const { engine } = await platformFixture();
  expect(await read(engine)).toEqual(zeros);
});

it('[MT2][MT3] the queue is measured by brand; brands above the bound are one', async () => {
  const { engine, as, clock } = await platformFixture();
  for (const [index, brand] of ['acme', 'other'].entries()) {
    const caller = as({ brand });
    const { channel } = await caller.channels.create({
      type: 'apichat',
      name: 'Chat',
      webhookUrl: 'https://example.org',
    });
    const entry = engine.channel({ brand, channelNumber: channel.number });
    const send = (visitor: string) => entry.send(visitor, { message: { type: 'text', message: 'hi' } });
    const { customer } = await send('v1');
    for (let sent = 0; sent < 2 - index; sent += 1)
      await caller.messages.send(customer.number, 'text', { message: 'hi' });
    clock.advance(1_500);
  }
  expect(await read(engine)).toMatchObject({
    'botwright.deliveries.pending acme': 2,
    'botwright.deliveries.oldest acme': 3,
    'botwright.deliveries.pending other': 1,
    'botwright.deliveries.oldest other': 1.5,
  });
  const one = await read(engine, { brands: 1 });
  expect(one).toMatchObject({ 'botwright.deliveries.pending _other': 1, 'botwright.deliveries.oldest _other': 1.5 });
  expect(Object.keys(one).filter((name) => name.includes('other'))).toHaveLength(2);
});

it('[MT2] what is due later has waited for no time', async () => {
  const sender: WebhookSender = {
    send: async () => ({ kind: 'answered', status: 500 }),
    checkTarget: () => 'accepted',
    close: async () => undefined,
  };
  const { engine, acme, newChannel, newCustomer } = await platformFixture({ sender });
  const channel = await newChannel({ webhookUrl: 'https://example.org' });
  await acme.messages.send(await newCustomer(channel), 'text', { message: 'hi' });
  const workers = engine.startWorkers();
  await turns();
  await workers.stop();
  expect(await read(engine)).toEqual({
    ...zeros,
    'botwright.deliveries.pending acme': 1,
    'botwright.deliveries.oldest acme': 0,
    'botwright.delivery.attempts retried': 1,
  });
});

it('[MT5] while the store fails, what this engine has counted is read all the same', async () => {
  const bare = memoryStorage();
  const storage: Storage = {
    ...bare,
    deliveryQueue: { ...bare.deliveryQueue, depth: () => Promise.reject(new Error('The database is away.')) },
  };
  const { engine } = await platformFixture({ storage });
  expect(await read(engine)).toEqual(zeros);
});

it('[MT4] attempts, dead letters and faults of deliveries are counted', async () => {
  const statuses = [500, 500, 500, 500, 500, 500, 204];
  const sender: WebhookSender = {
    send: async () => {
      const status = statuses.shift();
      if (status === undefined) throw new Error('The sender has a fault.');
      return { kind: 'answered', status };
    },
    checkTarget: () => 'accepted',
    close: async () => undefined,
  };
  const { engine, acme, clock, newChannel, newCustomer } = await platformFixture({ sender, retry: { scale: 0 } });
  const channel = await newChannel({ webhookUrl: 'https://example.org' });
  const customer = await newCustomer(channel);
  const workers = engine.startWorkers();
  for (let sent = 0; sent < 3; sent += 1) {
    await acme.messages.send(customer, 'text', { message: 'hi' });
    for (let second = 0; second < (sent === 2 ? 1 : 10); second += 1) {
      await turns();
      clock.advance(1_000);
    }
  }
  await workers.stop();
  expect(await read(engine)).toMatchObject({
    'botwright.delivery.attempts delivered': 1,
    'botwright.delivery.attempts retried': 5,
    'botwright.delivery.attempts dead': 1,
    'botwright.deliveries.dead exhausted': 1,
    'botwright.delivery.faults': 1,
  });
});

it('[MT4] leases of deliveries whose worker died are counted', async () => {
  const sender: WebhookSender = {
    send: async () => ({ kind: 'answered', status: 204 }),
    checkTarget: () => 'accepted',
    close: async () => undefined,
  };
  const { engine, acme, clock, storage, newChannel, newCustomer } = await platformFixture({ sender });
  const channel = await newChannel({ webhookUrl: 'https://example.org' });
  await acme.messages.send(await newCustomer(channel), 'text', { message: 'hi' });
  const lease = { worker: 'dead', now: clock.now(), leaseUntil: clock.now() + 1_000 };
  const bounds = { slots: 10, perTarget: 8, limit: 1, bodyBytes: 1_000_000 };
  expect(await storage.deliveryQueue.claim({ ...lease, ...bounds })).toHaveLength(1);
  clock.advance(2_000);
  const workers = engine.startWorkers();
  for (let second = 0; second < 3; second += 1) {
    await turns();
    clock.advance(1_000);
  }
  await workers.stop();
  expect(await read(engine)).toMatchObject({ 'botwright.delivery.takeovers': 1 });
});

const faulty: ConversationRunner = {
  step() {
    throw new Error('The bot has a fault.');
  },
};

it('[MT4] faults of conversations, steps that are given up and leases that are taken over are counted', async () => {
  const { engine, acme, storage, clock, newChannel, newBot } = await platformFixture({ runner: faulty });
  const channelNumber = await newChannel();
  await acme.channels.setBot(channelNumber, (await newBot()).id);
  await engine.channel({ brand: 'acme', channelNumber }).send('v1', { message: { type: 'text', message: 'hi' } });
  const lease = { worker: 'dead', now: clock.now(), leaseUntil: clock.now() + 1_000 };
  await storage.conversationQueue.claim({ ...lease, work: 'step', limit: 1 });
  clock.advance(2_000);
  const reported: unknown[] = [];
  const workers = engine.startWorkers({ conversations: { onFault: ({ error }) => reported.push(error) } });
  for (let second = 0; second < 60; second += 1) {
    await turns();
    clock.advance(1_000);
  }
  await workers.stop();
  const values = await read(engine);
  expect(values).toMatchObject({
    'botwright.conversation.faults': reported.length,
    'botwright.conversations.failed': 1,
  });
  expect(values['botwright.conversation.takeovers']).toBeGreaterThan(0);
  expect(reported.length).toBeGreaterThanOrEqual(5);
});
