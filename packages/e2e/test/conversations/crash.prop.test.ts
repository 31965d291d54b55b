import type { EffectHost, Storage } from '@botwright/core';
import { memoryStorage } from '@botwright/core/memory';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { brand, openWorld, type World } from './world.ts';

/** Asks, calls out, and says back what was answered and what was called. */
const bot = {
  blocks: {
    start: ['ask_question', { text: 'What?', destination: 'said' }],
    call: ['webhook', { url: 'https://example.org/@{said}', destination: 'answer' }],
    back: ['ask_question', { text: '@{said} made @{answer}', destination: 'said' }],
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

/** Everything that happens beyond this call of the store, or of the effect host, does not happen. */
interface Fuse {
  left: number;
}

class Crash extends Error {}

function burn(fuse: Fuse): void {
  fuse.left -= 1;
  if (fuse.left < 0) throw new Crash('The process died.');
}

/** A store whose process dies: before a call, or between a commit and word of it. */
function mortal(storage: Storage, fuse: Fuse): Storage {
  const { conversationQueue } = storage;
  return {
    ...storage,
    conversationQueue: {
      ...conversationQueue,
      async release(...args) {
        burn(fuse);
        await conversationQueue.release(...args);
      },
    },
    async transaction(name, work) {
      burn(fuse);
      const result = await storage.transaction(name, async (tx) => {
        const calls = Object.entries(tx.conversations).map(([method, call]) => [
          method,
          (...args: unknown[]) => {
            burn(fuse);
            return (call as (...given: unknown[]) => unknown)(...args);
          },
        ]);
        return work({ ...tx, conversations: Object.fromEntries(calls) });
      });
      burn(fuse);
      return result;
    },
  };
}

/** Works until the process dies or nothing is left; then whoever comes next does, when the lease has ended. */
async function workThrough(world: World, storage: Storage, effects: EffectHost, crashes: readonly number[]) {
  for (const left of [...crashes, Number.POSITIVE_INFINITY]) {
    const fuse: Fuse = { left };
    const host: EffectHost = {
      async carryOut(effect, place) {
        burn(fuse);
        const outcome = await effects.carryOut(effect, place);
        burn(fuse);
        return outcome;
      },
    };
    const process = await openProcess(world, mortal(storage, fuse), host);
    await process().catch((error: unknown) => {
      if (!(error instanceof Crash)) throw error;
    });
    world.clock.advance(31_000);
  }
}

async function openProcess(world: World, storage: Storage, effects: EffectHost): Promise<() => Promise<void>> {
  const next = world.another({ storage, effects });
  return async () => {
    for (;;) {
      const found = await world.waiting();
      if (found === undefined) return;
      await next.conversations.settle(found);
    }
  };
}

it('[CV19][CV20][CV21] after crashes anywhere a conversation is as if there had been none, and effects keep their ids', async () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 });
  const crashes = fc.array(fc.nat(30), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(words, crashes, fc.boolean(), async (said, points, isAtOnce) => {
      const storage = memoryStorage();
      const world = await openWorld({ storage });
      await world.publish(bot);
      const calls = new Map<string, string[]>();
      const effects: EffectHost = {
        async carryOut(effect) {
          const url = effect.kind === 'webhook' ? effect.url : '';
          calls.set(effect.id, [...(calls.get(effect.id) ?? []), url]);
          return { ok: true, value: { status: 200, body: url.slice(-1).toUpperCase() } };
        },
      };
      for (const word of ['hi', ...said]) {
        await world.say(word);
        if (!isAtOnce) await workThrough(world, storage, effects, points);
      }
      await workThrough(world, storage, effects, points);

      const answers = (await world.told()).filter((line) => !line.startsWith('customer'));
      expect(answers).toEqual(['bot: What?', ...said.map((word) => `bot: ${word} made ${word.toUpperCase()}`)]);
      expect([...calls.values()].map((urls) => [...new Set(urls)])).toEqual(
        said.map((word) => [`https://example.org/${word}`]),
      );
      const { conversations } = storage.peek();
      expect(conversations.map(({ inbox, record }) => [inbox, record?.effectsJson])).toEqual([[[], undefined]]);
      expect(await storage.reader(brand).conversations.find(conversations[0]?.customerNumber ?? 0)).toBeDefined();
    }),
    { seed: 20261121, numRuns: 30 },
  );
});

it('[CV17][CV20] whatever comes in, in whatever order, every message of a customer with a bot is answered once', async () => {
  const step = fc.constantFrom('say', 'say', 'say', 'work', 'take over', 'launch', 'close');
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const world = await openWorld();
      const { id } = await world.publish({
        blocks: { start: ['ask_question', { text: 'first' }], more: ['ask_question', { text: 'more' }] },
        connections: ['start.$success--more', 'more.$success--more'],
      });
      const number = await world.say('hi');
      await world.work();
      let expected: readonly string[] = ['first'];
      let state: 'begun' | 'new' = 'begun';
      let isWithBot = true;
      for (const each of steps) {
        if (each === 'say') {
          await world.say('x');
          if (isWithBot) expected = [...expected, state === 'begun' ? 'more' : 'first'];
          if (isWithBot) state = 'begun';
        } else if (each === 'work') {
          await world.work();
        } else if (each === 'close') {
          await world.caller.conversations.close(number);
          state = 'new';
        } else {
          // What waits when somebody takes over is answered by nobody: a model of it would be the engine again.
          await world.work();
          isWithBot = each === 'launch';
          state = isWithBot ? 'begun' : 'new';
          if (isWithBot) expected = [...expected, 'first'];
          await world.storage.transaction(brand, async (tx) => {
            await tx.customers.claim(number);
            await tx.customers.update(
              number,
              isWithBot ? { botId: id, agentId: undefined } : { botId: undefined, agentId: 9 },
            );
            await tx.conversations.push(number, { kind: isWithBot ? 'start' : 'taken_over' }, world.clock.now());
          });
        }
      }
      await world.work();
      const answers = (await world.told()).filter((line) => line.startsWith('bot'));
      expect(answers).toEqual(expected.map((text) => `bot: ${text}`));
    }),
    { seed: 20261121, numRuns: 40 },
  );
});
