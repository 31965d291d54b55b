import { createEngine, type Engine, type EngineOptions, type Principal, permissions } from '@botwright/core';
import { type MemoryStorage, memoryStorage } from '@botwright/core/memory';
import type { Cipher } from '@botwright/core/ports';
import { conversationRunner } from '@botwright/core/runner';
import { deterministicIds, simulatedClock } from '@botwright/core/testing';
import { diagramOf } from '../test/support/diagrams.ts';
import { answerPrefix } from './conversation-watch.ts';
import { addressOf } from './network.ts';
import { type BrandName, brands } from './plan.ts';
import type { KnownBot } from './record-watch.ts';

/**
 * Encrypts nothing and uses no random bytes: the stored data is the same in every run. A wrong context is still an
 * error.
 */
export const plainCipher: Cipher = {
  encrypt: (secret, context) => `${context}|${secret}`,
  decrypt(encrypted, context) {
    if (!encrypted.startsWith(`${context}|`)) throw new Error('It cannot be decrypted.');
    return encrypted.slice(context.length + 1);
  },
  isOutdated: () => false,
};

export function principalOf(brand: BrandName): Principal {
  return { brand, person: 7, workspaces: [1], permissions };
}

/** A bot that repeats each text of a visitor after a call of a webhook. The mark makes it different from others. */
export function echoDiagram(mark: string, isBroken = false) {
  const said = `${answerPrefix}@{said}`;
  return diagramOf(
    {
      start: ['ask_question', { text: `Hello (${mark})`, destination: 'said' }],
      call: ['webhook', { url: 'https://example.org/@{said}', destination: 'answer' }],
      again: ['ask_question', { text: said, destination: 'said' }],
    },
    isBroken
      ? ['start.$success--nowhere']
      : ['start.$success--call', 'call.$success--again', 'call.$failed--again', 'again.$success--call'],
  );
}

/** The records of a brand at the beginning of a simulation. */
export interface BrandSetup {
  readonly channel: number;
  readonly bot: string;
  readonly hook: number;
}

export interface Setup {
  readonly contents: ReturnType<MemoryStorage['dump']>;
  readonly brands: Readonly<Record<BrandName, BrandSetup>>;
  readonly bots: readonly KnownBot[];
}

/** The first contents of the store: two brands, each with an APIchat channel, a bot that is published and a hook. */
export async function makeSetup(): Promise<Setup> {
  const storage = memoryStorage();
  const clock = simulatedClock();
  const engine: Engine = createEngine({ ...sharedOptions(), storage, clock, timer: clock, ids: deterministicIds(1) });
  await engine.configure(
    brands.map((name) => ({
      name,
      plan: 'professional',
      workspaces: [1],
      tokens: [],
      agents: [{ id: 7, name: 'Ada', email: 'ada@example.org' }],
    })),
  );
  const bots: KnownBot[] = [];
  const made: Partial<Record<BrandName, BrandSetup>> = {};
  for (const brand of brands) {
    const caller = engine.as(principalOf(brand));
    const wanted = { type: 'apichat', name: `Chat of ${brand}`, webhookUrl: addressOf(brand, 0) };
    const { channel } = await caller.channels.create(wanted);
    const diagram = echoDiagram('first');
    const bot = await caller.bots.create({ name: `Bot of ${brand}`, channelFamily: 'apichat', diagram });
    const version = await caller.versions.publish(bot.id);
    await caller.channels.setBot(channel.number, bot.id);
    const hook = await caller.hooks.create(channel.number, { url: addressOf(brand, 1), token: 't0' });
    const { revision } = await caller.drafts.get(bot.id);
    made[brand] = { channel: channel.number, bot: bot.id, hook: hook.number };
    bots.push({ id: bot.id, revision, versions: [version.id] });
  }
  return { contents: storage.dump(), brands: made as Record<BrandName, BrandSetup>, bots };
}

/** The options that all engines of a simulation share. */
export function sharedOptions(): Pick<EngineOptions, 'cipher' | 'runner'> {
  return { cipher: plainCipher, runner: conversationRunner() };
}
