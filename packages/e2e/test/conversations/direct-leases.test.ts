import { memoryStorage } from '@botwright/core/memory';
import type { Storage } from '@botwright/core/ports';
import { expect, it } from 'vitest';
import { brand, startChat } from '../support/chat.ts';
import { echo } from '../support/diagrams.ts';

/** Runs everything that does not wait for the clock. */
async function flush(): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

type Chat = Awaited<ReturnType<typeof startChat>>;

/** Counts the claims of steps, and the conversations that they get. */
function watchClaims({ storage }: Chat): { readonly made: () => number; readonly got: () => number } {
  let made = 0;
  let got = 0;
  const { conversationQueue } = storage;
  const claim = conversationQueue.claim.bind(conversationQueue);
  conversationQueue.claim = async (request) => {
    const claimed = await claim(request);
    if (request.work === 'step') made += 1;
    got += claimed.length;
    return claimed;
  };
  return { made: () => made, got: () => got };
}

const answered = async (chat: Chat, token: string) =>
  (await chat.transcript(token)).filter((line) => line.startsWith('bot')).length;

it('[CV73] a message of this process begins without a claim', async () => {
  const chat = await startChat();
  await chat.publish(echo);
  const workers = chat.engine.startWorkers();
  await flush();
  const claims = watchClaims(chat);
  for (const token of ['ada', 'bob', 'cyd']) await chat.say('hi', token);
  await flush();
  for (const token of ['ada', 'bob', 'cyd']) expect(await answered(chat, token)).toBe(1);
  expect([claims.made(), claims.got()]).toEqual([0, 0]);
  await workers.stop();
});

it('[CV73] without a worker, or while it stops, messages wait in the store', async () => {
  const chat = await startChat();
  await chat.publish(echo);
  await chat.say('hi', 'ada');
  const workers = chat.engine.startWorkers();
  await flush();
  expect(await answered(chat, 'ada')).toBe(1);
  const stopped = workers.stop();
  await chat.say('hi', 'bob');
  await stopped;
  await flush();
  expect(await answered(chat, 'bob')).toBe(0);
  const again = chat.engine.startWorkers();
  await flush();
  expect(await answered(chat, 'bob')).toBe(1);
  await again.stop();
});

it('[CV73][CV53] a brand is given fewer than half of the slots in that way, and the others wait for a claim', async () => {
  const chat = await startChat();
  await chat.publish(echo);
  const workers = chat.engine.startWorkers({ conversations: { concurrency: 8 } });
  await flush();
  const claims = watchClaims(chat);
  await Promise.all(Array.from({ length: 12 }, (_, index) => chat.say('hi', `c${index}`)));
  await flush();
  for (let index = 0; index < 12; index += 1) expect(await answered(chat, `c${index}`)).toBe(1);
  expect(claims.got()).toBeGreaterThanOrEqual(12 - 4);
  await workers.stop();
});

it('[CV73][CV60] what may be leased by a transaction whose outcome nobody knows is free when that lease ends', async () => {
  const storage = memoryStorage();
  const cause = new Error('The connection broke during the commit.');
  let isLost = false;
  let isAway = false;
  const breaking: Storage = {
    ...storage,
    async exclusive(scope, program) {
      const ran = await storage.exclusive(scope, program);
      if (!isLost) return ran;
      isLost = false;
      isAway = true;
      return { ...ran, committed: { kind: 'unknown', cause } };
    },
    read: (scope, requests) => (isAway ? Promise.reject(cause) : storage.read(scope, requests)),
  };
  const chat = await startChat({ storage: breaking });
  await chat.publish(echo);
  const workers = chat.engine.startWorkers({ conversations: { leaseMs: 3_000 } });
  await flush();
  isLost = true;
  await expect(chat.say('hi', 'ada')).rejects.toThrow('The connection broke');
  isAway = false;
  await chat.say('hi', 'bob');
  await flush();
  expect([await answered(chat, 'ada'), await answered(chat, 'bob')]).toEqual([0, 1]);
  for (let second = 0; second < 4; second += 1) {
    chat.clock.advance(1_000);
    await flush();
  }
  expect(await answered(chat, 'ada')).toBe(1);
  await workers.stop();
});

it('[CV73][CV60] what is leased by a transaction whose answer was lost is free when that lease ends', async () => {
  const storage = memoryStorage();
  let isLost = false;
  const losing: Storage = {
    ...storage,
    async exclusive(scope, program) {
      const ran = await storage.exclusive(scope, program);
      if (!isLost) return ran;
      isLost = false;
      return { ...ran, committed: { kind: 'unknown', cause: new Error('The connection broke during the commit.') } };
    },
  };
  const chat = await startChat({ storage: losing });
  await chat.publish(echo);
  const workers = chat.engine.startWorkers({ conversations: { leaseMs: 3_000 } });
  await flush();
  isLost = true;
  await chat.say('hi', 'ada');
  for (let second = 0; second < 6; second += 1) {
    // Its other conversations let the worker extend its leases.
    await chat.say('hi', `bob-${second}`);
    chat.clock.advance(1_000);
    await flush();
  }
  expect(await answered(chat, 'ada')).toBe(1);
  await workers.stop();
});

it('[CV73] nothing is leased for a message that is refused', async () => {
  const chat = await startChat();
  await chat.publish(echo);
  const workers = chat.engine.startWorkers({ conversations: { concurrency: 4 } });
  await flush();
  const claims = watchClaims(chat);
  for (let index = 0; index < 20; index += 1) {
    const refused = chat.engine
      .channel({ brand, channelNumber: 999 })
      .send('ada', { message: { type: 'text', message: 'hi' } });
    await expect(refused).rejects.toMatchObject({ code: 'channel_not_found' });
  }
  await chat.say('hi', 'ada');
  await flush();
  expect([await answered(chat, 'ada'), claims.got()]).toEqual([1, 0]);
  await workers.stop();
});
