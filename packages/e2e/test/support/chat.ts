import {
  type BrandEngine,
  createEngine,
  type Engine,
  type EngineOptions,
  type Principal,
  permissions,
} from '@botwright/core';
import type { Message } from '@botwright/core/conversation';
import { memoryStorage } from '@botwright/core/memory';
import type { EffectHost, Storage } from '@botwright/core/ports';
import { conversationRunner } from '@botwright/core/runner';
import { deterministicIds, type SimulatedClock, simulatedClock } from '@botwright/core/testing';
import { commit, readsOf } from '../../../core/test/stored-records.ts';
import { type BlockSketch, diagramOf } from './diagrams.ts';

export const brand = 'acme';

const principal: Principal = { brand, person: 7, workspaces: [1], permissions };

/** An engine with one APIchat channel, on which customers write to bots. */
export interface Chat {
  readonly engine: Engine;
  readonly caller: BrandEngine;
  readonly storage: Storage;
  readonly clock: SimulatedClock;
  readonly channel: number;
  /** Creates a bot and publishes it. */
  publish(sketch: BotSketch): Promise<PublishedBot>;
  /** Replaces the diagram of the bot and publishes it. */
  republish(
    bot: PublishedBot,
    sketch: BotSketch,
    options?: Parameters<BrandEngine['versions']['publish']>[1],
  ): Promise<void>;
  /** Sends a text as a customer. @returns The number of the customer. */
  say(text: string, token?: string): Promise<number>;
  /** The messages and events of a customer, one line each, such as `bot: Hello`. */
  transcript(token?: string): Promise<readonly string[]>;
  /** Runs all conversations that wait, as a worker would. */
  work(): Promise<void>;
  /** The customer whose conversation has waited longest. */
  waiting(): Promise<number | undefined>;
  /** The same caller of another engine on the same store. */
  another(options: ChatOptions): BrandEngine;
  /** Another engine on the same store. */
  anotherEngine(options: ChatOptions): Engine;
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

export interface ChatOptions extends Partial<EngineOptions> {
  /** The store of the engines and of `transcript`. */
  readonly storage?: Storage;
  readonly effects?: EffectHost;
  readonly clock?: SimulatedClock;
}

export async function startChat(options: ChatOptions = {}): Promise<Chat> {
  const storage = options.storage ?? memoryStorage();
  const clock = options.clock ?? simulatedClock();
  const given = { ids: deterministicIds(), runner: conversationRunner(), ...options };
  const engine = createEngine({ ...given, storage, clock, timer: clock });
  const anotherEngine = (changes: ChatOptions) => createEngine({ ...given, storage, clock, timer: clock, ...changes });
  const waiting = async () => {
    const lease = { worker: 'observer', now: clock.now(), leaseUntil: clock.now() + 1, limit: 1 };
    for (const work of ['effects', 'step'] as const) {
      const [next] = await storage.conversationQueue.claim({ ...lease, work });
      if (next === undefined) continue;
      await storage.conversationQueue.release(lease.worker, [next]);
      return next.customerNumber;
    }
    return undefined;
  };
  await engine.configure([{ name: brand, plan: 'professional', workspaces: [1], tokens: [] }]);
  const caller = engine.as(principal);
  const channel = await addChannel(storage);
  const diagram = ({ blocks, connections, family = 'apichat' }: BotSketch) => diagramOf(blocks, connections, family);
  const customerOf = (token: string) => readsOf(storage, brand).load({ kind: 'customerByToken', channel, token });

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
    async republish({ id, family }, sketch, options) {
      await caller.drafts.replace(id, diagram({ family, ...sketch }));
      await caller.versions.publish(id, options);
    },
    async say(text, token = 'ada') {
      const body = { message: { type: 'text', message: text } } as const;
      const { customer } = await engine.channel({ brand, channelNumber: channel }).send(token, body);
      return customer.number;
    },
    async transcript(token = 'ada') {
      const customer = await customerOf(token);
      return customer === undefined ? [] : (await caller.conversations.messages(customer.number)).map(lineOf);
    },
    async work() {
      for (let next = await waiting(); next !== undefined; next = await waiting()) {
        await caller.conversations.runUntilIdle(next);
      }
    },
    waiting,
    another: (changes) => anotherEngine(changes).as(principal),
    anotherEngine,
  };
}

async function addChannel(storage: Storage): Promise<number> {
  const number = await readsOf(storage, brand).load({ kind: 'channelNumber' });
  await commit(storage, brand, {
    kind: 'insertChannel',
    channel: {
      number,
      id: 'c0000000-0000-4000-8000-000000000001',
      name: 'Chat',
      type: 'apichat',
      workspace: 1,
      purpose: 'live',
      active: true,
      configured: false,
      createdAt: 1,
    },
  });
  return number;
}

export function lineOf(message: Message): string {
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
