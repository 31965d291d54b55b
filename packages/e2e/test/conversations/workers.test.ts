import type { EffectOutcome, HostedEffect } from '@botwright/core/conversation';
import { memoryStorage } from '@botwright/core/memory';
import type { EffectHost } from '@botwright/core/ports';
import { conversationRunner } from '@botwright/core/runner';
import { expect, it } from 'vitest';
import { commit, readsOf } from '../../../core/test/stored-records.ts';
import { brand, startChat } from '../support/chat.ts';
import { echo } from '../support/diagrams.ts';
import { newCustomer } from '../support/new-customer.ts';
import { watchPrograms } from '../support/watched-programs.ts';

/** Runs everything that does not wait for the clock. */
async function flush(): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

const caller = {
  blocks: {
    start: ['webhook', { url: 'https://example.org/', destination: 'answer' }],
    done: ['ask_question', { text: 'It said @{answer}' }],
    failed: ['ask_question', { text: 'It failed' }],
  },
  connections: ['start.$success--done', 'start.$failed--failed'],
} as const;

/** An effect host whose answers the test gives. */
function heldHost(): EffectHost & {
  readonly asked: HostedEffect[];
  answer(outcome: EffectOutcome | 'later'): void;
  fail(error: Error): void;
} {
  const asked: HostedEffect[] = [];
  let current = Promise.withResolvers<EffectOutcome | 'later'>();
  return {
    asked,
    carryOut(effect) {
      asked.push(effect);
      current = Promise.withResolvers();
      return current.promise;
    },
    answer: (outcome) => current.resolve(outcome),
    fail: (error) => current.reject(error),
  };
}

const pong: EffectOutcome = { ok: true, value: { status: 200, body: 'pong' } };

it('[CV17][CV29] a worker answers at once, the messages of each customer in order', async () => {
  const chat = await startChat();
  await chat.publish(echo);
  const workers = chat.engine.startWorkers();
  await flush();
  await Promise.all([chat.say('hi', 'ada'), chat.say('hi', 'bob')]);
  await Promise.all([chat.say('Ada', 'ada'), chat.say('Bob', 'bob')]);
  await flush();
  for (const [token, name] of [
    ['ada', 'Ada'],
    ['bob', 'Bob'],
  ] as const) {
    const said = await chat.transcript(token);
    expect(said.filter((line) => line.startsWith('bot'))).toEqual(['bot: Your name?', `bot: Hello ${name}!`]);
  }
  await workers.stop();
});

it('[CV29] a message that another process stored is found within a second', async () => {
  const chat = await startChat();
  await chat.publish(echo);
  const workers = chat.engine.startWorkers();
  await flush();
  const query = { state: 'active', workspaces: [1], order: 'created', page: 1, pageSize: 1 } as const;
  const { items } = await readsOf(chat.storage, brand).load({ kind: 'bots', query });
  const members = { channelNumber: chat.channel, token: 'ada', botId: items[0]?.id as string };
  const number = await newCustomer(chat.storage, brand, members);
  const start = { kind: 'enqueue', customer: number, item: { kind: 'start' }, at: chat.clock.now() } as const;
  await commit(chat.storage, brand, start);
  expect(number).toBeGreaterThan(0);
  await flush();
  expect(await chat.transcript()).toEqual([]);
  chat.clock.advance(1_000);
  await flush();
  expect(await chat.transcript()).toEqual(['bot: Your name?']);
  await workers.stop();
});

it('[CV18] a worker that lost its lease commits nothing', async () => {
  const storage = memoryStorage();
  const effects = heldHost();
  const chat = await startChat({ storage, effects });
  await chat.publish(caller);
  const number = await chat.say('hi');
  const first = chat.engine.startWorkers({ conversations: { leaseMs: 30_000 } });
  await flush();
  expect(effects.asked.length).toBe(1);
  await storage.conversationQueue.recover();
  const lease = {
    worker: 'thief',
    now: chat.clock.now(),
    leaseUntil: chat.clock.now() + 60_000,
    limit: 1,
    work: 'effects',
  } as const;
  expect(await storage.conversationQueue.claim(lease)).toEqual([{ brand, customerNumber: number, deaths: 1 }]);
  effects.answer(pong);
  await flush();
  expect(await chat.transcript()).toEqual(['customer: hi']);
  await storage.conversationQueue.release('thief', [{ brand, customerNumber: number }]);
  chat.clock.advance(1_000);
  await flush();
  effects.answer(pong);
  await flush();
  expect(await chat.transcript()).toEqual(['customer: hi', 'bot: It said pong']);
  await first.stop();
});

it('[CV18] a lease is extended as long as a step takes', async () => {
  const effects = heldHost();
  const chat = await startChat({ effects });
  await chat.publish(caller);
  await chat.say('hi');
  const workers = chat.engine.startWorkers({ conversations: { leaseMs: 3_000, effectLimitMs: 60_000 } });
  await flush();
  for (let second = 0; second < 10; second += 1) {
    chat.clock.advance(1_000);
    await flush();
  }
  expect(effects.asked.length).toBe(1);
  const lease = {
    worker: 'other',
    now: chat.clock.now(),
    leaseUntil: chat.clock.now() + 1,
    limit: 1,
    work: 'effects',
  } as const;
  expect(await chat.storage.conversationQueue.claim(lease)).toEqual([]);
  effects.answer(pong);
  await flush();
  expect(await chat.transcript()).toEqual(['customer: hi', 'bot: It said pong']);
  await workers.stop();
});

it('[CV21][CV22] an effect is carried out after its step, while the inbox waits', async () => {
  const effects = heldHost();
  const chat = await startChat({ effects });
  await chat.publish({
    ...caller,
    blocks: { ...caller.blocks, last: ['ask_question', { text: 'Then?' }] },
    connections: [...caller.connections, 'done.$success--last'],
  });
  const number = await chat.say('hi');
  const workers = chat.engine.startWorkers();
  await flush();
  const { effectsJson = '' } =
    (await readsOf(chat.storage, brand).load({ kind: 'conversation', customer: number })) ?? {};
  expect(JSON.parse(effectsJson)).toEqual(effects.asked);
  await chat.say('hello?');
  await flush();
  expect(await chat.transcript()).toEqual(['customer: hi', 'customer: hello?']);
  effects.answer(pong);
  await flush();
  expect((await chat.transcript()).slice(2)).toEqual(['bot: It said pong', 'bot: Then?']);
  await workers.stop();
});

it.for([
  [
    'takes too long',
    (_: ReturnType<typeof heldHost>, chat: { clock: { advance(ms: number): void } }) => chat.clock.advance(60_000),
  ],
  ['is rejected', (host: ReturnType<typeof heldHost>) => host.fail(new Error('no'))],
  ['is said to have failed', (host: ReturnType<typeof heldHost>) => host.answer({ ok: false, reason: 'connect' })],
] as const)('[CV23] an effect that %s fails', async ([, end]) => {
  const effects = heldHost();
  const chat = await startChat({ effects });
  await chat.publish(caller);
  await chat.say('hi');
  const workers = chat.engine.startWorkers();
  await flush();
  end(effects, chat);
  await flush();
  expect(await chat.transcript()).toEqual(['customer: hi', 'bot: It failed']);
  await workers.stop();
});

it('[CV24] the host can give an outcome later; messages until then are stored and not answered', async () => {
  const effects = heldHost();
  const chat = await startChat({ effects });
  await chat.publish(caller);
  const number = await chat.say('hi');
  const workers = chat.engine.startWorkers();
  await flush();
  effects.answer('later');
  await flush();
  await chat.say('hello?');
  await flush();
  expect(await chat.transcript()).toEqual(['customer: hi', 'customer: hello?']);
  await chat.caller.conversations.resolve(number, 'another', pong);
  await flush();
  expect((await chat.transcript()).length).toBe(2);
  for (let time = 0; time < 2; time += 1) {
    await chat.caller.conversations.resolve(number, effects.asked[0]?.id ?? '', pong);
    await flush();
  }
  expect((await chat.transcript()).slice(2)).toEqual(['bot: It said pong']);
  expect(effects.asked.length).toBe(1);
  await workers.stop();
});

it('[CV25][CV26][CV27] a step that fails is tried again at growing intervals, and given up', async () => {
  const runner = conversationRunner();
  const times: number[] = [];
  const faults: unknown[] = [];
  const chat = await startChat({
    runner: {
      ...runner,
      step(bot, state, input, context) {
        if (input.kind === 'message' && input.message.type === 'text' && input.message.text === 'boom') {
          times.push(context.now);
          throw new Error('boom');
        }
        return runner.step(bot as never, state as never, input, context);
      },
    },
  });
  await chat.publish(echo);
  await chat.say('boom');
  await chat.say('hi');
  const workers = chat.engine.startWorkers({ conversations: { onFault: ({ error }) => faults.push(error) } });
  for (let second = 0; second < 40; second += 1) {
    await flush();
    chat.clock.advance(1_000);
  }
  expect(times.map((time) => (time - (times[0] ?? 0)) / 1_000)).toEqual([0, 1, 3, 7, 15]);
  expect(faults.map((fault) => (fault as Error).message)).toEqual(Array(5).fill('boom'));
  expect(await chat.transcript()).toEqual([
    'customer: boom',
    'customer: hi',
    'sys: (error step_failed)',
    'bot: Your name?',
  ]);
  await workers.stop();
});

it('[CV26] no step is given up while the store fails', async () => {
  const storage = memoryStorage();
  let isBroken = false;
  const broken = watchPrograms(storage, () => {
    if (isBroken) throw new Error('The disk is full.');
  });
  const chat = await startChat({ storage: broken });
  await chat.publish(echo);
  await chat.say('hi');
  isBroken = true;
  const workers = chat.engine.startWorkers();
  for (let minute = 0; minute < 12; minute += 1) {
    await flush();
    chat.clock.advance(60_000);
  }
  isBroken = false;
  await flush();
  chat.clock.advance(60_000);
  await flush();
  expect(await chat.transcript()).toEqual(['customer: hi', 'bot: Your name?']);
  await workers.stop();
});

it('[CV28] stopping releases all leases, and leaves an effect under way to the next worker', async () => {
  const effects = heldHost();
  const chat = await startChat({ effects });
  await chat.publish(caller);
  const number = await chat.say('hi');
  const workers = chat.engine.startWorkers();
  await flush();
  const stopped = workers.stop();
  await flush();
  chat.clock.advance(5_000);
  await stopped;
  const next = {
    worker: 'next',
    now: chat.clock.now(),
    leaseUntil: chat.clock.now() + 1,
    limit: 9,
    work: 'effects',
  } as const;
  expect(await chat.storage.conversationQueue.claim(next)).toEqual([{ brand, customerNumber: number, deaths: 0 }]);
  await chat.storage.conversationQueue.release('next', [{ brand, customerNumber: number }]);
  const again = chat.engine.startWorkers();
  await flush();
  expect(effects.asked.map(({ id }) => id)).toEqual([effects.asked[0]?.id, effects.asked[0]?.id]);
  effects.answer(pong);
  await flush();
  expect(await chat.transcript()).toEqual(['customer: hi', 'bot: It said pong']);
  await again.stop();
});

it('[CV28] a worker that is alone takes over the leases of a dead one at once', async () => {
  const chat = await startChat();
  await chat.publish(echo);
  await chat.say('hi');
  const now = chat.clock.now();
  await chat.storage.conversationQueue.claim({
    worker: 'dead',
    now,
    leaseUntil: now + 30_000,
    work: 'step',
    limit: 1,
  });
  const workers = chat.engine.startWorkers({ isAlone: true });
  await flush();
  expect((await chat.transcript()).at(-1)).toBe('bot: Your name?');
  await workers.stop();
});
