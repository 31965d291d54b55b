import { permissions } from '@botwright/core';
import type { LanguageModel, Storage } from '@botwright/core/ports';
import { type ServedRequest, textResponse } from '@botwright/http';
import { createWebChatApi, type VisitorLimits, type WireVisitorMessage } from '@botwright/http/web-chat';
import { expect, it } from 'vitest';
import { away, failingStorage } from '../../../core/test/failing-storage.ts';
import { readsOf } from '../../../core/test/stored-records.ts';
import { type Chat, type ChatOptions, type PublishedBot, startChat } from '../support/chat.ts';
import { diagramOf, echo } from '../support/diagrams.ts';

const publicUrl = 'https://acme.test/chat/api';
const text = (message: string) => ({ type: 'text', message }) as const;
const many: Partial<VisitorLimits> = { requestsPerAddress: 1_000, requestsPerVisitor: 1_000, beginnings: 1_000 };

interface Asked {
  readonly token?: string;
  readonly json?: unknown;
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly address?: string;
}

/** The JSON of a response; each has some of its members. */
interface Answer {
  readonly data: {
    readonly token: string;
    readonly messages: readonly WireVisitorMessage[];
    readonly status: string;
    readonly after: number;
  };
  readonly error: { readonly code: string; readonly message: string };
}

interface Served extends Chat {
  readonly bot: PublishedBot;
  readonly served: ServedRequest[];
  readonly faults: unknown[];
  readonly closing: AbortController;
  ask(
    method: string,
    path: string,
    asked?: Asked,
  ): Promise<{ readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly json: Answer }>;
  /** Opens the stream of a visitor, of which the test asks for each piece. */
  unread(token: string): Promise<AsyncIterator<string>>;
  /** Opens the stream of a visitor. */
  stream(token: string, asked?: Asked & { readonly path?: string }): Promise<Stream>;
}

interface Stream {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The messages since the last call. */
  news(): Promise<readonly string[]>;
  leave(): Promise<void>;
  readonly isOver: () => boolean;
}

/** Runs everything that does not wait for the clock. */
async function flush(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

async function serve(
  options: { readonly limits?: Partial<VisitorLimits>; readonly works?: boolean; readonly storage?: Storage } & Pick<
    ChatOptions,
    'models' | 'typingDelay'
  > = {},
): Promise<Served> {
  const { storage, models = {}, typingDelay } = options;
  const chat = await startChat({
    models,
    ...(storage !== undefined && { storage }),
    ...(typingDelay !== undefined && { typingDelay }),
  });
  const bot = await chat.publish({ family: 'native', ...echo });
  const served: ServedRequest[] = [];
  const faults: unknown[] = [];
  const closing = new AbortController();
  if (options.works ?? true) chat.engine.startWorkers();
  const api = createWebChatApi({
    engine: chat.engine,
    publicUrl,
    clock: chat.clock,
    timer: chat.clock,
    limits: { ...many, ...options.limits },
    closing: closing.signal,
    onResponse: (each) => void served.push(each),
    onFault: (fault) => void faults.push(fault),
  });

  function request(method: string, path: string, { token, json, raw, headers = {}, address = '192.0.2.1' }: Asked) {
    const [below = '', query = ''] = path.split('?');
    const all: Readonly<Record<string, string>> = {
      ...(token !== undefined && { authorization: `Token ${token}` }),
      ...headers,
    };
    const body = json === undefined ? raw : JSON.stringify(json);
    return {
      method,
      path: `/chat/api${below}`,
      query,
      headers: { get: (name: string) => all[name] },
      body: body === undefined ? undefined : new TextEncoder().encode(body),
      address,
    };
  }

  return {
    ...chat,
    bot,
    served,
    faults,
    closing,
    async ask(method, path, asked = {}) {
      const { status, headers, body } = textResponse(await api.handle(request(method, path, asked)));
      return { status, headers, json: JSON.parse(body ?? '{}') };
    },
    async unread(token) {
      const { body } = await api.handle(request('GET', `/${bot.number}/events`, { token }));
      if (typeof body !== 'object') throw new Error('The response is no stream.');
      return body[Symbol.asyncIterator]() as AsyncIterator<string>;
    },
    async stream(token, { path = `/${bot.number}/events`, ...asked } = {}) {
      const { status, headers, body } = await api.handle(request('GET', path, { token, ...asked }));
      const pieces: string[] = [];
      let isOver = false;
      if (typeof body !== 'object') {
        return { status, headers, news: async () => [String(body)], leave: async () => {}, isOver: () => true };
      }
      const reading = body[Symbol.asyncIterator]();
      const run = (async () => {
        for (let next = await reading.next(); !next.done; next = await reading.next()) pieces.push(String(next.value));
        isOver = true;
      })();
      return {
        status,
        headers,
        async news() {
          await flush();
          return pieces
            .splice(0)
            .join('')
            .split('\n\n')
            .filter((each) => each !== '')
            .map(shorten);
        },
        async leave() {
          await reading.return?.();
          await run;
        },
        isOver: () => isOver,
      };
    },
  };
}

/** One event in a line, such as `message 2 bot: Hello` or `status waiting`. */
function shorten(event: string): string {
  const lines = new Map(
    event.split('\n').map((line) => [line.split(': ', 1)[0] ?? '', line.slice(line.indexOf(': ') + 2)]),
  );
  const name = lines.get('event');
  if (name === undefined) return event;
  const data = JSON.parse(lines.get('data') ?? '');
  if (name === 'part') return `part ${data.seq} ${data.text}`;
  const expects = data.expects === undefined ? '' : ` ${JSON.stringify(data.expects)}`;
  const typing = data.typing === true ? ' typing' : '';
  if (name === 'status') return `status ${data.status}${typing}${expects}${lines.has('id') ? ' with an id' : ''}`;
  return `${name} ${lines.get('id')} ${lineOf(data)}`;
}

function lineOf({ sender, data }: WireVisitorMessage): string {
  const { body, action } = data as { readonly body?: string; readonly action?: string };
  return `${sender.type}: ${body ?? action}`;
}

const codeOf = ({ status, json }: { readonly status: number; readonly json: Answer }) => [status, json.error.code];

it('[WC1] says which bot it is, without a credential', async () => {
  const { ask, bot, publish } = await serve();
  expect(await ask('GET', `/${bot.number}`)).toMatchObject({
    status: 200,
    json: { data: { number: 1, name: 'Sales' } },
  });
  const hidden = await publish({ ...echo });
  for (const path of [`/${hidden.number}`, '/99', '/0', '/01', '/x', '/-1', '/1.5', `/${'9'.repeat(400)}`]) {
    expect([path, ...codeOf(await ask('GET', path))]).toEqual([path, 404, 'bot_not_found']);
    expect([path, ...codeOf(await ask('POST', `${path}/messages`, { json: {} }))]).toEqual([
      path,
      404,
      'bot_not_found',
    ]);
  }
  expect(codeOf(await ask('GET', '/1/nothing'))).toEqual([404, 'path_not_found']);
  expect(codeOf(await ask('GET', '/'))).toEqual([404, 'path_not_found']);
  expect(codeOf(await ask('GET', '/%zz'))).toEqual([404, 'path_not_found']);
  const { status, headers } = await ask('DELETE', '/1/messages');
  expect([status, headers['allow']]).toEqual([405, 'POST, GET, HEAD']);
});

it('[WC3][WC4][WC5] a conversation begins, and goes on', async () => {
  const { ask } = await serve();
  const begun = await ask('POST', '/1/messages', { json: {} });
  const { token, ...data } = begun.json.data;
  expect([begun.status, data.messages.map(lineOf), data.status, data.after]).toEqual([
    201,
    ['bot: Your name?'],
    'waiting',
    1,
  ]);
  const said = await ask('POST', '/1/messages', { token, json: { message: text('Ada'), id: 'a' } });
  const answered = said.json.data;
  expect([said.status, answered.messages.map(lineOf), answered.status, answered.after]).toEqual([
    200,
    ['customer: Ada', 'bot: Hello Ada!'],
    'waiting',
    3,
  ]);
  expect(answered).not.toHaveProperty('token');
  const again = await ask('POST', '/1/messages', { token, json: { message: text('Ada'), id: 'a' } });
  expect(again.json).toEqual(said.json);

  const withMessage = await ask('POST', '/1/messages', { json: { message: text('hi') } });
  expect(withMessage.json.data.messages.map(lineOf)).toEqual(['customer: hi', 'bot: Your name?']);
  const atBlock = await ask('POST', '/1/messages', { json: { node: 'again' } });
  expect(atBlock.json.data.messages.map(lineOf)).toEqual(['bot: You said ']);
});

it.for([
  [{ json: { message: text('') } }, 400, 'invalid_parameters', 'message.message'],
  [{ json: { message: { type: 'dance' } } }, 400, 'invalid_parameters', 'message.type'],
  [{ json: { id: 5, message: text('a') } }, 400, 'invalid_parameters', 'id'],
  [{ json: { is_external: 'yes' } }, 400, 'invalid_parameters', 'is_external'],
  [{ json: { isExternal: true } }, 400, 'field_not_described', 'is_external'],
  [{ json: { customer: {} } }, 400, 'field_not_described', 'customer'],
  [{ raw: '{' }, 400, 'malformed_json', 'line 1'],
  [{}, 400, 'empty_body', ''],
  [{ raw: `"${'x'.repeat(300_000)}"` }, 413, 'request_too_large', ''],
  [{ json: {}, headers: { 'content-type': 'text/plain' } }, 415, 'unsupported_media_type', ''],
] as const)('[WC3] what is wrong is named, and nothing is stored: case %#', async ([asked, status, code, named]) => {
  const { ask, caller } = await serve();
  const refused = await ask('POST', '/1/messages', asked);
  expect([codeOf(refused), refused.json.error.message]).toEqual([[status, code], expect.stringContaining(named)]);
  expect((await caller.customers.list()).total).toBe(0);
});

it('[WC2] a token is good with its own bot, and as nothing but a token', async () => {
  const { ask, publish, caller } = await serve();
  const other = await publish({ family: 'native', ...echo });
  const { token } = (await ask('POST', '/1/messages', { json: {} })).json.data;
  const message = { json: { message: text('a') } };
  for (const wrong of [`${token}x`, '', 'x'.repeat(10_000)]) {
    const refused = await ask('POST', '/1/messages', { token: wrong, ...message });
    expect([codeOf(refused), refused.headers['www-authenticate']]).toEqual([
      [401, 'not_authenticated'],
      'Token realm="web chat"',
    ]);
  }
  for (const [method, path] of [
    ['POST', `/${other.number}/messages`],
    ['GET', `/${other.number}/messages`],
    ['GET', `/${other.number}/events`],
  ] as const) {
    expect(codeOf(await ask(method, path, { token, ...(method === 'POST' && message) }))).toEqual([
      401,
      'not_authenticated',
    ]);
  }
  for (const path of ['/1/messages', '/1/events']) {
    for (const headers of [{}, { cookie: `token=${token}` }, { authorization: `Bearer ${token}` }]) {
      expect(codeOf(await ask('GET', path, { headers }))).toEqual([401, 'not_authenticated']);
    }
  }
  const [customer] = (await caller.customers.list()).items;
  await caller.customers.block(customer?.number ?? 0);
  expect(codeOf(await ask('POST', '/1/messages', { token, ...message }))).toEqual([403, 'customer_blocked']);
  await caller.customers.delete(customer?.number ?? 0);
  expect(codeOf(await ask('POST', '/1/messages', { token, ...message }))).toEqual([401, 'not_authenticated']);
});

it('[WC22] a beginning that comes again begins one conversation, and counts once', async () => {
  const { ask, caller } = await serve({ limits: { beginnings: 2 } });
  const token = 'made-by-the-client_0123456789-abc';
  const begin = (json: object) => ask('POST', '/1/messages', { json });
  const first = await begin({ token, message: text('hi'), id: 'a' });
  expect([first.status, first.json.data.token, first.json.data.messages.map(lineOf)]).toEqual([
    201,
    token,
    ['customer: hi', 'bot: Your name?'],
  ]);
  for (let time = 0; time < 3; time += 1) {
    const { status, json } = await begin({ token, message: text('hi'), id: 'a' });
    expect([status, json]).toEqual([201, first.json]);
  }
  expect((await ask('POST', '/1/messages', { token, json: { message: text('Ada') } })).status).toBe(200);
  expect([(await begin({})).status, (await begin({})).status, (await begin({ token })).status]).toEqual([
    201, 429, 201,
  ]);
  expect((await caller.customers.list()).total).toBe(2);
});

it('[WC13][WC23] a block that does not exist is named, nothing is stored, and it does not count', async () => {
  const { ask, caller } = await serve({ limits: { beginnings: 1 } });
  for (const json of [{ node: 'absent' }, { node: 'absent', message: text('hi') }, { message: text('') }]) {
    const refused = await ask('POST', '/1/messages', { json });
    expect(codeOf(refused)).toEqual([400, 'invalid_parameters']);
    if ('node' in json) expect(refused.json.error.message).toBe('node: The bot has no block with this id.');
  }
  expect((await caller.customers.list()).total).toBe(0);
  expect((await ask('POST', '/1/messages', { json: { node: 'again' } })).status).toBe(201);
});

it('[WC24] a credential with another scheme is refused, and the one to send is named', async () => {
  const { ask, caller } = await serve();
  const { token } = (await ask('POST', '/1/messages', { json: {} })).json.data;
  for (const authorization of [`Bearer ${token}`, `Basic ${token}`, token, '']) {
    for (const [method, path] of [
      ['POST', '/1/messages'],
      ['GET', '/1/messages'],
      ['GET', '/1/events'],
      ['GET', '/1'],
    ] as const) {
      const json = method === 'POST' ? { json: {} } : {};
      const refused = await ask(method, path, { headers: { authorization }, ...json });
      expect([codeOf(refused), refused.headers['www-authenticate']]).toEqual([
        [401, 'not_authenticated'],
        'Token realm="web chat"',
      ]);
      expect(refused.json.error.message).toContain('"Authorization: Token …"');
    }
  }
  expect((await caller.customers.list()).total).toBe(1);
});

it('[WC4] a response waits ten seconds at most', async () => {
  const { ask, clock } = await serve({ works: false });
  const asking = ask('POST', '/1/messages', { json: { message: text('hi') } });
  for (let second = 0; second < 9; second += 1) {
    await flush();
    clock.advance(1_000);
  }
  expect(await Promise.race([asking, flush().then(() => 'waits')])).toBe('waits');
  clock.advance(1_000);
  const { status, json } = await asking;
  expect([status, json.data.messages.map(lineOf), json.data.status, json.data.after]).toEqual([
    201,
    ['customer: hi'],
    'working',
    1,
  ]);
});

it('[WC4] nobody waits for a server that stops', async () => {
  const { ask, closing } = await serve({ works: false });
  const waiting = ask('POST', '/1/messages', { json: { message: text('Ada') } });
  await flush();
  closing.abort();
  const { status, json } = await waiting;
  expect([status, json.data.messages.map(lineOf), json.data.status]).toEqual([201, ['customer: Ada'], 'working']);
  const next = await ask('POST', '/1/messages', { json: {} });
  expect([next.status, next.json.data.status]).toEqual([201, 'working']);
});

it('[WC4] a client that does not want to wait does not', async () => {
  const { ask } = await serve({ works: false });
  const said = await ask('POST', '/1/messages', { json: { message: text('hi') }, headers: { prefer: 'wait=0' } });
  expect([said.status, said.json.data.messages.map(lineOf), said.json.data.status]).toEqual([
    201,
    ['customer: hi'],
    'working',
  ]);
});

it('[WC6] a message shows nothing that is the business of others', async () => {
  const { ask, caller } = await serve();
  const { token, messages } = (await ask('POST', '/1/messages', { json: { message: text('hi') } })).json.data;
  expect(messages[1]).toEqual({
    uuid: expect.any(String),
    seq: 2,
    type: 'text',
    timestamp: expect.any(Number),
    data: { body: 'Your name?' },
    sender: { type: 'bot', name: 'Sales' },
  });
  const [customer] = (await caller.customers.list()).items;
  const number = customer?.number ?? 0;
  await caller.customers.archive(number);
  await caller.customers.unarchive(number);
  await caller.customers.unassign(number);
  await caller.customers.assign(number);
  const read = await ask('GET', '/1/messages?after=2', { token });
  expect(read.json.data.messages.map(({ type, data, sender }) => [type, data, Object.keys(sender)])).toEqual([
    ['event', { action: 'assign' }, ['type', 'name']],
  ]);
  expect(read.json.data.after).toBe(6);
});

it('[WC5][WC7] messages are read after a position', async () => {
  const { ask, bot, engine } = await serve({ works: false });
  const { token, visitor } = await engine.webChat.begin(bot.number);
  for (let said = 0; said < 150; said += 1) await engine.webChat.send(visitor, { message: text(`${said}`) });
  const read = async (query: string) => {
    const { json } = await ask('GET', `/1/messages${query}`, { token });
    return [json.data.messages.length, json.data.messages[0]?.seq, json.data.after, json.data.status];
  };
  expect(await read('')).toEqual([100, 1, 100, 'working']);
  expect(await read('?after=100')).toEqual([50, 101, 150, 'working']);
  expect(await read('?after=150')).toEqual([0, undefined, 150, 'working']);
  for (const query of ['?after=-1', '?after=x', '?after=1.5']) {
    expect(codeOf(await ask('GET', `/1/messages${query}`, { token }))).toEqual([400, 'invalid_parameters']);
  }
});

it('[VI17][WC7] a page of long messages is short, and goes on after its position', async () => {
  const { ask, bot, engine } = await serve({ works: false });
  const { token, visitor } = await engine.webChat.begin(bot.number);
  const long = '\u0001'.repeat(10_000);
  for (let said = 0; said < 12; said += 1) await engine.webChat.send(visitor, { message: text(long) });
  const seen: number[] = [];
  for (let after = 0; ; ) {
    const { json } = await ask('GET', `/1/messages?after=${after}`, { token });
    if (json.data.messages.length === 0) break;
    expect(JSON.stringify(json).length).toBeLessThan(262_144);
    seen.push(...json.data.messages.map(({ seq }) => seq));
    after = json.data.after;
  }
  expect(seen).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
});

it('[WC32] a beginning that comes again answers with the first part of what was said', async () => {
  const { ask, engine } = await serve({ works: false });
  const begin = { token: 'c'.repeat(64) };
  const atOnce = { headers: { prefer: 'wait=0' } };
  const { token } = (await ask('POST', '/1/messages', { json: begin, ...atOnce })).json.data;
  const visitor = await engine.webChat.authenticate(1, token);
  const long = '\u0001'.repeat(10_000);
  for (let said = 0; said < 12; said += 1) await engine.webChat.send(visitor as never, { message: text(long) });
  const again = await ask('POST', '/1/messages', { json: begin, headers: { prefer: 'wait=1' } });
  const { messages, after } = again.json.data;
  expect([again.status, JSON.stringify(again.json).length < 400_000, messages.at(-1)?.seq]).toEqual([201, true, after]);
  expect(after).toBeLessThan(12);
});

it('[WC31] a stream that nobody reads ends, and its place is free', async () => {
  const { ask, unread, stream, clock } = await serve({ limits: { streamsPerAddress: 1 } });
  const { token } = (await ask('POST', '/1/messages', { json: {} })).json.data;
  const blocked = await unread(token);
  expect(await blocked.next()).toEqual({ done: false, value: 'retry: 2000\n\n' });
  expect((await stream(token)).status).toBe(429);
  clock.advance(29_000);
  await flush();
  expect((await stream(token)).status).toBe(429);
  clock.advance(1_000);
  await flush();
  const next = await stream(token);
  expect([next.status, await blocked.next()]).toEqual([200, { done: true, value: undefined }]);
  await next.leave();
});

it('[WC8][WC9][WC10] events come as they happen, and go on where they stopped', async () => {
  const { ask, stream, clock, served } = await serve();
  const { token } = (await ask('POST', '/1/messages', { json: {} })).json.data;
  const first = await stream(token);
  expect([first.status, first.headers['content-type'], first.headers['cache-control']]).toEqual([
    200,
    'text/event-stream',
    'no-store',
  ]);
  const waiting = 'status waiting {"kind":"text"}';
  expect(await first.news()).toEqual(['retry: 2000', 'message 1 bot: Your name?', waiting]);
  await ask('POST', '/1/messages', { token, json: { message: text('Ada') } });
  const news = await first.news();
  expect(news.filter((each) => each.startsWith('message'))).toEqual([
    'message 2 customer: Ada',
    'message 3 bot: Hello Ada!',
  ]);
  expect(news.at(-1)).toBe(waiting);
  clock.advance(15_000);
  expect(await first.news()).toEqual([': still here']);
  await first.leave();
  expect(served.at(-1)).toMatchObject({ operation: 'followWebChat', isStream: true, brand: 'acme' });

  const later = await stream(token, { headers: { 'last-event-id': '2' } });
  expect(await later.news()).toEqual(['retry: 2000', 'message 3 bot: Hello Ada!', waiting]);
  const byQuery = await stream(token, { path: '/1/events?after=3' });
  expect(await byQuery.news()).toEqual(['retry: 2000', waiting]);
  for (const each of [later, byQuery]) await each.leave();
});

it('[WC11] a stream ends in time, with the server, and with its visitor', async () => {
  const { ask, stream, clock, closing, caller } = await serve({ limits: { streamsPerAddress: 100 } });
  const begin = async (): Promise<string> => (await ask('POST', '/1/messages', { json: {} })).json.data.token;
  const long = await stream(await begin());
  for (let minute = 0; minute < 15; minute += 1) {
    expect(long.isOver()).toBe(false);
    clock.advance(60_000);
    await flush();
  }
  expect(long.isOver()).toBe(true);

  const [gone, ended] = [await stream(await begin()), await stream(await begin())];
  await flush();
  const { items } = await caller.customers.list();
  await caller.customers.delete(items.at(-2)?.number ?? 0);
  await flush();
  expect([gone.isOver(), ended.isOver()]).toEqual([true, false]);
  closing.abort();
  await flush();
  expect(ended.isOver()).toBe(true);
  const late = await stream(await begin());
  await flush();
  expect(late.isOver()).toBe(true);
});

it('[WC12] requests are counted by address and by visitor', async () => {
  const { ask, clock } = await serve({ limits: { requestsPerAddress: 4, requestsPerVisitor: 2 } });
  const { token } = (await ask('POST', '/1/messages', { json: {}, address: '2001:db8::1' })).json.data;
  const status = async (asked: Asked) => (await ask('GET', token === '' ? '' : '/1/messages', asked)).status;
  expect([
    await status({ token, address: '2001:db8::2' }),
    await status({ token, address: '2001:db8::3' }),
    await status({ token, address: '192.0.2.9' }),
    (await ask('GET', '/1', { address: '2001:db8::4' })).status,
    (await ask('GET', '/1', { address: '2001:db8::5' })).status,
    (await ask('GET', '/1', { address: '2001:db8:1::5' })).status,
  ]).toEqual([200, 200, 429, 200, 429, 200]);
  clock.advance(1_000);
  expect([await status({ token, address: '192.0.2.9' }), await status({ token })]).toEqual([200, 200]);
  const refused = await ask('GET', '/1/messages', { token });
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
});

it('[WC13] conversations that begin are counted by address', async () => {
  const { ask, clock, caller } = await serve({ limits: { beginnings: 2 } });
  const begin = async (address: string, path = '/1/messages') =>
    (await ask('POST', path, { json: {}, address })).status;
  expect([await begin('192.0.2.1', '/9/messages'), await begin('192.0.2.1'), await begin('192.0.2.1')]).toEqual([
    404, 201, 201,
  ]);
  clock.advance(600_000);
  const refused = await ask('POST', '/1/messages', { json: {}, address: '192.0.2.1' });
  expect([refused.status, refused.json.error.code, refused.headers['retry-after']]).toEqual([
    429,
    'too_many_requests',
    '3000',
  ]);
  expect(await begin('192.0.2.2')).toBe(201);
  expect((await caller.customers.list()).total).toBe(3);
  clock.advance(3_000_000);
  expect(await begin('192.0.2.1')).toBe(201);
});

it('[WC14][WC15] streams are bounded by visitor, by address, and in all', async () => {
  const served = await serve({ limits: { streamsPerVisitor: 2, streamsPerAddress: 4, streamsInAll: 10 } });
  const { ask, stream } = served;
  const begin = async (): Promise<string> => (await ask('POST', '/1/messages', { json: {} })).json.data.token;
  const [ada, bob, cleo] = [await begin(), await begin(), await begin()];
  const [first, second] = [await stream(ada), await stream(ada)];
  await flush();
  const third = await stream(ada);
  await flush();
  expect([first.isOver(), second.isOver(), third.isOver()]).toEqual([true, false, false]);
  const [fourth, fifth] = [await stream(bob), await stream(bob)];
  await flush();
  expect([(await stream(cleo)).status, (await stream(cleo, { address: '192.0.2.7' })).status]).toEqual([429, 200]);
  const full = await stream(cleo, { address: '192.0.2.8' });
  expect([full.status, full.headers['retry-after']]).toEqual([429, '5']);

  // A message is stored and answered immediately.
  const said = await ask('POST', '/1/messages', { token: bob, json: { message: text('Bob') } });
  expect([said.status, said.json.data.messages.map(lineOf)[0]]).toEqual([200, 'customer: Bob']);
  for (const each of [second, third, fourth, fifth]) await each.leave();
  expect((await stream(cleo, { address: '192.0.2.8' })).status).toBe(200);
  expect(served.faults).toEqual([]);
});

it('[WC33] streams and waiting requests of one brand leave room for other brands', async () => {
  const { ask, stream, engine, bot } = await serve({ works: false, limits: { streamsPerVisitor: 9, streamsInAll: 8 } });
  const others = { brand: 'globex', person: 8, workspaces: [2], permissions } as const;
  const brands = [
    { name: 'acme', plan: 'professional', workspaces: [1], tokens: [] },
    { name: 'globex', plan: 'professional', workspaces: [2], tokens: [] },
  ] as const;
  await engine.configure(brands);
  const { bots, versions } = engine.as(others);
  const diagram = diagramOf(echo.blocks, echo.connections, 'native');
  const other = await bots.create({ name: 'Other', channelFamily: 'native', diagram });
  await versions.publish(other.id);
  const headers = { prefer: 'wait=0' };
  const beginOf = async (number: number): Promise<string> =>
    (await ask('POST', `/${number}/messages`, { json: {}, headers })).json.data.token;
  const [ada, bea] = [await beginOf(bot.number), await beginOf(other.number)];

  const open = [await stream(ada), await stream(ada), await stream(ada), await stream(ada)];
  const refused = await stream(ada);
  expect([...open, refused].map(({ status }) => status)).toEqual([200, 200, 200, 200, 429]);
  // No worker runs: a request that has a place waits, and one without a place is answered immediately.
  let hasOtherWaited = true;
  const waits = ask('POST', `/${other.number}/messages`, { token: bea, json: { message: text('Hi') } });
  void waits.then(() => (hasOtherWaited = false));
  const said = await ask('POST', `/${bot.number}/messages`, { token: ada, json: { message: text('Hi') } });
  await flush();
  expect([said.status, hasOtherWaited]).toEqual([200, true]);
  const path = `/${other.number}/events`;
  expect([(await stream(bea, { path })).status, (await stream(ada)).status]).toEqual([200, 429]);
  for (const each of open) await each.leave();
  expect((await stream(ada)).status).toBe(200);
});

it('[WC14] a stream that is refused or left before its first piece takes no place', async () => {
  const { ask, stream } = await serve({ limits: { streamsInAll: 1 } });
  const { token } = (await ask('POST', '/1/messages', { json: {} })).json.data;
  for (let time = 0; time < 3; time += 1) {
    const opened = await stream(token);
    expect(opened.status).toBe(200);
    await opened.leave();
    expect((await ask('HEAD', '/1/events', { token })).status).toBe(200);
  }
});

it('[WC34] no cache keeps what a visitor sees, also refusals', async () => {
  const { ask, stream } = await serve();
  const begun = await ask('POST', '/1/messages', { json: {} });
  const { token } = begun.json.data;
  const answers = [
    begun,
    await ask('GET', '/1'),
    await ask('GET', '/1/messages', { token }),
    await ask('HEAD', '/1/messages', { token }),
    await ask('GET', '/9'),
    await ask('GET', '/nothing/at/all'),
    await ask('GET', '/1/messages', { token: 'unknown-token-0001' }),
    await ask('PUT', '/1/messages', { token }),
    await ask('POST', '/1/messages', { token, raw: '{' }),
    await stream(token),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 200, 404, 404, 401, 405, 400, 200]);
  for (const { headers } of answers) {
    expect([headers['cache-control'], headers['x-content-type-options']]).toEqual(['no-store', 'nosniff']);
  }
});

it('[WC16] knows who came from another site', async () => {
  const { ask, caller, storage } = await serve();
  const came = async (headers: Readonly<Record<string, string>>, json: object = {}) => {
    await ask('POST', '/1/messages', { json, headers });
    const { items } = await caller.customers.list();
    return (await readsOf(storage, 'acme').load({ kind: 'customer', number: items.at(-1)?.number ?? 0 }))?.isExternal;
  };
  expect([
    await came({}),
    await came({ origin: 'https://acme.test' }),
    await came({ origin: 'https://shop.example' }),
    await came({ origin: 'null' }),
    await came({ origin: 'https://acme.test' }, { is_external: true }),
  ]).toEqual([false, false, true, true, true]);
});

it.for([[{ beginnings: 0 }], [{ streamsInAll: 1.5 }]] as const)('[WC12] the limits %j are refused', ([limits]) => {
  const engine = { webChat: {} as never };
  expect(() => createWebChatApi({ engine, publicUrl, limits })).toThrow(TypeError);
});

it('[WC30] a message that is stored is not said to have failed when the store goes away before the answers come', async () => {
  const storage = failingStorage();
  const { ask, bot, faults } = await serve({ storage, works: false });
  const { read } = storage;
  storage.read = (scope, requests) =>
    requests.some((each) => each.do === 'list' && each.kind === 'message')
      ? Promise.reject(away())
      : read(scope, requests);
  const begun = await ask('POST', `/${bot.number}/messages`, { json: { message: text('Hi') } });
  expect([begun.status, begun.json.data.status, begun.json.data.messages]).toEqual([201, 'working', []]);
  const { token } = begun.json.data;
  const again = await ask('POST', `/${bot.number}/messages`, { token, json: { message: text('There') } });
  expect([again.status, again.json.data.status]).toEqual([200, 'working']);
  storage.read = read;
  const { json } = await ask('GET', `/${bot.number}/messages?after=0`, { token });
  expect(json.data.messages.map(({ data }) => data)).toEqual([{ body: 'Hi' }, { body: 'There' }]);
  expect(faults).toEqual([]);
});

it('[VI20][WC41][QN19][QN20] says how the answer is expected, in responses and in the stream', async () => {
  const { publish, ask, stream } = await serve();
  const file: readonly [string, object] = ['ask_file', { text: 'Your CV?' }];
  const date = { text: 'When?', showDatePicker: true, pickerFormat: 'dd/MM/yyyy', format: ['%d/%m/%Y'] };
  const { number } = await publish({
    family: 'native',
    blocks: {
      start: ['ask_date', date],
      file: file as never,
      name: ['ask_question', { text: 'Name?', placeholder: 'As in @{cv}', sendLabel: 'Go on' }],
      age: ['ask_number', { quiet: true, min: 18 }],
      sure: ['ask_yes_no', { text: 'Sure?' }],
    },
    connections: ['start.$success--file', 'file.$success--name', 'name.$success--age', 'age.$success--sure'],
  });
  const begun = await ask('POST', `/${number}/messages`, { json: {} });
  const { token, after } = begun.json.data;
  const expects = { kind: 'date', format: 'dd/MM/yyyy' };
  expect(begun.json.data).toMatchObject({ status: 'waiting', expects });
  const opened = await stream(token, { path: `/${number}/events?after=${after}` });
  expect((await opened.news()).at(-1)).toBe(`status waiting ${JSON.stringify(expects)}`);
  await opened.leave();
  const say = async (message: string) =>
    (await ask('POST', `/${number}/messages`, { token, json: { message: text(message) } })).json.data;
  expect(await say('05/03/2026')).toMatchObject({ status: 'waiting', expects: { kind: 'file' } });
  expect(await say('https://example.org/cv.pdf')).toMatchObject({
    expects: { kind: 'text', placeholder: 'As in ', send_label: 'Go on' },
  });
  // A quiet question sends no message.
  const quiet = await say('Ada');
  expect(quiet.messages.map(({ data }) => data)).toEqual([{ body: 'Ada' }]);
  expect(quiet).toMatchObject({ expects: { kind: 'number', min: 18 } });
  expect(await say('20')).toMatchObject({
    expects: { kind: 'choice', choices: [{ payload: '$yes', label: 'Yes' }, {}] },
  });
});

it('[WT21] says that the bot seems to type, in responses and in the stream', async () => {
  const { publish, ask, stream, clock } = await serve();
  const { number } = await publish({
    family: 'native',
    blocks: {
      start: ['opening', { text: 'One moment.' }],
      pause: ['wait', { seconds: 3 }],
      silence: ['wait', { seconds: 3, typing: false }],
      later: ['ask_question', { text: 'Name?' }],
    },
    connections: ['start.$success--pause', 'pause.$success--silence', 'silence.$success--later'],
  });
  const begun = await ask('POST', `/${number}/messages`, { json: {}, headers: { prefer: 'wait=0' } });
  const { token } = begun.json.data;
  const opened = await stream(token, { path: `/${number}/events?after=0` });
  const said = async () => (await ask('GET', `/${number}/messages?after=0`, { token })).json.data;
  expect((await opened.news()).slice(1)).toEqual(['message 1 bot: One moment.', 'status working typing']);
  expect(await said()).toMatchObject({ status: 'working', typing: true });
  const pass = async () => {
    clock.advance(3_000);
    await flush();
    // The stream polls a status without a message.
    clock.advance(1_000);
  };
  await pass();
  expect(await opened.news()).toEqual(['status waiting']);
  expect(await said()).not.toMatchObject({ typing: true });
  await pass();
  expect((await opened.news())[0]).toBe('message 2 bot: Name?');
  await opened.leave();
});

it('[WT50] shows texts after the time that they take to type, and history at once', async () => {
  const { publish, ask, stream, clock } = await serve({ typingDelay: { per_character_ms: 100, most_ms: 2_000 } });
  const { number } = await publish({
    family: 'native',
    blocks: { start: ['opening', { text: 'One moment.' }], later: ['ask_question', { text: 'Name?' }] },
    connections: ['start.$success--later'],
  });
  const begun = await ask('POST', `/${number}/messages`, { json: {}, headers: { prefer: 'wait=0' } });
  expect(begun.json.data).toMatchObject({ messages: [], status: 'working' });
  const { token } = begun.json.data;
  const opened = await stream(token, { path: `/${number}/events?after=0` });
  expect((await opened.news()).slice(1)).toEqual(['status working typing']);
  clock.advance(1_100);
  expect(await opened.news()).toEqual(['message 1 bot: One moment.', 'status working typing']);
  clock.advance(499);
  const said = async () => (await ask('GET', `/${number}/messages?after=0`, { token })).json.data;
  expect(await said()).toMatchObject({ messages: [{ seq: 1 }], status: 'working', typing: true });
  clock.advance(1);
  const expects = { kind: 'text' };
  expect(await opened.news()).toEqual(['message 2 bot: Name?', `status waiting ${JSON.stringify(expects)}`]);
  expect(await said()).toMatchObject({ messages: [{ seq: 1 }, { seq: 2 }], status: 'waiting' });
  await opened.leave();
});

it('[LM30] streams the parts of an answer that a model makes', async () => {
  const answer = Promise.withResolvers<void>();
  const complete: LanguageModel['complete'] = async (_, { onText }) => {
    onText?.('Hel');
    await answer.promise;
    return { text: 'Hello', usage: { in: 1, out: 1 } };
  };
  const { publish, ask, stream } = await serve({ models: { small: { complete } } });
  const { number } = await publish({
    family: 'native',
    blocks: {
      start: ['opening', { text: 'One moment.' }],
      model: ['language_model', { model: 'small', input: 'Greet' }],
      later: ['ask_question', { text: 'Name?' }],
    },
    connections: ['start.$success--model', 'model.$success--later'],
  });
  const begun = await ask('POST', `/${number}/messages`, { json: {}, headers: { prefer: 'wait=0' } });
  const opened = await stream(begun.json.data.token, { path: `/${number}/events?after=0` });
  expect((await opened.news()).slice(1)).toEqual(['message 1 bot: One moment.', 'status working', 'part 1 Hel']);
  answer.resolve();
  expect(await opened.news()).toEqual([
    'message 2 bot: Hello',
    'message 3 bot: Name?',
    'status waiting {"kind":"text"}',
  ]);
  await opened.leave();
});

it('[CX14][CX18][CX19] says which choices, ratings and cards are offered', async () => {
  const { publish, ask } = await serve();
  const { number } = await publish({
    family: 'native',
    blocks: {
      start: ['ask_choices', { text: 'Which?', choices: [{ id: 'a', label: 'A' }], doneLabel: 'Done' }],
      rating: ['ask_rating', { text: 'Well?', lowLabel: 'Bad', highLabel: 'Good', icon: 'heart' }],
      card: ['ask_card', { text: 'Which?', cards: [{ id: 'a', title: 'A', text: 'Nice', label: 'Take it' }] }],
    },
    connections: ['start.$success--rating', 'rating.$success--card'],
  });
  const begun = await ask('POST', `/${number}/messages`, { json: {} });
  const { token } = begun.json.data;
  const say = async (message: string) =>
    (await ask('POST', `/${number}/messages`, { token, json: { message: text(message) } })).json.data;
  const choices = [{ payload: '$a', label: 'A' }];
  expect(begun.json.data).toMatchObject({ expects: { kind: 'choices', min: 1, max: 1, choices, send_label: 'Done' } });
  const rating = { kind: 'rating', min: 1, max: 5, icon: 'heart', low_label: 'Bad', high_label: 'Good' };
  expect(await say('A')).toMatchObject({ expects: rating });
  const cards = [{ payload: '$a', label: 'A', text: 'Nice', action: 'Take it' }];
  expect(await say('5')).toMatchObject({ expects: { kind: 'choice', choices: cards } });
});
