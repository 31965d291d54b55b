import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  type BotsClient,
  type ClientOptions,
  createBotsClient,
  createPlatformClient,
  isApiError,
} from '../src/index.ts';

const url = 'https://bots.acme.test/v0-alpha';
const token = 'secret-token-of-acme';
const one = { data: { id: 'a' } };

type Reply = Response | Error | (() => Response | Promise<Response>);

interface Trial {
  readonly client: BotsClient;
  readonly sent: RequestInit[];
  /** The wait before each repetition, in milliseconds. */
  readonly waits: number[];
}

/** A client whose requests get these replies, in turn. */
function trial(replies: readonly Reply[], options: Partial<ClientOptions> = {}): Trial {
  const sent: RequestInit[] = [];
  const waits: number[] = [];
  const client = createBotsClient({
    url,
    token,
    async fetch(_url, init) {
      const reply = replies[sent.push(init) - 1];
      if (reply === undefined) throw new Error('No more replies.');
      if (reply instanceof Error) throw reply;
      return typeof reply === 'function' ? reply() : reply;
    },
    wait: async (ms) => void waits.push(ms),
    now: () => Date.parse('2026-11-22T10:00:00Z'),
    ...options,
  });
  return { client, sent, waits };
}

function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers });
}

function limited(headers: Record<string, string> = {}): Response {
  return json(429, { error: { code: 'too_many_requests', message: 'Slow down.' } }, headers);
}

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

const refusedConnection = () =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) });

describe('repetitions', () => {
  it.each([
    [{ 'retry-after': '2' }, 2_000],
    [{ 'retry-after': 'Sun, 22 Nov 2026 10:00:03 GMT' }, 3_000],
    [{ 'retry-after': 'Sun, 22 Nov 2026 09:00:05 GMT', date: 'Sun, 22 Nov 2026 09:00:01 GMT' }, 4_000],
    [{ 'retry-after': 'Sun, 22 Nov 2026 09:59:00 GMT' }, 0],
    [{ 'retry-after': 'soon' }, 250],
    [{ 'retry-after': '1.5' }, 250],
    [{}, 250],
  ])('[CL7] beyond the rate, a request waits as %j asks', async (headers, ms) => {
    const { client, sent, waits } = trial([limited(headers), json(201, one)]);
    expect(await client.bots.create({ name: 'A', channel_family: 'native' })).toEqual({ id: 'a' });
    expect([sent.length, waits]).toEqual([2, [ms]]);
  });

  it('[CL7] ends after the number of repetitions, with the last error', async () => {
    const { client, sent, waits } = trial([limited(), limited(), limited()], { maxRetries: 2 });
    expect(await errorOf(client.bots.get('a'))).toMatchObject({ code: 'too_many_requests', status: 429 });
    expect([sent.length, waits]).toEqual([3, [250, 500]]);
  });

  it('[CL7] ends when the waits would take longer than they may', async () => {
    const { client, waits } = trial([limited({ 'retry-after': '4' }), limited({ 'retry-after': '7' })], {
      maxRetryWaitMs: 10_000,
    });
    expect(await errorOf(client.bots.get('a'))).toMatchObject({ code: 'too_many_requests', retryAfterMs: 7_000 });
    expect(waits).toEqual([4_000]);
  });

  const calls = {
    read: (client: BotsClient) => client.bots.get('a'),
    write: (client: BotsClient) => client.bots.update('a', { name: 'B' }),
    create: (client: BotsClient) => client.bots.create({ name: 'A', channel_family: 'native' }),
    createOnce: (client: BotsClient) =>
      client.bots.create({ name: 'A', channel_family: 'native' }, { idempotencyKey: 'k' }),
  };
  it.each([
    ['read', 2],
    ['write', 1],
    ['create', 1],
    ['createOnce', 2],
  ] as const)('[CL8] after a broken connection and behind a gateway, %s is sent %d times', async (name, times) => {
    for (const fault of [refusedConnection(), new Response('Bad gateway', { status: 502 }), json(503, {})]) {
      const { client, sent } = trial([fault, json(200, one)]);
      await errorOf(calls[name](client));
      expect(sent.length).toBe(times);
    }
  });

  it('[CL8] an error of the interface is not repeated', async () => {
    const failed = json(502, { error: { code: 'dependency_failed', message: 'Down.' } });
    const { client, sent } = trial([failed, json(200, one)]);
    expect(await errorOf(client.bots.get('a'))).toMatchObject({ code: 'dependency_failed' });
    expect(sent.length).toBe(1);
  });

  it('[CL10] a signal ends the call while it waits, and before it is sent', async () => {
    const controller = new AbortController();
    const reason = new Error('The page was left.');
    const { client, sent } = trial([json(200, one)]);
    const waiting = createBotsClient({ url, token, fetch: async () => limited({ 'retry-after': '50' }) });
    const call = errorOf(waiting.bots.get('a', { signal: controller.signal }));
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort(reason);
    expect(await call).toBe(reason);
    expect(await errorOf(client.bots.get('a', { signal: controller.signal }))).toBe(reason);
    expect(sent.length).toBe(0);
  });

  it('[CL10] the default wait takes its time', async () => {
    let calls = 0;
    const client = createBotsClient({
      url,
      token,
      fetch: async () => (calls++ === 0 ? limited({ 'retry-after': '0' }) : json(200, one)),
    });
    expect(await client.bots.get('a')).toEqual({ id: 'a' });
    expect(calls).toBe(2);
  });
});

describe('responses', () => {
  it('[CL10] one that takes longer than the time-out is an error, and is not repeated', async () => {
    let calls = 0;
    const fetch = (_: string, { signal }: RequestInit) => {
      calls++;
      return new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    };
    const client = createBotsClient({ url, token, timeoutMs: 5, fetch });
    const error = await errorOf(client.bots.get('a'));
    expect(error).toMatchObject({
      code: 'timed_out',
      status: undefined,
      message: `GET ${url}/bots/a: No response in time.`,
    });
    expect(calls).toBe(1);
  });

  it('[CL11] one that is too large is not read to its end', async () => {
    let pulled = 0;
    const body = new ReadableStream({
      pull(controller) {
        pulled++;
        controller.enqueue(new Uint8Array(1_000));
      },
    });
    const { client } = trial([new Response(body)], { maxResponseBytes: 3_000 });
    expect(await errorOf(client.bots.get('a'))).toMatchObject({ code: 'response_too_large', status: 200 });
    expect(pulled).toBeLessThan(8);
  });

  it('[CL11] text is put together from any chunks', async () => {
    const bytes = new TextEncoder().encode('{"data":{"name":"Zoë 🌵"}}');
    const body = new ReadableStream({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    expect(await trial([new Response(body)]).client.bots.get('a')).toEqual({ name: 'Zoë 🌵' });
  });

  it.each([
    ['a page of a website', new Response('<html>Not found</html>', { status: 404 })],
    ['a page that says all is well', new Response('<html>Hi</html>', { status: 200 })],
    ['JSON of something else', json(200, { ok: true })],
    ['a list', json(200, [1])],
    ['an error of something else', json(404, { message: 'Not Found' })],
    ['no body', new Response('', { status: 200 })],
    ['no content', new Response(null, { status: 204 })],
  ])('[CL12] %s is no response of the interface, and the message says what address is needed', async (_, response) => {
    const error = await errorOf(trial([response]).client.bots.get('a'));
    if (!isApiError(error, 'unexpected_response')) throw error;
    expect(error.message).toBe(
      `GET ${url}/bots/a answered ${response.status}: This is not a response of the Bots API, whose address ends as in /v0-alpha.`,
    );
  });

  it.each([{ data: [] }, { data: {}, meta: { total: 0 } }, { data: [], meta: { total: '0' } }])(
    '[CL12] a page without entries and total is no page: %j',
    async (body) => {
      const error = await errorOf(
        trial([json(200, body)])
          .client.bots.list()
          .all(),
      );
      expect(isApiError(error, 'unexpected_response')).toBe(true);
    },
  );

  it('[CL12] at a path that the interface does not have, the message says how its address ends', async () => {
    const lost = json(404, { error: { code: 'path_not_found', message: 'There is nothing at this path.' } });
    expect(await errorOf(trial([lost]).client.bots.get('a'))).toMatchObject({
      code: 'path_not_found',
      problem: 'There is nothing at this path. The address of the Bots API ends as in /v0-alpha.',
    });
  });

  it('[CL12] a page in place of the contract is no contract', async () => {
    const { client } = trial([
      new Response('<html>Hi</html>'),
      new Response('openapi: 3.1.0', { headers: { 'content-type': 'application/yaml' } }),
    ]);
    expect(await errorOf(client.contract.get())).toMatchObject({ code: 'unexpected_response', status: 200 });
    expect(await client.contract.get()).toBe('openapi: 3.1.0');
  });

  it('[CL3] the caller sees each response, and what it throws there is what the call rejects with', async () => {
    const thrown = new Error('Mine.');
    const statuses: number[] = [];
    const { client } = trial([limited(), json(200, one), json(200, one)]);
    await client.bots.get('a', { onResponse: ({ status }) => void statuses.push(status) });
    expect(statuses).toEqual([429, 200]);
    const throws = () => {
      throw thrown;
    };
    expect(await errorOf(client.bots.get('a', { onResponse: throws }))).toBe(thrown);
  });

  it('[CL12] a redirect is not followed', async () => {
    const moved = new Response(null, { status: 302, headers: { location: 'https://elsewhere.test/' } });
    const { client, sent } = trial([moved]);
    const error = await errorOf(client.bots.get('a'));
    expect(error).toMatchObject({ code: 'redirected', status: 302 });
    expect(String(error)).toContain('It redirects to https://elsewhere.test/, which is not followed.');
    expect(sent[0]?.redirect).toBe('manual');
  });

  it('[CL12] an address that nobody listens at is named with the reason', async () => {
    const error = await errorOf(trial([refusedConnection()], { maxRetries: 0 }).client.bots.get('a'));
    expect(error).toMatchObject({
      code: 'unreachable',
      message: `GET ${url}/bots/a: It cannot be reached (ECONNREFUSED).`,
    });
  });

  it('[CL5] a list ends at a page without entries, for any total', async () => {
    const page = (data: readonly unknown[]) => json(200, { data, meta: { total: 99, page: 1, page_size: 2 } });
    const { client, sent } = trial([page([1, 2]), page([])]);
    expect(await client.bots.list({ page_size: 2 }).all()).toEqual([1, 2]);
    expect(sent.length).toBe(2);
  });

  it('[CL9] a tag that a proxy weakened is the tag', async () => {
    const { client } = trial([json(200, { data: { diagram: {} } }, { etag: 'W/"3"' })]);
    expect((await client.drafts.get('a')).etag).toBe('"3"');
  });

  it('[CL9] a write on the condition of no tag is refused', async () => {
    const { client, sent } = trial([json(200, { data: {} })]);
    const { etag } = await trial([json(200, { data: {} })]).client.drafts.get('a');
    const body = { nodes: {}, connections: {} };
    expect(await errorOf(client.drafts.save('a', body, { ifMatch: etag as string }))).toBeInstanceOf(TypeError);
    expect(sent.length).toBe(0);
  });
});

describe('what is sent', () => {
  it.each(['', '.', '..', undefined, null])('[CL4] %j is refused in a path', async (id) => {
    const { client, sent } = trial([json(200, one)]);
    await expect(client.bots.get(id as string)).rejects.toThrow('which no path can have');
    expect(sent).toEqual([]);
  });

  it('[CL4] everything else in a path leads nowhere else', async () => {
    const urls: string[] = [];
    const fetch = async (to: string) => {
      urls.push(to);
      return json(200, one);
    };
    const client = createBotsClient({ url: `${url}//`, token, fetch });
    await client.bots.get('a/../b?c#d é');
    await client.bots.get('\ud800');
    expect(urls).toEqual([`${url}/bots/a%2F..%2Fb%3Fc%23d%20%C3%A9`, `${url}/bots/%EF%BF%BD`]);
  });

  it('[CL6] null in a query is sent, and undefined is not', async () => {
    const urls: string[] = [];
    const fetch = async (to: string) => {
      urls.push(to);
      return json(200, { success: true, total: 0, customers: [] });
    };
    const client = createPlatformClient({ url: 'https://api.acme.test/v1', token, fetch });
    await client.customers.list({ agent_id: null, archived: false, search: undefined, limit: 5 }).page();
    expect(urls).toEqual(['https://api.acme.test/v1/customers/?agent_id=null&archived=false&limit=5']);
  });

  it('[CL18] the token comes before each attempt from the function', async () => {
    const tokens = ['first', 'second'];
    const { client, sent } = trial([limited(), json(200, one)], {
      token: async () => tokens.shift() ?? '',
      scheme: 'Bearer',
    });
    await client.bots.get('a');
    expect(sent.map(({ headers }) => new Headers(headers).get('authorization'))).toEqual([
      'Bearer first',
      'Bearer second',
    ]);
  });

  it('[CL18] without a token there is no such header', async () => {
    const { client, sent } = trial([json(200, one)], { token: undefined });
    await client.bots.get('a');
    expect(new Headers(sent[0]?.headers).has('authorization')).toBe(false);
  });

  it.each(['', 'ftp://acme.test', 'acme.test', `${url}?a=1`, `${url}#a`])('[CL18] %j is no address', (address) => {
    expect(() => createBotsClient({ url: address, token })).toThrow(TypeError);
  });
});

describe('the token', () => {
  it('[CL15][CL17] is in no error, for any response of the server', async () => {
    const echo = { error: { code: 'not_authenticated', message: `No such token: ${token}.` } };
    const replies: readonly Reply[] = [
      json(401, echo),
      new Response(null, { status: 302, headers: { location: `https://elsewhere.test/?t=${token}` } }),
      new TypeError(`invalid header: Token ${token}`),
      new Response(token, { status: 404 }),
      new Error('fetch failed', { cause: new Error(`In a cause: ${token}`) }),
    ];
    for (const reply of replies) {
      const error = await errorOf(trial([reply], { maxRetries: 0 }).client.bots.get('a'));
      expect(isApiError(error)).toBe(true);
      expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(token);
    }
  });

  it.each([`${token}\n`, `${token} `, `${token}é`, ''])('[CL17] %j is refused without being shown', async (wrong) => {
    const thrown = await errorOf((async () => createBotsClient({ url, token: wrong }))());
    const late = await errorOf(trial([json(200, one)], { token: () => wrong }).client.bots.get('a'));
    for (const error of [thrown, late]) {
      expect(error).toBeInstanceOf(TypeError);
      expect(inspect(error)).not.toContain(token);
    }
  });

  it('[CL17] an address with a password is refused without being shown', () => {
    const attempt = () => createBotsClient({ url: 'https://ann:hidden-word@acme.test/v0-alpha' });
    expect(attempt).toThrow('url has no user, password, query or fragment.');
  });
});

it('[CL16] an error of another copy of the package is recognised', async () => {
  const error = Object.assign(new Error('x'), { name: 'BotwrightApiError', code: 'draft_changed' });
  expect([isApiError(error), isApiError(error, 'draft_changed'), isApiError(error, 'bot_not_found')]).toEqual([
    true,
    true,
    false,
  ]);
  expect([isApiError(new Error('x')), isApiError(undefined), isApiError({ name: 'BotwrightApiError' })]).toEqual([
    false,
    false,
    false,
  ]);
});
