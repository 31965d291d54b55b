import { expect, it } from 'vitest';
import { type Api, type News, Refusal } from './api.ts';
import { createConversation } from './conversation.ts';
import type { Message, Said, Saying, Status } from './wire.ts';

/** Runs everything that waits for nothing but promises. */
async function flush(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
}

function messageOf(seq: number, type: 'customer' | 'bot', body: string): Message {
  return { uuid: `u${seq}`, seq, type: 'text', timestamp: seq, data: { body }, sender: { type, name: type } };
}

function said(messages: readonly Message[], status: Status, token?: string): Said {
  return { messages, status, after: messages.at(-1)?.seq ?? 0, ...(token !== undefined && { token }) };
}

const bot = (seq: number, body: string) => messageOf(seq, 'bot', body);
const own = (seq: number, body: string) => messageOf(seq, 'customer', body);
const refusal = (status: number, code: string, retryAfterMs?: number) =>
  new Refusal(status, code, `No: ${code}.`, retryAfterMs);
const offline = () => new TypeError('Failed to fetch');

/** A request that the page has sent and that the test answers. */
interface Open<T> {
  readonly what: string;
  readonly signal: AbortSignal;
  answer(value: T): void;
  fail(error: Error): void;
}

interface Stream extends Open<undefined> {
  tell(...news: readonly News[]): void;
}

const messageNews = (message: Message): News => ({ kind: 'message', message });
const status = (now: Status): News => ({ kind: 'status', status: now });

function setUp(kept?: string) {
  const requests: Open<Said>[] = [];
  const streams: Stream[] = [];
  const pauses: { ms: number; end(): void }[] = [];
  const token = { now: kept };
  const seen = { isSeen: true, onChange: () => {} };

  /** Like `fetch`, it rejects when its signal is aborted. */
  function open<T>(what: string, signal: AbortSignal): { readonly promise: Promise<T>; readonly request: Open<T> } {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
    return { promise, request: { what, signal, answer: resolve, fail: reject } };
  }
  function ask(what: string, signal: AbortSignal): Promise<Said> {
    const { promise, request } = open<Said>(what, signal);
    requests.push(request);
    return promise;
  }
  const api: Api = {
    bot: async () => ({ name: 'Sales' }),
    begin: (signal) => ask('begin', signal),
    say: (by, { id, text, payload }: Saying, signal) =>
      ask(`say ${by} ${id} ${text}${payload === undefined ? '' : ` ${payload}`}`, signal),
    read: (by, after, signal) => ask(`read ${by} ${after}`, signal),
    follow(by, after, onNews, signal) {
      const { promise, request } = open<undefined>(`follow ${by} ${after}`, signal);
      const tell = (...news: readonly News[]) => {
        for (const each of news) onNews(each);
      };
      streams.push({ ...request, tell });
      return promise;
    },
  };
  let ids = 0;
  const conversation = createConversation({
    api,
    token: {
      get: () => token.now,
      set: (value) => {
        token.now = value;
      },
    },
    newId: () => {
      ids += 1;
      return `m${ids}`;
    },
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const pause = { ms, end: resolve };
        pauses.push(pause);
        const end = () => {
          if (pauses.includes(pause)) pauses.splice(pauses.indexOf(pause), 1);
          resolve();
        };
        pause.end = end;
        signal.addEventListener('abort', end);
      }),
    untilSeen: async () => {
      if (!seen.isSeen) await new Promise<void>((resolve) => Object.assign(seen, { onChange: resolve }));
    },
  });
  const take = <T>(list: T[]): T => {
    const [first] = list.splice(0, 1);
    if (first === undefined) throw new Error('There is none.');
    return first;
  };
  return {
    conversation,
    token,
    requests,
    streams,
    pauses,
    seen,
    /** The oldest request that was not answered. */
    request: () => take(requests),
    stream: () => take(streams),
    /** Ends the oldest wait. @returns How long it was to be. */
    async waitOver() {
      const [pause] = pauses;
      pause?.end();
      await flush();
      return pause?.ms;
    },
    texts: () => conversation.shown.messages.map(({ sender, data }) => `${sender.type}: ${data.body}`),
    unsent: () => conversation.shown.unsent.map(({ text }) => text),
  };
}

/** A conversation that has begun, with its stream. */
async function begun() {
  const chat = setUp();
  chat.request().answer(said([], 'working', 't1'));
  await flush();
  const stream = chat.stream();
  stream.tell(messageNews(bot(1, 'Your name?')), status('waiting'));
  return { ...chat, first: stream };
}

it('[WC19] begins a conversation, keeps its token, and follows it', async () => {
  const { conversation, token, request, stream, texts } = setUp();
  expect(conversation.shown).toMatchObject({ connection: 'connecting', status: 'none', messages: [] });
  const begin = request();
  expect(begin.what).toBe('begin');
  begin.answer(said([bot(1, 'Your name?')], 'waiting', 't1'));
  await flush();
  expect([token.now, texts(), conversation.shown.connection]).toEqual(['t1', ['bot: Your name?'], 'open']);
  expect(stream().what).toBe('follow t1 1');
});

it('[WC19] goes on with the conversation of the last visit', async () => {
  const { requests, stream, texts } = setUp('t0');
  expect(requests).toEqual([]);
  const followed = stream();
  expect(followed.what).toBe('follow t0 0');
  followed.tell(messageNews(bot(1, 'a')), messageNews(own(2, 'b')), status('waiting'));
  expect(texts()).toEqual(['bot: a', 'customer: b']);
});

it.for(['the stream', 'the response'] as const)('[WC19] a message is shown once when %s comes first', async (first) => {
  const { conversation, request, first: stream, texts, unsent } = await begun();
  conversation.say('Ada');
  expect(unsent()).toEqual(['Ada']);
  const sent = request();
  expect(sent.what).toBe('say t1 m1 Ada');
  const news = [messageNews(own(2, 'Ada')), messageNews(bot(3, 'Hello')), status('waiting')];
  if (first === 'the stream') stream.tell(...news);
  else sent.answer(said([own(2, 'Ada')], 'working'));
  await flush();
  expect(unsent()).toEqual([]);
  if (first === 'the stream') sent.answer(said([own(2, 'Ada')], 'working'));
  else stream.tell(...news);
  await flush();
  expect([texts(), unsent()]).toEqual([['bot: Your name?', 'customer: Ada', 'bot: Hello'], []]);
  // What the response says is older than what came with the stream.
  expect(conversation.shown.status).toBe('waiting');
});

it('[WC19] messages are sent one after the other, in their order, with what a button sends back', async () => {
  const { conversation, request, requests, texts } = await begun();
  conversation.say('One');
  conversation.say('Two', 'payload');
  expect(requests).toHaveLength(1);
  request().answer(said([own(2, 'One')], 'working'));
  await flush();
  const second = request();
  expect(second.what).toBe('say t1 m2 Two payload');
  second.answer(said([own(3, 'Two')], 'working'));
  await flush();
  expect([requests, texts()]).toEqual([[], ['bot: Your name?', 'customer: One', 'customer: Two']]);
});

it('[WC19] what another tab says with the same words takes nothing out of the queue', async () => {
  const { conversation, request, first: stream, texts, unsent } = await begun();
  conversation.say('One');
  conversation.say('Yes');
  stream.tell(messageNews(own(2, 'Yes')));
  expect(unsent()).toEqual(['One', 'Yes']);
  request().answer(said([own(3, 'One')], 'working'));
  await flush();
  request().answer(said([own(4, 'Yes')], 'working'));
  await flush();
  expect([texts(), unsent()]).toEqual([['bot: Your name?', 'customer: Yes', 'customer: One', 'customer: Yes'], []]);
});

it('[WC19] what was said before the conversation began is sent when it has', async () => {
  const { conversation, request, requests, unsent } = setUp();
  conversation.say('Hello?');
  expect(unsent()).toEqual(['Hello?']);
  request().answer(said([], 'working', 't1'));
  await flush();
  expect(requests.map(({ what }) => what)).toEqual(['say t1 m1 Hello?']);
});

it('[WC19][WC20] what does not arrive is sent again by the same name, more and more rarely', async () => {
  const { conversation, request, waitOver, unsent, first } = await begun();
  conversation.say('Ada');
  const waits = [];
  for (let attempt = 0; attempt < 7; attempt += 1) {
    const sent = request();
    expect(sent.what).toBe('say t1 m1 Ada');
    sent.fail(attempt === 1 ? refusal(503, 'internal_error') : offline());
    await flush();
    expect([conversation.shown.connection, unsent()]).toEqual(['lost', ['Ada']]);
    waits.push(await waitOver());
  }
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  request().answer(said([own(2, 'Ada')], 'working'));
  await flush();
  expect([conversation.shown.connection, unsent()]).toEqual(['open', []]);
  first.tell(status('waiting'));
  expect(conversation.shown.status).toBe('waiting');
});

it('[WC20] a server that has too much to do is waited for as long as it says', async () => {
  const { conversation, request, waitOver } = setUp();
  request().fail(refusal(429, 'too_many_requests', 90_000));
  await flush();
  expect(conversation.shown).toMatchObject({ connection: 'busy', problem: undefined });
  expect(await waitOver()).toBe(90_000);
  request().answer(said([], 'waiting', 't1'));
  await flush();
  expect(conversation.shown.connection).toBe('open');
});

it('[WC19] a stream that the server ends is taken up again after the last message', async () => {
  const { stream, first, waitOver, texts } = await begun();
  first.answer(undefined);
  await flush();
  expect(await waitOver()).toBe(1_000);
  const next = stream();
  expect(next.what).toBe('follow t1 1');
  next.tell(messageNews(bot(1, 'Your name?')), messageNews(bot(2, 'Are you there?')), status('waiting'));
  expect(texts()).toEqual(['bot: Your name?', 'bot: Are you there?']);
});

it('[WC19][WC20] a stream that breaks is taken up again, and soon again once something came with it', async () => {
  const { conversation, request, stream, first, waitOver } = await begun();
  let broken = first;
  for (const expected of [1_000, 2_000, 4_000]) {
    broken.fail(offline());
    await flush();
    const read = request();
    expect(read.what).toBe('read t1 1');
    read.fail(offline());
    await flush();
    expect(conversation.shown.connection).toBe('lost');
    expect(await waitOver()).toBe(expected);
    broken = stream();
  }
  broken.tell(status('waiting'));
  expect(conversation.shown.connection).toBe('open');
  broken.fail(offline());
  await flush();
  request().fail(offline());
  await flush();
  expect(await waitOver()).toBe(1_000);
});

it('[WC19] where no stream comes through the conversation is read', async () => {
  const { conversation, request, stream, first, waitOver, texts } = await begun();
  let broken = first;
  const waits = [];
  for (const seq of [2, 3, 4, 5]) {
    broken.fail(refusal(429, 'too_many_requests', 500));
    await flush();
    const read = request();
    expect(read.what).toBe(`read t1 ${seq - 1}`);
    read.answer(said([bot(seq, `${seq}`)], 'waiting'));
    await flush();
    expect([conversation.shown.connection, conversation.shown.status]).toEqual(['open', 'waiting']);
    waits.push(await waitOver());
    broken = stream();
  }
  expect(texts()).toEqual(['bot: Your name?', 'bot: 2', 'bot: 3', 'bot: 4', 'bot: 5']);
  expect(waits).toEqual([1_000, 2_000, 4_000, 5_000]);
});

it('[WC19] a page that nobody sees takes its stream up again when somebody does', async () => {
  const { first, seen, streams, waitOver } = await begun();
  seen.isSeen = false;
  first.answer(undefined);
  await flush();
  await waitOver();
  expect(streams).toEqual([]);
  seen.onChange();
  await flush();
  expect(streams.map(({ what }) => what)).toEqual(['follow t1 1']);
});

it('[WC19] waking tries everything again at once', async () => {
  const { conversation, request, requests, first, pauses, streams } = await begun();
  conversation.say('Ada');
  request().fail(offline());
  first.fail(offline());
  await flush();
  request().fail(offline());
  await flush();
  expect([pauses.length, requests.length, streams.length]).toEqual([2, 0, 0]);
  conversation.wake();
  await flush();
  expect([requests.map(({ what }) => what), streams.map(({ what }) => what)]).toEqual([
    ['say t1 m1 Ada'],
    ['follow t1 1'],
  ]);
});

it('[WC20] what the server refuses is given back, and the next message is sent', async () => {
  const { conversation, request, requests, unsent } = await begun();
  conversation.say('too long');
  conversation.say('short');
  request().fail(refusal(400, 'invalid_parameters'));
  await flush();
  expect(conversation.shown.refused).toEqual({ text: 'too long', message: 'No: invalid_parameters.' });
  expect([unsent(), requests.map(({ what }) => what)]).toEqual([['short'], ['say t1 m2 short']]);
  conversation.say('another');
  expect(conversation.shown.refused).toBeUndefined();
});

it.for([
  [refusal(401, 'not_authenticated'), { kind: 'over', reason: 'expired' }],
  [refusal(403, 'customer_blocked'), { kind: 'over', reason: 'blocked' }],
  [refusal(422, 'conversation_too_long'), { kind: 'over', reason: 'too_long' }],
  [refusal(404, 'bot_not_found'), { kind: 'no_bot' }],
] as const)('[WC20] %s ends the conversation', async ([error, problem]) => {
  const { conversation, request, requests, first, streams, pauses } = await begun();
  conversation.say('Ada');
  request().fail(error);
  await flush();
  expect(conversation.shown).toMatchObject({ problem, connection: 'open' });
  expect(first.signal.aborted).toBe(true);
  expect([requests, streams, pauses]).toEqual([[], [], []]);
});

it('[WC20] what stops the beginning for good is shown', async () => {
  const { conversation, request, requests, pauses } = setUp();
  request().fail(refusal(413, 'request_too_large'));
  await flush();
  expect(conversation.shown.problem).toEqual({ kind: 'refused', message: 'No: request_too_large.' });
  expect([requests, pauses]).toEqual([[], []]);
});

it('[WC20] a conversation that has expired is forgotten, and another one begins', async () => {
  const { conversation, token, request, stream, texts } = setUp('old');
  stream().fail(refusal(401, 'not_authenticated'));
  await flush();
  expect(conversation.shown.problem).toEqual({ kind: 'over', reason: 'expired' });
  conversation.beginAnew();
  expect([token.now, conversation.shown.problem]).toEqual([undefined, undefined]);
  request().answer(said([bot(1, 'Welcome')], 'waiting', 'new'));
  await flush();
  expect([token.now, texts(), stream().what]).toEqual(['new', ['bot: Welcome'], 'follow new 1']);
});

it('[WC19] beginning anew drops what still comes for the conversation before', async () => {
  const { conversation, token, request, requests, first, texts, unsent, stream } = await begun();
  conversation.say('late');
  const late = request();
  conversation.beginAnew();
  expect([first.signal.aborted, late.signal.aborted, unsent()]).toEqual([true, true, []]);
  // It was under way, and is given back.
  expect(conversation.shown.refused?.text).toBe('late');
  late.answer(said([own(2, 'late')], 'working'));
  first.tell(messageNews(bot(3, 'old')), status('ended'));
  await flush();
  expect([texts(), conversation.shown.status]).toEqual([[], 'none']);
  conversation.say('new');
  request().answer(said([], 'working', 't2'));
  await flush();
  const sent = request();
  expect([sent.what, token.now, requests, stream().what]).toEqual(['say t2 m2 new', 't2', [], 'follow t2 0']);
  sent.answer(said([own(1, 'new')], 'working'));
  await flush();
  expect(texts()).toEqual(['customer: new']);
});

it('[WC19] beginning anew while a conversation begins keeps the token of the last one', async () => {
  const { conversation, token, request, texts } = setUp();
  const before = request();
  conversation.beginAnew();
  const after = request();
  after.answer(said([bot(1, 'two')], 'waiting', 't2'));
  await flush();
  before.answer(said([bot(1, 'one')], 'waiting', 't1'));
  await flush();
  expect([token.now, texts()]).toEqual(['t2', ['bot: two']]);
});

it('[WC19] a tab says what it says in the conversation that it shows', async () => {
  const { conversation, token, request } = await begun();
  // Another tab of the same visitor has begun anew.
  token.now = 'of another tab';
  conversation.say('Ada');
  expect(request().what).toBe('say t1 m1 Ada');
});
