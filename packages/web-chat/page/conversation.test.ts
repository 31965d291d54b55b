import { expect, it } from 'vitest';
import type { Api, News } from './api.ts';
import { createConversation } from './conversation.ts';
import { Refusal } from './refusal.ts';
import type { StoredText, VisitorText } from './stored-texts.ts';
import type { Message, Said, Saying, Status } from './wire.ts';

/** Runs everything that waits only for promises. */
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

/** A request of the page that the test answers. */
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

/** The storage of a browser between two visits. */
function createStored(begun?: string) {
  const texts = new Map<string, VisitorText>();
  const storedText = (now?: string): StoredText & { now: string | undefined } => ({
    now,
    get() {
      return this.now;
    },
    set(text) {
      this.now = text;
    },
  });
  return {
    token: storedText(begun),
    nextToken: storedText(),
    texts: {
      list: () => [...texts.values()].sort((a, b) => a.at - b.at),
      put: (text: VisitorText) => void texts.set(text.id, text),
      remove: (id: string) => void texts.delete(id),
    },
  };
}

type Stored = ReturnType<typeof createStored>;

/** @param stored - The storage after an earlier visit, or the token of its conversation. */
function setUp(before?: string | Stored) {
  const stored = typeof before === 'object' ? before : createStored(before);

  const requests: Open<Said>[] = [];
  const streams: Stream[] = [];
  const pauses: { ms: number; end(): void }[] = [];
  const { token } = stored;
  const seen = { isVisible: true, onChange: () => {} };

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
    begin: (as, signal) => ask(`begin ${as}`, signal),
    say: (by, { id, text, payload, answers, media }: Saying, signal) =>
      ask(['say', by, id, text, payload, answers, media].filter((part) => part !== undefined).join(' '), signal),
    upload: async ({ token, file }) => ({ url: `https://acme.test/${token}/${file.name}`, type: 'image' }),
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
  // The ids differ from those of an earlier visit.
  let ids = stored.texts.list().length;
  let tokens = [stored.token.now, stored.nextToken.now].filter((each) => each !== undefined).length;
  const conversation = createConversation({
    api,
    stored,
    newId: () => {
      ids += 1;
      return `m${ids}`;
    },
    newToken: () => {
      tokens += 1;
      return `t${tokens}`;
    },
    now: () => 1_000_000,
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
      if (!seen.isVisible) await new Promise<void>((resolve) => Object.assign(seen, { onChange: resolve }));
    },
  });
  const take = <T>(list: T[]): T => {
    const [first] = list.splice(0, 1);
    if (first === undefined) throw new Error('There is none.');
    return first;
  };
  return {
    conversation,
    stored,
    token,
    requests,
    streams,
    pauses,
    seen,
    /** The oldest unanswered request. */
    request: () => take(requests),
    stream: () => take(streams),
    /** Ends the oldest wait. @returns Its planned duration in milliseconds. */
    async waitOver() {
      const [pause] = pauses;
      pause?.end();
      await flush();
      return pause?.ms;
    },
    texts: () => conversation.shown.messages.map(({ sender, data }) => `${sender.type}: ${data.body}`),
    unsent: () => conversation.shown.unsent.map(({ text }) => text),
    /** Each with the reason that it was not sent. */
    reasons: () => conversation.shown.unsent.map(({ text, reason }) => `${text}: ${reason ?? 'waits'}`),
    /** Leaves the page, and opens it again. */
    reload: () => setUp(stored),
  };
}

/** A begun conversation, with its stream. */
async function begun() {
  const chat = setUp();
  chat.request().answer(said([], 'working', 't1'));
  await flush();
  const stream = chat.stream();
  stream.tell(messageNews(bot(1, 'Your name?')), status('waiting'));
  return { ...chat, first: stream };
}

it('[WC19] begins a conversation, stores its token, and follows it', async () => {
  const { conversation, token, request, stream, texts } = setUp();
  expect(conversation.shown).toMatchObject({ connection: 'connecting', status: 'none', messages: [] });
  const begin = request();
  expect(begin.what).toBe('begin t1');
  begin.answer(said([bot(1, 'Your name?')], 'waiting', 't1'));
  await flush();
  expect([token.now, texts(), conversation.shown.connection]).toEqual(['t1', ['bot: Your name?'], 'open']);
  expect(stream().what).toBe('follow t1 1');
});

it('[WC19] continues the conversation of the last visit', async () => {
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
  // The response is older than the status from the stream.
  expect(conversation.shown.status).toBe('waiting');
});

it('[WC19] messages are sent one after another, in order, with the payload of a button', async () => {
  const { conversation, request, requests, texts } = await begun();
  conversation.say('One');
  conversation.say('Two', { payload: 'payload', answers: 'u1' });
  expect(requests).toHaveLength(1);
  request().answer(said([own(2, 'One')], 'working'));
  await flush();
  const second = request();
  expect(second.what).toBe('say t1 m2 Two payload u1');
  second.answer(said([own(3, 'Two')], 'working'));
  await flush();
  expect([requests, texts()]).toEqual([[], ['bot: Your name?', 'customer: One', 'customer: Two']]);
});

it('[WC19] the same words from another tab remove nothing from the queue', async () => {
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

it('[WC19] texts from before the conversation began are sent afterwards', async () => {
  const { conversation, request, requests, unsent } = setUp();
  conversation.say('Hello?');
  expect(unsent()).toEqual(['Hello?']);
  request().answer(said([], 'working', 't1'));
  await flush();
  expect(requests.map(({ what }) => what)).toEqual(['say t1 m1 Hello?']);
});

it('[WC19][WC20] an undelivered text is repeated with the same id, at growing intervals', async () => {
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

it('[WC20] waits as long as an overloaded server asks', async () => {
  const { conversation, request, waitOver } = setUp();
  request().fail(refusal(429, 'too_many_requests', 90_000));
  await flush();
  expect(conversation.shown).toMatchObject({ connection: 'busy', problem: undefined });
  expect(await waitOver()).toBe(90_000);
  request().answer(said([], 'waiting', 't1'));
  await flush();
  expect(conversation.shown.connection).toBe('open');
});

it('[WC19] a stream that the server ends resumes after the last message', async () => {
  const { stream, first, waitOver, texts } = await begun();
  first.answer(undefined);
  await flush();
  expect(await waitOver()).toBe(1_000);
  const next = stream();
  expect(next.what).toBe('follow t1 1');
  next.tell(messageNews(bot(1, 'Your name?')), messageNews(bot(2, 'Are you there?')), status('waiting'));
  expect(texts()).toEqual(['bot: Your name?', 'bot: Are you there?']);
});

it('[WC19][WC20] a broken stream resumes, sooner after news', async () => {
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

it('[WC19] without a stream the conversation is polled', async () => {
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

it('[WC19] a hidden page resumes its stream when it is visible', async () => {
  const { first, seen, streams, waitOver } = await begun();
  seen.isVisible = false;
  first.answer(undefined);
  await flush();
  await waitOver();
  expect(streams).toEqual([]);
  seen.onChange();
  await flush();
  expect(streams.map(({ what }) => what)).toEqual(['follow t1 1']);
});

it('[WC19] waking retries everything immediately', async () => {
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

it('[WC26] a refused text stays, with the reason, and the next one is sent', async () => {
  const { conversation, stored, request, requests, reasons } = await begun();
  conversation.say('too long');
  conversation.say('short');
  request().fail(refusal(400, 'invalid_parameters'));
  await flush();
  expect(reasons()).toEqual(['too long: No: invalid_parameters.', 'short: waits']);
  expect(requests.map(({ what }) => what)).toEqual(['say t1 m2 short']);
  request().answer(said([own(2, 'short')], 'working'));
  await flush();
  expect(reasons()).toEqual(['too long: No: invalid_parameters.']);
  conversation.sendAgain('m1');
  expect(reasons()).toEqual(['too long: waits']);
  const again = request();
  expect(again.what).toBe('say t1 m1 too long');
  again.fail(new Refusal(400, 'invalid_parameters', 'message.message: It is long.', undefined));
  await flush();
  conversation.say('another');
  expect(reasons()).toEqual(['too long: It is long.', 'another: waits']);
  expect(conversation.takeBack('m1')).toBe('too long');
  expect([reasons(), stored.texts.list().map(({ id }) => id)]).toEqual([['another: waits'], ['m3']]);
});

it.for([
  [refusal(401, 'not_authenticated'), { kind: 'over', reason: 'expired' }],
  [refusal(403, 'customer_blocked'), { kind: 'over', reason: 'blocked' }],
  [refusal(422, 'conversation_too_long'), { kind: 'over', reason: 'too_long' }],
  [refusal(404, 'bot_not_found'), { kind: 'no_bot' }],
] as const)('[WC20] %s ends the conversation', async ([error, problem]) => {
  const { conversation, request, requests, first, streams, pauses, reasons } = await begun();
  conversation.say('Ada');
  request().fail(error);
  await flush();
  expect(conversation.shown).toMatchObject({ problem, connection: 'open' });
  expect(reasons()).toEqual(['Ada: The conversation was over.']);
  expect(first.signal.aborted).toBe(true);
  expect([requests, streams, pauses]).toEqual([[], [], []]);
});

it('[WC20] shows a permanent failure to begin', async () => {
  const { conversation, request, requests, pauses } = setUp();
  request().fail(refusal(413, 'request_too_large'));
  await flush();
  expect(conversation.shown.problem).toEqual({ kind: 'refused', message: 'No: request_too_large.' });
  expect([requests, pauses]).toEqual([[], []]);
});

it('[WC20] a conversation that has expired is forgotten when another one has begun', async () => {
  const { conversation, token, request, stream, texts } = setUp('old');
  stream().fail(refusal(401, 'not_authenticated'));
  await flush();
  const problem = { kind: 'over', reason: 'expired' };
  expect(conversation.shown.problem).toEqual(problem);
  conversation.beginAnew();
  expect([token.now, conversation.shown]).toMatchObject(['old', { problem, isBeginning: true }]);
  const beginning = request();
  expect(beginning.what).toBe('begin t2');
  beginning.answer(said([bot(1, 'Welcome')], 'waiting', 't2'));
  await flush();
  expect(conversation.shown).toMatchObject({ problem: undefined, isBeginning: false });
  expect([token.now, texts(), stream().what]).toEqual(['t2', ['bot: Welcome'], 'follow t2 1']);
});

it('[WC19][WC25] another conversation drops late responses to the previous one', async () => {
  const { conversation, stored, token, request, requests, first, texts, reasons, stream } = await begun();
  conversation.say('late');
  const late = request();
  conversation.beginAnew();
  // The current one continues until the other has begun.
  first.tell(messageNews(bot(2, 'old')));
  expect([first.signal.aborted, texts()]).toEqual([false, ['bot: Your name?', 'bot: old']]);
  conversation.say('new');
  const beginning = request();
  expect([beginning.what, requests]).toEqual(['begin t2', []]);
  beginning.answer(said([], 'working', 't2'));
  await flush();
  expect([first.signal.aborted, late.signal.aborted, texts()]).toEqual([true, true, []]);
  // The page does not know whether the pending text arrived.
  expect(reasons()).toEqual(['late: It belongs to the conversation before.', 'new: waits']);
  late.answer(said([own(3, 'late')], 'working'));
  first.tell(messageNews(bot(4, 'older')), status('ended'));
  await flush();
  expect([texts(), conversation.shown.status]).toEqual([[], 'working']);
  const sent = request();
  expect([sent.what, token.now, stored.nextToken.now, requests, stream().what]).toEqual([
    'say t2 m2 new',
    't2',
    undefined,
    [],
    'follow t2 0',
  ]);
  sent.answer(said([own(1, 'new')], 'working'));
  await flush();
  expect(texts()).toEqual(['customer: new']);
  conversation.sendAgain('m1');
  expect(request().what).toBe('say t2 m1 late');
});

it('[WC25] if no other conversation may begin, the current one continues, and shows the time', async () => {
  const { conversation, token, request, requests, first, texts, pauses } = await begun();
  conversation.beginAnew();
  conversation.say('Ada');
  expect(conversation.shown).toMatchObject({ isBeginning: true, status: 'waiting' });
  request().fail(refusal(429, 'too_many_requests', 2_400_000));
  await flush();
  expect(conversation.shown).toMatchObject({
    isBeginning: false,
    notBegun: { kind: 'too_many', until: 3_400_000 },
    connection: 'open',
    problem: undefined,
  });
  expect([token.now, first.signal.aborted, pauses]).toEqual(['t1', false, []]);
  expect(requests.map(({ what }) => what)).toEqual(['say t1 m1 Ada']);
  request().answer(said([own(2, 'Ada')], 'working'));
  first.tell(messageNews(bot(3, 'Hello')));
  await flush();
  expect(texts()).toEqual(['bot: Your name?', 'customer: Ada', 'bot: Hello']);

  conversation.say('more');
  expect(conversation.shown.notBegun).toBeUndefined();
  conversation.beginAnew();
  request();
  const again = request();
  expect(again.what).toBe('begin t2');
  again.answer(said([bot(1, 'Welcome')], 'waiting', 't2'));
  await flush();
  expect([token.now, texts()]).toEqual(['t2', ['bot: Welcome']]);
});

it.for([
  [offline(), { kind: 'lost' }],
  [refusal(503, 'internal_error'), { kind: 'lost' }],
  // Such as a bot that has reached its limit of conversations.
  [refusal(429, 'too_many_requests', 1_000), { kind: 'refused', message: 'No: too_many_requests.' }],
] as const)('[WC25] another conversation is tried to begin three times: %s', async ([error, notBegun]) => {
  const { conversation, request, waitOver, first, pauses } = await begun();
  conversation.beginAnew();
  for (const wait of [1_000, 2_000]) {
    request().fail(error);
    await flush();
    expect(conversation.shown).toMatchObject({ isBeginning: true, notBegun: undefined, connection: 'open' });
    expect(await waitOver()).toBe(wait);
  }
  request().fail(error);
  await flush();
  expect(conversation.shown).toMatchObject({ isBeginning: false, notBegun });
  expect([first.signal.aborted, pauses]).toEqual([false, []]);
});

it('[WC25] the first conversation waits until it may begin, and says when', async () => {
  const { conversation, request, waitOver } = setUp();
  request().fail(refusal(429, 'too_many_requests', 90_000));
  await flush();
  expect(conversation.shown.notBegun).toEqual({ kind: 'waits', until: 1_090_000 });
  await waitOver();
  request().answer(said([], 'waiting', 't1'));
  await flush();
  expect(conversation.shown.notBegun).toBeUndefined();
});

it('[WC25] a missing bot also ends the current conversation', async () => {
  const { conversation, request, first } = await begun();
  conversation.beginAnew();
  request().fail(refusal(404, 'bot_not_found'));
  await flush();
  expect(conversation.shown).toMatchObject({ problem: { kind: 'no_bot' }, isBeginning: false });
  expect(first.signal.aborted).toBe(true);
});

it('[WC28] one conversation begins at a time, and by the same token until it has begun', async () => {
  const { conversation, request, requests, waitOver, reload } = setUp();
  conversation.beginAnew();
  request().fail(offline());
  await flush();
  await waitOver();
  expect(request().what).toBe('begin t1');
  // The page is reloaded before the response arrives.
  const later = reload();
  expect([requests, later.request().what]).toEqual([[], 'begin t1']);
});

it('[WC28] the token of an expired beginning is not reused', async () => {
  const stored = createStored();
  stored.nextToken.now = 't1';
  const { conversation, request, token } = setUp(stored);
  conversation.say('Ada');
  const over = request();
  expect(over.what).toBe('begin t1');
  over.fail(refusal(401, 'not_authenticated'));
  await flush();
  const beginning = request();
  expect([beginning.what, stored.nextToken.now]).toEqual(['begin t2', 't2']);
  beginning.answer(said([], 'waiting', 't2'));
  await flush();
  expect([request().what, token.now, stored.nextToken.now]).toEqual(['say t2 m1 Ada', 't2', undefined]);
});

it('[WC27] an unsent text is sent once after a reload', async () => {
  const { conversation, request, reload } = await begun();
  conversation.say('Ada');
  conversation.say('Bob', { payload: 'payload', answers: 'u1' });
  request();
  const later = reload();
  expect(later.unsent()).toEqual(['Ada', 'Bob']);
  // The text had arrived; the server does not store it twice, because its id is the same.
  const first = later.request();
  expect([first.what, later.stream().what]).toEqual(['say t1 m1 Ada', 'follow t1 0']);
  first.answer(said([own(2, 'Ada'), bot(3, 'Hello')], 'working'));
  await flush();
  const second = later.request();
  expect(second.what).toBe('say t1 m2 Bob payload u1');
  second.answer(said([own(4, 'Bob')], 'working'));
  await flush();
  expect([later.unsent(), later.requests, later.stored.texts.list()]).toEqual([[], [], []]);
  expect(later.reload().unsent()).toEqual([]);
});

it('[WC19][WC27] sending before the messages have loaded removes none of them', async () => {
  const { conversation, request, reload } = await begun();
  conversation.say('Ada');
  request();
  const { request: later, stream, texts, waitOver } = reload();
  later().answer(said([own(2, 'Ada')], 'working'));
  const broken = stream();
  await flush();
  broken.fail(offline());
  await flush();
  const read = later();
  expect(read.what).toBe('read t1 0');
  read.answer(said([bot(1, 'Your name?'), own(2, 'Ada')], 'waiting'));
  await flush();
  await waitOver();
  expect([texts(), stream().what]).toEqual([['bot: Your name?', 'customer: Ada'], 'follow t1 2']);
});

it('[WC26][WC27] refused texts, and texts of another conversation, stay unsent', async () => {
  const { conversation, stored, request, reload } = await begun();
  conversation.say('refused');
  request().fail(refusal(400, 'invalid_parameters'));
  await flush();
  conversation.say('waits');
  // Another tab has begun another conversation.
  stored.token.now = 'other';
  const { requests, reasons } = reload();
  expect([requests, reasons()]).toEqual([
    [],
    ['refused: No: invalid_parameters.', 'waits: It belongs to the conversation before.'],
  ]);
});

it('[WC27] delivered texts are removed before any next conversation', async () => {
  const { conversation, stored, request, first, unsent } = await begun();
  conversation.say('Ada');
  request();
  first.tell(messageNews(own(2, 'Ada')));
  conversation.beginAnew();
  request().answer(said([], 'working', 't2'));
  await flush();
  expect([unsent(), stored.texts.list()]).toEqual([[], []]);
});

it('[WC19] a tab sends texts in the conversation that it shows', async () => {
  const { conversation, token, request } = await begun();
  // Another tab of the same visitor has begun another conversation.
  token.now = 'of another tab';
  conversation.say('Ada');
  expect(request().what).toBe('say t1 m1 Ada');
});
