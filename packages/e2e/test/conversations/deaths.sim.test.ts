import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEngine } from '@botwright/core';
import { memoryStorage } from '@botwright/core/memory';
import type { EffectHost, Storage } from '@botwright/core/ports';
import { conversationRunner } from '@botwright/core/runner';
import { deterministicIds } from '@botwright/core/testing';
import { sqliteStorage } from '@botwright/storage/sqlite';
import { expect, it } from 'vitest';
import { type Chat, startChat } from '../support/chat.ts';
import { killableProcess } from '../support/killable-process.ts';

/** Asks, and then repeats the webhook's answer to each message. */
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

/** `in-…` is fatal as a message, `out-…` as the outcome of the webhook. */
function fatalTextOf(input: unknown): string | undefined {
  return /"(in-\d+|re-out-\d+)"/.exec(JSON.stringify(input))?.[1];
}

/** The messages that a customer should get. The first message of a new conversation only starts it. */
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
  /** The deaths that fatal messages caused. */
  readonly deaths: Map<string, number>;
  kills: number;
  killsInTrial: number;
}

const customers = ['ada', 'bob', 'cy', 'dee', 'eve', 'fay', 'gil', 'hal'];

/** Kills process after process, each at a random point, while customers write and some messages are fatal. */
async function killOften(chat: Chat, store: Storage, seed: number, lives: number): Promise<Tally> {
  const random = randomNumbers(seed);
  const tally: Tally = { said: new Map(), deaths: new Map(), kills: 0, killsInTrial: 0 };
  const ids = deterministicIds();
  const runner = conversationRunner();
  let poisons = 0;

  async function write(token: string, text: string): Promise<void> {
    await chat.say(text, token);
    tally.said.set(token, [...(tally.said.get(token) ?? []), text]);
  }

  async function live(life: number, seconds: number): Promise<void> {
    const dying: string[] = [];
    const process = killableProcess({
      storage: store,
      effects: outside,
      runner,
      life,
      isFatal(input) {
        const poison = fatalTextOf(input);
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
      clock: chat.clock,
      timer: chat.clock,
    });
    const workers = engine.startWorkers({ isAlone: true });
    for (let slice = 0; slice < seconds * 4 && !process.isDead(); slice += 1) {
      await flush(process.isDead);
      process.idle(250);
      if (!process.isDead()) chat.clock.advance(250);
    }
    await flush(process.isDead);
    if (!process.isDead()) return workers.stop();
    const [poison] = dying;
    if (poison !== undefined) tally.deaths.set(poison, (tally.deaths.get(poison) ?? 0) + 1);
    else tally.kills += 1;
    if (poison === undefined && process.diedInTrial()) tally.killsInTrial += 1;
    // Let the calls that a dead process had begun end.
    await flush(() => false);
  }

  for (let life = 0; life < lives; life += 1) {
    for (let count = random(4); count > 0; count -= 1) {
      const token = customers[random(customers.length)] as string;
      const isFatal = random(40) === 0;
      poisons += isFatal ? 1 : 0;
      await write(token, isFatal ? `${random(2) === 0 ? 'in' : 'out'}-${poisons}` : `m${life}`);
    }
    await live(random(random(2) === 0 ? 2_000 : 100_000), 2);
  }
  for (let last = 0; last < 3 * poisons + 1; last += 1) await live(Number.POSITIVE_INFINITY, 3);
  return tally;
}

async function check(chat: Chat, store: Storage, seed: number, lives: number): Promise<Tally> {
  await chat.publish(bot);
  const tally = await killOften(chat, store, seed, lives);
  for (const [token, said] of tally.said) {
    const answers = (await chat.transcript(token)).filter((line) => !line.startsWith('customer'));
    expect([token, answers]).toEqual([token, expectedOf(said)]);
  }
  expect([...tally.deaths.values()].filter((deaths) => deaths > 3)).toEqual([]);
  expect(tally.deaths.size).toBeGreaterThan(lives / 100);
  expect(tally.kills).toBeGreaterThan(lives / 3);
  return tally;
}

it.for([1, 2])(
  '[CV20][CV50][CV51][CV52] hundreds of kills give up no healthy message, and each fatal one after at most three deaths (seed %i)',
  { timeout: 120_000 },
  async (seed) => {
    // Without its lock, processes also die between their reads and their commits.
    const { exclusive: _, ...storage } = memoryStorage();
    await check(await startChat({ storage }), storage, seed, 400);
  },
);

it('[CV20][CV50][CV51][CV52] a hundred kills do the same to a store in a file', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'botwright-deaths-'));
  const storage = sqliteStorage({ file: join(folder, 'bots.db') });
  try {
    await check(await startChat({ storage }), storage, 4, 120);
  } finally {
    await storage.close();
    rmSync(folder, { recursive: true });
  }
});
