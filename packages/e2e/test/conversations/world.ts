import {
  type BrandEngine,
  type BrandTransaction,
  createEngine,
  deterministicIds,
  type EffectHost,
  type Engine,
  type EngineOptions,
  type Message,
  type Principal,
  permissions,
  type SimulatedClock,
  type Storage,
  simulatedClock,
} from '@botwright/core';
import { memoryStorage } from '@botwright/core/memory';
import { conversationRunner } from '@botwright/runner';
import { type BlockSketch, diagramOf } from './diagrams.ts';

export const brand = 'acme';

const principal: Principal = { brand, person: 7, workspaces: [1], permissions };

/** An engine with one APIchat channel. */
export interface World {
  readonly engine: Engine;
  readonly caller: BrandEngine;
  readonly storage: Storage;
  readonly clock: SimulatedClock;
  readonly channel: number;
  /** Makes a bot and publishes it. */
  publish(sketch: BotSketch): Promise<PublishedBot>;
  /** Publishes another diagram of the bot. */
  republish(bot: PublishedBot, sketch: BotSketch): Promise<void>;
  /** A customer writes. */
  say(text: string, token?: string): Promise<number>;
  /** What was said and what happened, such as `bot: Hello`. */
  told(token?: string): Promise<readonly string[]>;
  /** Works what waits, as a worker would. */
  work(): Promise<void>;
  /** The customer who waits longest. */
  waiting(): Promise<number | undefined>;
  /** The same caller in another process. */
  another(options: WorldOptions): BrandEngine;
}

export interface BotSketch {
  readonly name?: string;
  readonly family?: string;
  readonly blocks: Readonly<Record<string, BlockSketch>>;
  readonly connections?: readonly string[];
}

export interface PublishedBot {
  readonly id: string;
  readonly number: number;
  readonly family: string;
}

export interface WorldOptions extends Partial<EngineOptions> {
  /** Also seen by those who work, but not by `told`. */
  readonly storage?: Storage;
  readonly effects?: EffectHost;
  readonly clock?: SimulatedClock;
}

export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const storage = options.storage ?? memoryStorage();
  const clock = options.clock ?? simulatedClock();
  const given = { ids: deterministicIds(), runner: conversationRunner(), ...options };
  const engine = createEngine({ ...given, storage, clock, alarm: clock });
  const waiting = async () => {
    const lease = { worker: 'looking', now: clock.now(), leaseUntil: clock.now() + 1, limit: 1 };
    for (const work of ['effects', 'step'] as const) {
      const [next] = await storage.conversationQueue.claim({ ...lease, work });
      if (next === undefined) continue;
      await storage.conversationQueue.release(next.brand, next.customerNumber, lease.worker);
      return next.customerNumber;
    }
    return undefined;
  };
  await engine.configure([{ name: brand, plan: 'professional', workspaces: [1], tokens: [] }]);
  const caller = engine.as(principal);
  const channel = await addChannel(storage);
  const diagram = ({ blocks, connections, family = 'apichat' }: BotSketch) => diagramOf(blocks, connections, family);
  const customerOf = (token: string) => storage.reader(brand).customers.findByToken(channel, token);

  return {
    engine,
    caller,
    storage,
    clock,
    channel,
    async publish(sketch) {
      const { name = 'Sales', family = 'apichat' } = sketch;
      const { id, number } = await caller.bots.create({ name, channelFamily: family, diagram: diagram(sketch) });
      await caller.versions.publish(id);
      return { id, number, family };
    },
    async republish({ id, family }, sketch) {
      await caller.drafts.replace(id, diagram({ family, ...sketch }));
      await caller.versions.publish(id);
    },
    async say(text, token = 'ada') {
      const body = { message: { type: 'text', message: text } };
      const { customer } = await engine.channel({ brand, channelNumber: channel }).send(token, body);
      return customer.number;
    },
    async told(token = 'ada') {
      const customer = await customerOf(token);
      return customer === undefined ? [] : (await caller.conversations.messages(customer.number)).map(line);
    },
    async work() {
      for (let next = await waiting(); next !== undefined; next = await waiting()) {
        await caller.conversations.settle(next);
      }
    },
    waiting,
    another: (changes) => createEngine({ ...given, storage, clock, alarm: clock, ...changes }).as(principal),
  };
}

async function addChannel(storage: Storage): Promise<number> {
  const { number } = await storage.transaction(brand, (tx) =>
    tx.channels.insert({
      id: 'c0000000-0000-4000-8000-000000000001',
      name: 'Chat',
      type: 'apichat',
      workspace: 1,
      purpose: 'live',
      active: true,
      configured: false,
      createdAt: 1,
    }),
  );
  return number;
}

export function line(message: Message): string {
  const { type: who } = message.sender;
  switch (message.type) {
    case 'text':
      return `${who}: ${message.data.body}`;
    case 'dialog':
      return `${who}: ${message.data.body} [${message.data.buttons.join(' | ')}]`;
    case 'event':
      return `${who}: (${[message.data.action, message.data.code].filter((each) => each !== undefined).join(' ')})`;
    default:
      return `${who}: <${message.type}>`;
  }
}

/** A store of which the transactions are others. */
export function changeTransaction(
  storage: Storage,
  change: (tx: BrandTransaction) => Partial<BrandTransaction>,
): Storage {
  return {
    ...storage,
    transaction: (name, work) => storage.transaction(name, (tx) => work({ ...tx, ...change(tx) })),
  };
}
