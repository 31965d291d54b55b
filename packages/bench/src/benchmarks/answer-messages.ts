import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createEngine, permissions } from '@botwright/core';
import { memoryStorage } from '@botwright/core/memory';
import { aesCipher } from '@botwright/core/node';
import type { Storage } from '@botwright/core/ports';
import { conversationRunner } from '@botwright/core/runner';
import { undiciSender } from '@botwright/sender-undici';
import { sqliteStorage } from '@botwright/storage/sqlite';
import { Agent, request } from 'undici';
import { type Bench, defineBenchmark, type Figures } from '../harness/benchmark.ts';
import { median, quantile } from '../harness/spread.ts';
import { makeTalkingBot, question, visitorOf } from '../servers/talk.ts';

export const benchmark = defineBenchmark({
  name: 'answer-messages',
  chapter: 'conversations',
  measures:
    "The whole way of a visitor's message (sent through the engine, the turn of the bot, the answer at the receiver of the channel), against a bare loop of undici.request that sends the same answers to the same receiver, a connection each. All of it runs in one process. Each visitor sends the next message when the answer is there.",
  options: {
    senders: { about: 'visitors at a time', value: 64 },
    messages: { about: 'messages of a repeat', value: 2_000 },
    blocks: { about: 'blocks of the bot, each of which asks something', values: [2], full: [2, 60] },
    characters: { about: 'characters of each text that the bot says', value: 40 },
    channels: { about: 'channels, each with a webhook of its own, among which the visitors are divided', value: 1 },
    store: { about: 'stores', words: ['SQLite', 'memory'] },
  },
  async run(bench) {
    const { senders, messages, blocks, characters, channels, store } = bench.options;
    for (const kind of store) {
      for (const count of blocks) {
        const storage = kind === 'memory' ? memoryStorage() : sqliteStorage({ file: join(bench.folder(), 'bots.db') });
        await compareOn(bench, storage, kind, { senders, messages, blocks: count, characters, channels });
      }
    }
  },
});

interface Talk {
  readonly senders: number;
  readonly messages: number;
  readonly blocks: number;
  readonly characters: number;
  readonly channels: number;
}

async function compareOn(
  { compare }: Pick<Bench, 'compare'>,
  storage: Storage,
  kind: string,
  talk: Talk,
): Promise<void> {
  const { senders, messages, blocks, characters, channels: channelCount } = talk;
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
    response.writeHead(204).end();
    waiting.get(visitorOf(last.body))?.();
  });
  receiver.listen(0, '127.0.0.1', 1_024);
  await once(receiver, 'listening');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;

  await engine.configure([{ name: 'bench', plan: 'business', workspaces: [1], tokens: [] }]);
  const caller = engine.as({ brand: 'bench', person: 1, workspaces: [1], permissions });
  const channels = await makeTalkingBot(caller, { blocks, characters, channels: channelCount, url });

  const roundTrips: number[] = [];

  async function converse(count: number): Promise<void> {
    let left = count;
    const visit = async (index: number): Promise<void> => {
      const token = `visitor-${index}`;
      const channel = engine.channel({ brand: 'bench', channelNumber: channels[index % channels.length] as number });
      while (left > 0) {
        left -= 1;
        const sentAt = performance.now();
        const answered = new Promise<void>((resolve) => waiting.set(token, resolve));
        await channel.send(token, question);
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

  async function measure(run: (count: number) => Promise<void>): Promise<Figures> {
    const startedAt = performance.now();
    const before = process.cpuUsage();
    await run(messages);
    const { user, system } = process.cpuUsage(before);
    return {
      'per second': (messages * 1_000) / (performance.now() - startedAt),
      'µs of processor': (user + system) / messages,
    };
  }

  async function measureTalk(): Promise<Figures> {
    roundTrips.length = 0;
    const figures = await measure(converse);
    return {
      ...figures,
      'ms, half are below': median(roundTrips),
      'ms, 99 of 100 are below': quantile(roundTrips, 0.99),
    };
  }

  const onFault = ({ error }: { readonly error: unknown }) => console.error(error);
  const workers = engine.startWorkers({ isAlone: true, deliveries: { onFault }, conversations: { onFault } });
  try {
    const [ours, bare] = ['engine', 'bare undici.request'];
    // The promise is for SQLite.
    const bounds = kind === 'SQLite' ? { atLeast: 0.5, aim: 0.7 } : {};
    await compare({
      title: `${kind}, ${senders} visitors of a bot of ${blocks} blocks with texts of ${characters} characters`,
      arms: [
        { name: ours, measure: measureTalk },
        { name: bare, measure: () => measure(sendBare) },
      ],
      ratios: [
        { of: ours, to: bare, figure: 'per second', ...bounds },
        { of: bare, to: ours, figure: 'µs of processor' },
      ],
      // The first customer sends the bot's text, which must not be empty.
      warmUp: 2,
    });
  } finally {
    await workers.stop();
    await dispatcher.close();
    await sender.close();
    await engine.close();
    receiver.close();
  }
}
