import type { ConversationNews } from '@botwright/core/front';
import type { LanguageModel } from '@botwright/core/ports';
import { expect, it } from 'vitest';
import { type ChatOptions, lineOf, startChat } from '../support/chat.ts';

/** Runs everything that does not wait for the clock. */
async function flush(): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** A visitor who has asked a model. The test says what the model does. */
async function startStream(params: object = {}, options: ChatOptions = {}) {
  const answer = Promise.withResolvers<string>();
  let onText: ((part: string) => void) | undefined;
  const small: LanguageModel = {
    async complete(_, given) {
      onText = given.onText;
      return { text: await answer.promise, usage: { in: 1, out: 1 } };
    },
  };
  const chat = await startChat({ models: { small }, ...options });
  const bot = await chat.publish({
    family: 'native',
    blocks: {
      start: ['ask_question', { text: 'What?' }],
      ask: ['language_model', { model: 'small', ...params }],
      failed: ['ask_question', { text: 'failed' }],
      done: ['ask_question', { text: 'More?' }],
    },
    connections: ['start.$success--ask', 'ask.$success--done', 'ask.$failed--failed'],
  });
  const { visitor } = await chat.engine.webChat.begin(bot.number);
  await chat.work();
  await chat.engine.webChat.send(visitor, { message: { type: 'text', message: 'Hi' } });
  const working = chat.work();
  await flush();
  const follow = (engine = chat.engine) => {
    const heard: string[] = [];
    const ending = new AbortController();
    const ended = (async () => {
      const news: AsyncIterable<ConversationNews> = engine.webChat.follow(visitor, { after: 2, signal: ending.signal });
      for await (const { messages, status, part } of news) {
        heard.push(...messages.map(lineOf), `<${status}>`, ...(part === undefined ? [] : [`${part.seq} ${part.text}`]));
      }
    })();
    return {
      async news() {
        await flush();
        return heard.splice(0);
      },
      async end() {
        ending.abort();
        await ended;
      },
    };
  };
  const say = async (part: string) => {
    onText?.(part);
    chat.clock.advance(100);
    await flush();
  };
  return { chat, visitor, working, follow, say, answer, mayStream: () => onText !== undefined };
}

it('[LM30] a follower gets the parts of an answer, and then the message', async () => {
  const { follow, say, answer, working } = await startStream();
  const followed = follow();
  expect(await followed.news()).toEqual(['<working>']);
  await say('Hel');
  await say('lo \ud83d');
  await say('\ude00!');
  expect(await followed.news()).toEqual(['<working>', '1 Hel', '<working>', '2 lo ', '<working>', '3 😀!']);
  answer.resolve('Hello 😀!');
  await working;
  expect(await followed.news()).toEqual(['bot: Hello 😀!', 'bot: More?', '<waiting>']);
  await followed.end();
});

it('[LM30] a follower who comes later gets the text until then as the first part', async () => {
  const { follow, say, answer, working } = await startStream();
  await say('Hel');
  await say('lo');
  const followed = follow();
  expect(await followed.news()).toEqual(['<working>', '1 Hello']);
  answer.resolve('Hello');
  await working;
  await followed.end();
});

it('[LM31] the stream of another process has the message only', async () => {
  const { chat, follow, say, answer, working } = await startStream();
  const followed = follow(chat.anotherEngine({}));
  await say('Hello');
  expect(await followed.news()).toEqual(['<working>']);
  answer.resolve('Hello');
  await working;
  chat.clock.advance(5_000);
  expect(await followed.news()).toEqual(['bot: Hello', 'bot: More?', '<waiting>']);
  await followed.end();
});

it('[LM13][LM30] what a model that dies has said so far is no message', async () => {
  const { follow, say, answer, working } = await startStream();
  const followed = follow();
  await say('Half an ans');
  answer.reject(new Error('lost'));
  await working;
  expect(await followed.news()).toEqual(['<working>', '1 Half an ans', 'bot: failed', '<waiting>']);
  await followed.end();
});

it('[LM31] at most 20,000 units of an answer are shown, and nothing after its end', async () => {
  const { follow, say, answer, working } = await startStream();
  const followed = follow();
  await followed.news();
  for (let at = 0; at < 30; at += 1) await say('x'.repeat(1_024));
  const shown = (await followed.news()).filter((line) => line !== '<working>').map((line) => line.replace(/^\d+ /, ''));
  expect(shown.join('')).toBe('x'.repeat(20_000));
  answer.resolve('Fine');
  await working;
  await say('late');
  expect(await followed.news()).toEqual(['bot: Fine', 'bot: More?', '<waiting>']);
  await followed.end();
});

it('[LM30] an answer that is not said is not shown', async () => {
  const { answer, working, mayStream } = await startStream({ say: false });
  expect(mayStream()).toBe(false);
  answer.resolve('secret');
  await working;
});
