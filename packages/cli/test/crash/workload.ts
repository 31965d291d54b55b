import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createEngine, type Engine, permissions } from '@botwright/core';
import { sqliteStorage } from '@botwright/storage/sqlite';
import { publishEchoBot, readConversation } from '../support/echo-bot.ts';
import { type Arrival, startReceiver } from '../support/receiver.ts';
import { findBrokenPromises } from './find-broken-promises.ts';
import { serverLives } from './server-lives.ts';
import { type Acknowledged, startVisitors } from './visitors.ts';

export interface Workload {
  readonly databaseFile: string;
  readonly acknowledged: readonly Acknowledged[];
  /** Deliveries that were pending when the last server ended. */
  readonly waiting: number;
  /** Starts the server, waits for `work`, and kills the server. */
  live(work: () => Promise<void>): Promise<void>;
  /** Starts the server a last time, waits until no work is left, and stops it. */
  finish(): Promise<void>;
  findBrokenPromises(bounds: { readonly slots: number; readonly kills: number }): readonly string[];
  /** A sentence for each conversation that differs from the bot's expected one. */
  findDisorder(): readonly string[];
  end(): Promise<void>;
}

const agentToken = 'agent-token-of-the-crash';
const channelToken = 'channel-token-of-the-crash';
const customers = ['ada', 'bob', 'cy', 'dee', 'eve', 'fay'];

/** Unreliable receivers: one response in six is a failure, and some are slow. No delivery fails six times. */
const receiverHabits = {
  status: ({ uuid, attempt }: Arrival) => (attempt < 4 && Number.parseInt(uuid.slice(-2), 16) % 6 === 0 ? 503 : 200),
  delayMs: ({ uuid }: Arrival) => Number.parseInt(uuid.slice(-4, -2), 16) % 60,
};

export async function createWorkload(
  folder: string,
  writeConfig: (file: string, config: unknown) => void,
): Promise<Workload> {
  const receiver = await startReceiver(receiverHabits);
  const [data, config] = [join(folder, 'data'), join(folder, 'config.json')];
  const databaseFile = join(data, 'botwright.sqlite');
  let runs = 0;
  /** The user agent of webhooks names the run of the server that sent them, even if the receiver reads them late. */
  const begin = () => {
    runs += 1;
    writeConfig(config, { ...settings, user_agent_brand: `run-${runs}` });
    return server.begin();
  };
  const settings = {
    allow_private_targets: true,
    retry_scale: 0.01,
    rate_limits: { bots: 0, platform: 0, apichat: 0 },
    brands: [
      {
        name: 'acme',
        plan: 'professional',
        workspaces: [1],
        tokens: [{ token: agentToken, person: 1 }],
        channels: [{ type: 'apichat', name: 'Messenger', token: channelToken, webhook_url: `${receiver.url}/chat` }],
      },
    ],
  };

  const server = serverLives(data, config);
  const first = await begin();
  await publishEchoBot(first, agentToken, `${receiver.url}/hook`);
  const visitors = startVisitors(customers, channelToken);
  visitors.writeTo(first.chat_url);
  await server.kill();
  let conversations: readonly Awaited<ReturnType<typeof readConversation>>[] = [];
  let waiting = Number.NaN;

  return {
    databaseFile,
    acknowledged: visitors.acknowledged,
    get waiting() {
      return waiting;
    },
    async live(work) {
      const { chat_url } = await begin();
      visitors.writeTo(chat_url);
      await work();
      await server.kill();
    },
    async finish() {
      const line = await begin();
      await visitors.leave();
      waiting = await untilNothingWaits(databaseFile);
      conversations = await Promise.all(
        customers.map((customer) => readConversation(line.platform_url, agentToken, customer)),
      );
      await server.stop();
    },
    findBrokenPromises: ({ slots, kills }) =>
      findBrokenPromises({
        acknowledged: visitors.acknowledged,
        answers: conversations.flatMap(({ answers }) => answers),
        arrivals: receiver.arrivals,
        slots,
        kills: kills + 1,
      }),
    findDisorder: () => conversations.flatMap(({ disorder }) => disorder),
    end: () => receiver.close(),
  };
}

const lookMs = 200;

/** Reads without progress after which waiting ends. */
const patience = 100;

/**
 * Reads the database until no delivery has been pending for a while. Waits as long as their number falls, because long
 * traffic leaves many.
 *
 * @returns The number of pending deliveries.
 */
async function untilNothingWaits(databaseFile: string): Promise<number> {
  const engine = createEngine({ storage: sqliteStorage({ file: databaseFile }) });
  try {
    let least = Number.POSITIVE_INFINITY;
    for (let [empty, idle] = [0, 0]; empty < 5 && idle < patience; ) {
      await pause(lookMs);
      const waiting = await countPending(engine);
      empty = waiting === 0 ? empty + 1 : 0;
      idle = waiting < least ? 0 : idle + 1;
      least = Math.min(least, waiting);
    }
    return await countPending(engine);
  } finally {
    await engine.close();
  }
}

async function countPending(engine: Engine): Promise<number> {
  const caller = engine.as({ brand: 'acme', person: 1, workspaces: [1], permissions });
  return (await caller.deliveries.list({ state: 'pending', limit: 0 })).total;
}
