import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BrandEngine, createEngine, type Delivery, permissions } from '@botwright/core';
import { memoryStorage } from '@botwright/core/memory';
import { conversationRunner } from '@botwright/core/runner';
import { undiciSender } from '@botwright/sender-undici';
import { afterEach, expect, it } from 'vitest';
import { createReceiver } from '../src/receiver.ts';

const token = 'a-token-of-the-hook';
const secret = 'a-long-secret-in-the-url';
const channelToken = 'a-channel-token-of-24-chars';
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** The receiver, and an engine that sends to it: a bot on an APIchat channel that also has a message hook. */
async function start({ refusedFirst = 0 } = {}) {
  const heard: string[] = [];
  const receiver = createReceiver({ token, secret, handOver: (words) => void heard.push(words) });
  // Like a proxy in front of a receiver that restarts.
  let toRefuse = refusedFirst;
  const front = createServer((request, response) => {
    toRefuse -= 1;
    if (toRefuse < 0) receiver.server.emit('request', request, response);
    else request.resume().on('end', () => response.writeHead(503).end());
  }).listen(0, '127.0.0.1');
  await once(front, 'listening');
  const closed = once(front, 'close');
  const base = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;

  const sender = undiciSender({ allowedCidrs: ['127.0.0.0/8'] });
  const runner = conversationRunner();
  const engine = createEngine({ storage: memoryStorage(), sender, runner, retry: { scale: 0.01 } });
  const channels = [{ type: 'apichat', name: 'Bridge', token: channelToken, webhookUrl: `${base}/chat/${secret}` }];
  const agents = [{ id: 7, name: 'Ada', email: 'ada@acme.example' }];
  await engine.configure([{ name: 'acme', plan: 'professional', workspaces: [1], tokens: [], agents, channels }]);
  const ada = engine.as({ brand: 'acme', person: 7, workspaces: [1], permissions });
  const [channel] = (await ada.channels.list({ type: 'apichat' })).items;
  await ada.hooks.create(channel?.number ?? 0, { url: `${base}/hooks`, token, order: 'customer' });

  const workers = engine.startWorkers();
  closing.push(async () => {
    await workers.stop();
    await sender.close();
    await engine.close();
    front.close();
    await closed;
  });
  const caller = await engine.authenticateChannel(channelToken);
  if (caller === undefined) throw new Error('The channel has another token.');
  return { engine, ada, messenger: engine.channel(caller), heard };
}

async function publishBot({ bots, versions, drafts }: BrandEngine): Promise<string> {
  const { id } = await bots.create({ name: 'Greeter', channelFamily: 'apichat' });
  await drafts.addBlocks(id, { blocks: [{ id: 'bot_start', type: 'send_text', params: { text: 'Hello @{name}!' } }] });
  await versions.publish(id);
  return id;
}

/** Waits until every delivery has ended. @returns The deliveries, oldest first. */
async function untilEnded({ deliveries }: BrandEngine, count: number): Promise<readonly Delivery[]> {
  for (;;) {
    const { items } = await deliveries.list({ limit: 100 });
    const isOver = items.length === count && items.every(({ progress }) => progress.state !== 'pending');
    if (isOver) return items.toReversed();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const withoutTime = (words: string): string => words.slice(words.indexOf(' ') + 1);
const said = { message: { type: 'text', message: 'Hi' }, customer: { name: 'Bo' } } as const;

it('the receiver accepts messages of every sender from the engine', async () => {
  const { ada, messenger, heard } = await start();
  await publishBot(ada);
  const { customer } = await messenger.send('+34600', said);
  await untilEnded(ada, 3);
  await ada.messages.send(customer.number, 'text', { message: 'This is Ada.' });
  await ada.customers.archive(customer.number);
  const all = await untilEnded(ada, 6);

  expect(all.map(({ progress }) => progress.state)).toEqual(Array(6).fill('delivered'));
  await expect
    .poll(() => heard.map(withoutTime).toSorted())
    .toEqual([
      'APIchat "Bridge", "Bo": "bot" says "text" "Hello Bo!"',
      'APIchat "Bridge", "Bo": "human" says "text" "This is Ada."',
      'Hook "Bridge", "Bo": "agent" says "text" "This is Ada."',
      'Hook "Bridge", "Bo": "bot" says "text" "Hello Bo!"',
      'Hook "Bridge", "Bo": "customer" says "text" "Hi"',
      'Hook "Bridge", "Bo": "sys" says "event" "archive"',
    ]);
});

it('the receiver recognizes a replay by its key, and acknowledges it', async () => {
  const { ada, messenger, heard } = await start();
  await publishBot(ada);
  await messenger.send('+34600', said);
  const sent = await untilEnded(ada, 3);
  for (const { id } of sent) await ada.deliveries.replay(id);
  const all = await untilEnded(ada, 6);
  expect(all.map(({ progress }) => progress.state)).toEqual(Array(6).fill('delivered'));
  await expect.poll(() => heard.length).toBe(3);
});

it('the receiver gets messages in the order of their sending, also after a 503', async () => {
  const { ada, messenger, heard } = await start({ refusedFirst: 2 });
  for (const message of ['One', 'Two', 'Three']) await messenger.send('+34600', { message: { type: 'text', message } });
  const statuses = (await untilEnded(ada, 3)).map(({ progress }) => progress.attempts.map(({ status }) => status));
  expect(statuses).toEqual([[503, 503, 204], [204], [204]]);
  await expect
    .poll(() => heard.map((words) => words.slice(words.lastIndexOf(' ') + 1)))
    .toEqual(['"One"', '"Two"', '"Three"']);
});

it('the receiver gets nothing of a test conversation', async () => {
  const { ada, heard } = await start();
  const bot = await publishBot(ada);
  await ada.drafts.deployTest(bot);
  const conversation = { bot, deployment: 'test', visitor: 'me' } as const;
  const { customer } = await ada.conversations.receive({ ...conversation, message: { type: 'text', message: 'Hi' } });
  await ada.conversations.runUntilIdle(customer);
  expect((await ada.conversations.messages(customer)).length).toBe(2);
  expect((await ada.deliveries.list()).total).toBe(0);
  expect(heard).toEqual([]);
});
