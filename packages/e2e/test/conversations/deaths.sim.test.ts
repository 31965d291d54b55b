import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEngine, deterministicIds, type EffectHost, type Storage } from '@botwright/core';
import { memoryStorage } from '@botwright/core/memory';
import { conversationRunner } from '@botwright/runner';
import { sqliteStorage } from '@botwright/storage-sqlite';
import { expect, it } from 'vitest';
import { mortalProcess } from './mortal-process.ts';
import { openWorld, type World } from './world.ts';

/** Asks, and from then on says back what the world outside makes of what is said. */
const bot = {
  blocks: {
    start: ['ask_question', { text: 'What?', destination: 'said' }],
    call: ['webhook', { url: 'https://example.org/@{said}', destination: 'answer' }],
    back: ['ask_question', { text: '@{answer}', destination: 'said' }],
    failed: ['ask_question', { text: 'failed', destination: 'said' }],
  },
  connections: [
    'start.$success--call',
    'call.$success--back',
    'call.$failed--failed',
    'back.$success--call',
    'failed.$success--call',
  ],
} as const;

const outside: EffectHost = {
  async carryOut(effect) {
    const url = effect.kind === 'webhook' ? effect.url : '';
    return { ok: true, value: { status: 200, body: `re-${url.split('/').at(-1)}` } };
  },
};

/** `in-…` is poison when it comes in, `out-…` when what was made of it is handed in. */
function poisonOf(input: unknown): string | undefined {
  return /"(in-\d+|re-out-\d+)"/.exec(JSON.stringify(input))?.[1];
}

/** What a customer should have been told. With whom it begins anew, a bot hears that something is said, not what. */
function expectedOf(said: readonly string[]): readonly string[] {
  let state: 'none' | 'begun' | 'anew' = 'none';
  return said.flatMap((text) => {
    if ((text.startsWith('in-') && state !== 'anew') || (text.startsWith('out-') && state === 'begun')) {
      state = 'anew';
      return ['sys: (error step_failed)'];
    }
    const answer = state === 'begun' ? `bot: re-${text}` : 'bot: What?';
    state = 'begun';
    return [answer];
  });
}

/** Numbers from 0 up to a bound, the same for one seed. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

async function flush(isOver: () => boolean): Promise<void> {
  for (let turn = 0; turn < 60 && !isOver(); turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

interface Tally {
  readonly said: Map<string, string[]>;
  /** By the poison. */
  readonly deaths: Map<string, number>;
  kills: number;
  killsInTrial: number;
}

const customers = ['ada', 'bob', 'cy', 'dee', 'eve', 'fay', 'gil', 'hal'];

/** Kills process after process, each at a random point, while customers write and some of it is poison. */
async function killOften(world: World, store: Storage, seed: number, lives: number): Promise<Tally> {
  const random = randomNumbers(seed);
  const tally: Tally = { said: new Map(), deaths: new Map(), kills: 0, killsInTrial: 0 };
  const ids = deterministicIds();
  const runner = conversationRunner();
  let poisons = 0;

  async function write(token: string, text: string): Promise<void> {
    await world.say(text, token);
    tally.said.set(token, [...(tally.said.get(token) ?? []), text]);
  }

  async function live(life: number, seconds: number): Promise<void> {
    const dying: string[] = [];
    const process = mortalProcess({
      storage: store,
      effects: outside,
      runner,
      life,
      isPoison(input) {
        const poison = poisonOf(input);
        if (poison !== undefined) dying.push(poison);
        return poison !== undefined;
      },
    });
    const { storage, effects } = process;
    const engine = createEngine({
      storage,
      effects,
      runner: process.runner,
      ids,
      clock: world.clock,
      alarm: world.clock,
    });
    const workers = engine.startWorkers({ isAlone: true });
    for (let slice = 0; slice < seconds * 4 && !process.isDead(); slice += 1) {
      await flush(process.isDead);
      process.idle(250);
      if (!process.isDead()) world.clock.advance(250);
    }
    await flush(process.isDead);
    if (!process.isDead()) return workers.stop();
    const [poison] = dying;
    if (poison !== undefined) tally.deaths.set(poison, (tally.deaths.get(poison) ?? 0) + 1);
    else tally.kills += 1;
    if (poison === undefined && process.diedInTrial()) tally.killsInTrial += 1;
    // Let what a dead process still had under way come to its end.
    await flush(() => false);
  }

  for (let life = 0; life < lives; life += 1) {
    for (let count = random(4); count > 0; count -= 1) {
      const token = customers[random(customers.length)] as string;
      const isPoison = random(40) === 0;
      poisons += isPoison ? 1 : 0;
      await write(token, isPoison ? `${random(2) === 0 ? 'in' : 'out'}-${poisons}` : `m${life}`);
    }
    await live(random(random(2) === 0 ? 2_000 : 100_000), 2);
  }
  for (let last = 0; last < 3 * poisons + 1; last += 1) await live(Number.POSITIVE_INFINITY, 3);
  return tally;
}

async function check(world: World, store: Storage, seed: number, lives: number): Promise<Tally> {
  await world.publish(bot);
  const tally = await killOften(world, store, seed, lives);
  for (const [token, said] of tally.said) {
    const told = (await world.told(token)).filter((line) => !line.startsWith('customer'));
    expect([token, told]).toEqual([token, expectedOf(said)]);
  }
  expect([...tally.deaths.values()].filter((deaths) => deaths > 3)).toEqual([]);
  expect(tally.deaths.size).toBeGreaterThan(lives / 100);
  expect(tally.kills).toBeGreaterThan(lives / 3);
  return tally;
}

it.for([1, 2])(
  '[CV20][CV50][CV51][CV52] thousands of kills give up no healthy message, and every poison after at most three deaths (seed %i)',
  { timeout: 120_000 },
  async (seed) => {
    const storage = memoryStorage();
    await check(await openWorld({ storage }), storage, seed, 1_000);
  },
);

it('[CV20][CV50][CV51][CV52] the same in a file', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'botwright-deaths-'));
  const storage = sqliteStorage({ file: join(folder, 'bots.db') });
  try {
    await check(await openWorld({ storage }), storage, 4, 200);
  } finally {
    await storage.close();
    rmSync(folder, { recursive: true });
  }
});
