import { memoryStorage } from '@botwright/core/memory';
import type { DecidedRecords, EffectHost, Program, Storage } from '@botwright/core/ports';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { commit, recordsOf } from '../../../core/test/stored-records.ts';
import { brand, type Chat, startChat } from '../support/chat.ts';

/** Asks, calls a webhook, and repeats the answer and the response. */
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

/** The call of the store or of the effect host at which the process dies. */
interface CallBudget {
  left: number;
}

class Crash extends Error {}

function countCall(budget: CallBudget): void {
  budget.left -= 1;
  if (budget.left < 0) throw new Crash('The process died.');
}

/** A store whose process dies: before a call, between two requests of a program, or before a commit is acknowledged. */
function crashingStorage(storage: Storage, budget: CallBudget): Storage {
  const { conversationQueue, exclusive, ...others } = storage;
  return {
    ...others,
    conversationQueue: {
      ...conversationQueue,
      async release(...args) {
        countCall(budget);
        await conversationQueue.release(...args);
      },
    },
    async read(scope, requests) {
      countCall(budget);
      return storage.read(scope, requests);
    },
    async commit(scope, batch) {
      countCall(budget);
      const outcome = await storage.commit(scope, batch);
      countCall(budget);
      return outcome;
    },
    ...(exclusive !== undefined && {
      async exclusive(scope, program) {
        const ran = await exclusive(scope, () => crashing(program(), budget));
        countCall(budget);
        return ran;
      },
    }),
  };
}

function* crashing<TDecision extends DecidedRecords>(
  program: Program<TDecision>,
  budget: CallBudget,
): Program<TDecision> {
  countCall(budget);
  let step = program.next([]);
  while (step.done !== true) {
    const answers = yield step.value;
    countCall(budget);
    step = program.next(answers);
  }
  return step.value;
}

/** Runs until the process dies or no work is left; after a death the next process goes on when the lease has ended. */
async function workThrough(chat: Chat, storage: Storage, effects: EffectHost, crashes: readonly number[]) {
  for (const left of [...crashes, Number.POSITIVE_INFINITY]) {
    const budget: CallBudget = { left };
    const host: EffectHost = {
      async carryOut(effect, place) {
        countCall(budget);
        const outcome = await effects.carryOut(effect, place);
        countCall(budget);
        return outcome;
      },
    };
    const process = await openProcess(chat, crashingStorage(storage, budget), host);
    await process().catch((error: unknown) => {
      if (!(error instanceof Crash)) throw error;
    });
    chat.clock.advance(31_000);
  }
}

async function openProcess(chat: Chat, storage: Storage, effects: EffectHost): Promise<() => Promise<void>> {
  const next = chat.another({ storage, effects });
  return async () => {
    for (;;) {
      const found = await chat.waiting();
      if (found === undefined) return;
      await next.conversations.runUntilIdle(found);
    }
  };
}

it('[CV19][CV20][CV21] crashes at any call leave a conversation as if there had been none, and effects keep their ids', async () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 });
  const crashes = fc.array(fc.nat(30), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(words, crashes, fc.boolean(), fc.boolean(), async (said, points, isAtOnce, hasLock) => {
      const memory = memoryStorage();
      const { exclusive, ...others } = memory;
      const storage = { ...others, ...(hasLock && { exclusive }) };
      const chat = await startChat({ storage });
      await chat.publish(bot);
      const calls = new Map<string, string[]>();
      const effects: EffectHost = {
        async carryOut(effect) {
          const url = effect.kind === 'webhook' ? effect.url : '';
          calls.set(effect.id, [...(calls.get(effect.id) ?? []), url]);
          return { ok: true, value: { status: 200, body: url.slice(-1).toUpperCase() } };
        },
      };
      for (const word of ['hi', ...said]) {
        await chat.say(word);
        if (!isAtOnce) await workThrough(chat, storage, effects, points);
      }
      await workThrough(chat, storage, effects, points);

      const answers = (await chat.transcript()).filter((line) => !line.startsWith('customer'));
      expect(answers).toEqual(['bot: What?', ...said.map((word) => `bot: ${word} made ${word.toUpperCase()}`)]);
      expect([...calls.values()].map((urls) => [...new Set(urls)])).toEqual(
        said.map((word) => [`https://example.org/${word}`]),
      );
      expect(memory.dump().conversationWork).toEqual([]);
      expect(recordsOf(memory, 'conversation').map(({ effectsJson }) => effectsJson)).toEqual([undefined]);
    }),
    { seed: 20261121, numRuns: 30 },
  );
});

it('[CV17][CV20] every message of a customer with a bot is answered once, in any order of arrival', async () => {
  const step = fc.constantFrom('say', 'say', 'say', 'work', 'take over', 'launch', 'close');
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const chat = await startChat();
      const { id } = await chat.publish({
        blocks: { start: ['ask_question', { text: 'first' }], more: ['ask_question', { text: 'more' }] },
        connections: ['start.$success--more', 'more.$success--more'],
      });
      const number = await chat.say('hi');
      await chat.work();
      let expected: readonly string[] = ['first'];
      let state: 'begun' | 'new' = 'begun';
      let isWithBot = true;
      for (const each of steps) {
        if (each === 'say') {
          await chat.say('x');
          if (isWithBot) expected = [...expected, state === 'begun' ? 'more' : 'first'];
          if (isWithBot) state = 'begun';
        } else if (each === 'work') {
          await chat.work();
        } else if (each === 'close') {
          await chat.caller.conversations.close(number);
          state = 'new';
        } else {
          // Messages that wait when a person takes over are not answered: a model of that would repeat the engine.
          await chat.work();
          isWithBot = each === 'launch';
          state = isWithBot ? 'begun' : 'new';
          if (isWithBot) expected = [...expected, 'first'];
          const change = isWithBot ? { botId: id, agentId: undefined } : { botId: undefined, agentId: 9 };
          const item = { kind: isWithBot ? 'start' : 'taken_over' } as const;
          await commit(
            chat.storage,
            brand,
            { kind: 'updateCustomer', number, change },
            { kind: 'enqueue', customer: number, item, at: chat.clock.now() },
          );
        }
      }
      await chat.work();
      const answers = (await chat.transcript()).filter((line) => line.startsWith('bot'));
      expect(answers).toEqual(expected.map((text) => `bot: ${text}`));
    }),
    { seed: 20261121, numRuns: 40 },
  );
});
