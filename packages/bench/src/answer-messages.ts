import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createEngine, permissions } from '@botwright/core';
import { memoryStorage } from '@botwright/core/memory';
import { aesCipher } from '@botwright/core/node';
import { conversationRunner } from '@botwright/runner';
import { undiciSender } from '@botwright/sender-undici';
import { sqliteStorage } from '@botwright/storage-sqlite';
import { Agent, request } from 'undici';
import { median, quantile } from './median.ts';
import { questionChain } from './question-chain.ts';

/**
 * Measures the whole way of a visitor's message (sent through the engine, the bot's turn, the answer at the receiver of
 * the channel) against a bare loop that sends the same answers to the same receiver, a connection each. Everything runs
 * in this process. Each visitor sends the next message when the answer is there.
 */
const { values } = parseArgs({
  options: {
    storage: { type: 'string', default: 'sqlite' },
    repeats: { type: 'string', default: '10' },
    senders: { type: 'string', default: '64' },
    messages: { type: 'string', default: '2000' },
    /** Blocks of the bot, each of which asks something. */
    blocks: { type: 'string', default: '2' },
    /** Characters of each text that the bot says. */
    characters: { type: 'string', default: '40' },
    /** Channels, each with a webhook of its own, among which the visitors are divided. */
    channels: { type: 'string', default: '1' },
  },
});
const [repeats, senders, messages, blocks, characters, channelCount] = [
  values.repeats,
  values.senders,
  values.messages,
  values.blocks,
  values.characters,
  values.channels,
].map(Number) as [number, number, number, number, number, number];

const folder = mkdtempSync(join(tmpdir(), 'botwright-bench-'));
const storage = values.storage === 'memory' ? memoryStorage() : sqliteStorage({ file: join(folder, 'bots.db') });
const sender = undiciSender({ allowedCidrs: ['127.0.0.0/8'] });
const cipher = aesCipher({ keys: [{ id: 'bench', key: new Uint8Array(32) }] });
const engine = createEngine({ storage, cipher, sender, runner: conversationRunner(), userAgentBrand: 'bench' });

/** Called with the answer to a visitor, by token. */
const waiting = new Map<string, () => void>();
const last = { body: Buffer.alloc(0) };

const receiver = createServer(async (incoming, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  last.body = Buffer.concat(chunks);
  const { customer } = JSON.parse(last.body.toString()) as { readonly customer: { readonly token: string } };
  response.writeHead(204).end();
  waiting.get(customer.token)?.();
});
receiver.listen(0, '127.0.0.1', 1_024);
await once(receiver, 'listening');
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;

await engine.configure([{ name: 'bench', plan: 'business', workspaces: [1], tokens: [] }]);
const caller = engine.as({ brand: 'bench', person: 1, workspaces: [1], permissions });
const diagram = questionChain(blocks, characters);
const bot = await caller.bots.create({ name: 'Bench', channelFamily: 'apichat', diagram });
await caller.versions.publish(bot.id);
const channels: number[] = [];
for (let index = 0; index < channelCount; index += 1) {
  const { channel } = await caller.channels.create({ type: 'apichat', name: `Bench ${index}`, workspace: 1 });
  await caller.channels.update(channel.number, { webhookUrl: `${url}/channel/${index}` });
  channels.push(channel.number);
}

const roundTrips: number[] = [];

async function converse(count: number): Promise<void> {
  let left = count;
  const visit = async (index: number): Promise<void> => {
    const token = `visitor-${index}`;
    const channel = engine.channel({ brand: 'bench', channelNumber: channels[index % channels.length] as number });
    const body = { message: { type: 'text', message: 'Where is my parcel? I ordered it last week.' } };
    while (left > 0) {
      left -= 1;
      const sentAt = performance.now();
      const answered = new Promise<void>((resolve) => waiting.set(token, resolve));
      await channel.send(token, body);
      await answered;
      roundTrips.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: senders }, (_, index) => visit(index)));
}

const dispatcher = new Agent({ pipelining: 0, allowH2: false, headersTimeout: 0, bodyTimeout: 0 });
const headers = { 'content-type': 'application/json', 'user-agent': 'bench/webhooks' };

async function sendBare(count: number): Promise<void> {
  const bytes = last.body;
  let left = count;
  const send = async (): Promise<void> => {
    for (; left > 0; left -= 1) {
      const answer = await request(`${url}/bare`, { method: 'POST', headers, body: bytes, dispatcher });
      await answer.body.dump();
    }
  };
  await Promise.all(Array.from({ length: senders }, send));
}

interface Round {
  readonly rate: number;
  readonly cpuMicros: number;
}

async function measure(run: (count: number) => Promise<void>): Promise<Round> {
  const startedAt = performance.now();
  const before = process.cpuUsage();
  await run(messages);
  const { user, system } = process.cpuUsage(before);
  return { rate: (messages * 1_000) / (performance.now() - startedAt), cpuMicros: (user + system) / messages };
}

const onFault = ({ error }: { readonly error: unknown }) => console.error(error);
const workers = engine.startWorkers({ isAlone: true, deliveries: { onFault }, conversations: { onFault } });
const through: Round[] = [];
const bare: Round[] = [];
try {
  for (let round = -1; round < repeats; round += 1) {
    const ofEngine = await measure(converse);
    const ofLoop = await measure(sendBare);
    if (round < 0) {
      roundTrips.length = 0;
      continue;
    }
    through.push(ofEngine);
    bare.push(ofLoop);
  }
} finally {
  await workers.stop();
  await dispatcher.close();
  await sender.close();
  await engine.close();
  receiver.close();
  rmSync(folder, { recursive: true });
}

const show = (runs: readonly Round[]): string =>
  `${median(runs.map(({ rate }) => rate)).toFixed(0)} a second with ` +
  `${median(runs.map(({ cpuMicros }) => cpuMicros)).toFixed(0)} µs of CPU each`;
const ratios = through.map(({ rate }, round) => rate / (bare[round] as Round).rate);
const cpu = through.map(({ cpuMicros }, round) => (bare[round] as Round).cpuMicros / cpuMicros);
console.log(
  `${senders} visitors of a bot of ${blocks} blocks with texts of ${characters} characters, ` +
    `${channels.length} webhook(s), on ${values.storage}, ${repeats} repeats of ${messages} messages`,
);
console.log(`message in, answer at the receiver: ${show(through)}; bare undici.request: ${show(bare)}`);
console.log(
  `round trip: median ${median(roundTrips).toFixed(1)} ms, 99th of 100 ${quantile(roundTrips, 0.99).toFixed(1)} ms`,
);
console.log(
  `ratio: median ${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}), ` +
    `of CPU ${median(cpu).toFixed(2)}`,
);
