import { createEngine, type Engine, permissions } from '@botwright/core';
import { memoryStorage } from '@botwright/core/memory';
import type { Storage } from '@botwright/core/ports';
import { conversationRunner } from '@botwright/core/runner';
import { deterministicIds, type SimulatedClock, simulatedClock } from '@botwright/core/testing';
import { expect, it } from 'vitest';
import { diagramOf } from '../support/diagrams.ts';
import { type PendingEffects, pendingEffects } from '../support/pending-effects.ts';

async function flush(): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

const calling = diagramOf(
  {
    start: ['webhook', { url: 'https://example.org/', destination: 'answer' }],
    done: ['ask_question', { text: 'It said @{answer}' }],
    failed: ['ask_question', { text: 'It failed' }],
  },
  ['start.$success--done', 'start.$failed--failed'],
);
const asking = diagramOf({ start: ['ask_question', { text: 'What?' }] });
const pong = { ok: true, value: { status: 200, body: 'pong' } } as const;

interface Brands {
  readonly engine: Engine;
  readonly effects: PendingEffects;
  readonly clock: SimulatedClock;
  readonly storage: Storage;
  /** Sends a message to the bot of a brand as a new visitor. */
  say(brand: string, visitor: string): Promise<number>;
  /** How many of the visitors of a brand were answered. */
  answered(brand: string): Promise<number>;
}

interface BrandsOptions {
  /** The duration of each step, in milliseconds. */
  readonly stepMs?: number;
  readonly diagrams: Readonly<Record<string, object>>;
}

async function openBrands({ stepMs = 0, diagrams }: BrandsOptions): Promise<Brands> {
  const [storage, clock, effects, runner] = [memoryStorage(), simulatedClock(), pendingEffects(), conversationRunner()];
  const engine = createEngine({
    storage,
    effects,
    clock,
    timer: clock,
    ids: deterministicIds(),
    runner: {
      ...runner,
      step(bot, state, input, context) {
        clock.advance(stepMs);
        return runner.step(bot as never, state as never, input, context);
      },
    },
  });
  const names = Object.keys(diagrams);
  await engine.configure(names.map((name) => ({ name, plan: 'professional', workspaces: [1], tokens: [] })));
  const callers = Object.fromEntries(
    names.map((brand) => [brand, engine.as({ brand, person: 1, workspaces: [1], permissions })]),
  );
  const bots: Record<string, string> = {};
  for (const [brand, caller] of Object.entries(callers)) {
    const { id } = await caller.bots.create({
      name: brand,
      channelFamily: 'apichat',
      diagram: diagrams[brand] as never,
    });
    await caller.versions.publish(id);
    bots[brand] = id;
  }
  const talkers: Record<string, number[]> = {};
  return {
    engine,
    effects,
    clock,
    storage,
    async say(brand, visitor) {
      const message = { type: 'text', message: 'hi' } as const;
      const { conversations } = callers[brand] as (typeof callers)[string];
      const { customer } = await conversations.receive({
        bot: bots[brand] as string,
        deployment: 'test',
        visitor,
        message,
      });
      talkers[brand] = [...(talkers[brand] ?? []), customer];
      return customer;
    },
    async answered(brand) {
      const caller = callers[brand] as (typeof callers)[string];
      const logs = await Promise.all((talkers[brand] ?? []).map((customer) => caller.conversations.messages(customer)));
      return logs.filter((log) => log.some(({ sender }) => sender.type === 'bot')).length;
    },
  };
}

async function sayAll({ say }: Brands, brand: string, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await say(brand, `${brand}-${index}`);
}

it('[CV54] a conversation that waits for an effect has no slot', async () => {
  const brands = await openBrands({ diagrams: { acme: calling } });
  await sayAll(brands, 'acme', 5);
  const workers = brands.engine.startWorkers({ conversations: { concurrency: 1 } });
  await flush();
  expect(brands.effects.pending.length).toBe(5);
  for (let count = 0; count < 5; count += 1) brands.effects.answer(pong);
  await flush();
  expect(await brands.answered('acme')).toBe(5);
  await workers.stop();
});

it('[CV54] a brand leaves as many slots for effects free as it has, and its other effects wait in the store', async () => {
  const brands = await openBrands({ diagrams: { acme: calling, beta: calling, corp: calling } });
  const { effects, storage, clock } = brands;
  await sayAll(brands, 'acme', 20);
  const workers = brands.engine.startWorkers({ conversations: { effectSlots: 8 } });
  await flush();
  const countOf = (brand: string) => effects.pending.filter((each) => each.brand === brand).length;
  expect(countOf('acme')).toBe(4);
  await sayAll(brands, 'beta', 20);
  await flush();
  expect([countOf('acme'), countOf('beta')]).toEqual([4, 2]);
  await brands.say('corp', 'c');
  await flush();
  expect([countOf('acme'), countOf('beta'), countOf('corp')]).toEqual([4, 2, 1]);

  const lease = { worker: 'other', now: clock.now(), leaseUntil: clock.now() + 1, limit: 100, keepsFree: false };
  const waiting = await storage.conversationQueue.claim({ ...lease, work: 'effects', held: new Map() });
  expect(waiting.length).toBeGreaterThan(30);
  for (const each of waiting) await storage.conversationQueue.release('other', [each]);
  while (effects.pending.length > 0) {
    for (const brand of ['acme', 'beta', 'corp']) expect(countOf(brand)).toBeLessThanOrEqual(4);
    effects.answer(pong);
    await flush();
  }
  for (const [brand, count] of [
    ['acme', 20],
    ['beta', 20],
    ['corp', 1],
  ] as const) {
    expect([brand, await brands.answered(brand)]).toEqual([brand, count]);
  }
  await workers.stop();
});

it('[CV23][CV54] the time limit of an effect begins when it gets a slot', async () => {
  const brands = await openBrands({ diagrams: { acme: calling } });
  const { effects, clock } = brands;
  await sayAll(brands, 'acme', 2);
  const workers = brands.engine.startWorkers({ conversations: { effectSlots: 1 } });
  await flush();
  clock.advance(59_000);
  await flush();
  expect(effects.pending.length).toBe(1);
  effects.answer(pong);
  await flush();
  clock.advance(59_000);
  await flush();
  effects.answer(pong);
  await flush();
  expect(await brands.answered('acme')).toBe(2);
  await workers.stop();
});

it('[CV53] two thousand waiting customers of one brand do not delay another brand', async () => {
  const brands = await openBrands({ diagrams: { acme: asking, beta: asking } });
  await sayAll(brands, 'acme', 2_000);
  await brands.say('beta', 'b');
  const claimed: string[] = [];
  const { conversationQueue } = brands.storage;
  const claim = conversationQueue.claim.bind(conversationQueue);
  conversationQueue.claim = async (request) => {
    const found = await claim(request);
    claimed.push(...found.map(({ brand }) => brand));
    return found;
  };
  const workers = brands.engine.startWorkers({ conversations: { concurrency: 4 } });
  await flush();
  expect(claimed.indexOf('beta')).toBeLessThan(3);
  await workers.stop();
});

it('[CV55] other work runs between long steps, and brands take turns', async () => {
  const brands = await openBrands({ stepMs: 20, diagrams: { acme: asking, beta: asking } });
  await sayAll(brands, 'acme', 20);
  const workers = brands.engine.startWorkers();
  await flush();
  expect(await brands.answered('acme')).toBe(1);
  await brands.say('beta', 'b');
  for (let turn = 0; turn < 3; turn += 1) {
    brands.clock.advance(1);
    await flush();
  }
  expect(await brands.answered('beta')).toBe(1);
  expect(await brands.answered('acme')).toBeLessThan(5);
  for (let turn = 0; turn < 20; turn += 1) {
    brands.clock.advance(1);
    await flush();
  }
  expect(await brands.answered('acme')).toBe(20);
  await workers.stop();
});
