import { join } from 'node:path';
import { memoryStorage } from '@botwright/core/memory';
import type { Storage } from '@botwright/core/ports';
import { conversationRunner } from '@botwright/core/runner';
import { undiciSender } from '@botwright/sender-undici';
import { sqliteStorage } from '@botwright/storage/sqlite';
import { type Bench, defineBenchmark } from '../harness/benchmark.ts';
import { loadOf, repeatAtOnce } from '../harness/load.ts';
import { median, quantile } from '../harness/spread.ts';
import { bareRequests } from '../servers/bare-requests.ts';
import { benchEngine, reportFault } from '../servers/bench-engine.ts';
import { startReceiver } from '../servers/receiver.ts';
import { makeTalkingBot, question, type TalkingBot, visitorOf } from '../servers/talk.ts';
import { brand } from '../stores/write-records.ts';

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
    const { blocks, store, ...talk } = bench.options;
    for (const kind of store) {
      for (const count of blocks) {
        const storage = kind === 'memory' ? memoryStorage() : sqliteStorage({ file: join(bench.folder(), 'bots.db') });
        await compareOn(bench, storage, kind, { ...talk, blocks: count });
      }
    }
  },
});

interface Talk extends Omit<TalkingBot, 'url'> {
  readonly senders: number;
  readonly messages: number;
}

async function compareOn(
  { compare }: Pick<Bench, 'compare'>,
  storage: Storage,
  kind: string,
  { senders, messages, ...talk }: Talk,
): Promise<void> {
  const sender = undiciSender({ allowedCidrs: ['127.0.0.0/8'] });
  const { engine, caller } = await benchEngine({ storage, sender, runner: conversationRunner() });
  const receiver = await startReceiver();
  const numbers = await makeTalkingBot(caller, { ...talk, url: receiver.url });

  /** Called with the answer to a visitor, by token. */
  const waiting = new Map<string, () => void>();
  const last: { body: Buffer } = { body: Buffer.alloc(0) };
  receiver.onAnswered = (body) => {
    last.body = body;
    waiting.get(visitorOf(body))?.();
  };
  const channels = numbers.map((channelNumber) => engine.channel({ brand, channelNumber }));
  const roundTrips: number[] = [];

  async function say(_message: number, visitor: number): Promise<void> {
    const token = `visitor-${visitor}`;
    const sentAt = performance.now();
    const { promise: answered, resolve } = Promise.withResolvers<void>();
    waiting.set(token, resolve);
    await channels[visitor % channels.length]?.send(token, question);
    await answered;
    roundTrips.push(performance.now() - sentAt);
  }

  async function measureTalk() {
    roundTrips.length = 0;
    return {
      ...(await loadOf(messages, () => repeatAtOnce(messages, senders, say))),
      'ms, half are below': median(roundTrips),
      'ms, 99 of 100 are below': quantile(roundTrips, 0.99),
    };
  }

  const requests = bareRequests();
  function measureBare() {
    const { body } = last;
    return loadOf(messages, () => repeatAtOnce(messages, senders, () => requests.send(`${receiver.url}/bare`, body)));
  }

  const onFault = reportFault;
  const workers = engine.startWorkers({ isAlone: true, deliveries: { onFault }, conversations: { onFault } });
  try {
    const [ours, bare] = ['engine', 'bare undici.request'];
    // The promise is for SQLite.
    const bounds = kind === 'SQLite' ? { atLeast: 0.5, aim: 0.7 } : {};
    await compare({
      title: `${kind}, ${senders} visitors of a bot of ${talk.blocks} blocks with texts of ${talk.characters} characters`,
      arms: [
        { name: ours, measure: measureTalk },
        { name: bare, measure: measureBare },
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
    await requests.close();
    await sender.close();
    await engine.close();
    receiver.close();
  }
}
