import { createServer } from 'node:http';
import { type ConsoleOptions, createConsole, startLink } from '@botwright/console';
import {
  createEngine,
  type Engine,
  type EngineOptions,
  type Permission,
  type Principal,
  permissions,
} from '@botwright/core';
import { memoryStorage } from '@botwright/core/memory';
import { aesCipher } from '@botwright/core/node';
import type { AccountProvider } from '@botwright/core/ports';
import { conversationRunner } from '@botwright/core/runner';
import { deterministicIds, pretendProviders, simulatedClock } from '@botwright/core/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Adapter, currentAdapters, listenerOf } from '../support/adapters.ts';
import { diagramOf } from '../support/diagrams.ts';
import { closeServer, listen } from '../support/listen.ts';
import { cleanDiagram } from '../support/wire-diagrams.ts';

const members: Readonly<Record<string, Principal>> = {
  ann: { brand: 'acme', person: 7, workspaces: [1], permissions },
  viewer: { brand: 'acme', person: 8, workspaces: [1], permissions: ['view_bots'] as readonly Permission[] },
  globex: { brand: 'globex', person: 9, workspaces: [1], permissions },
};

interface Called {
  readonly status: number;
  readonly headers: Headers;
  readonly body: never;
  readonly text: string;
}

interface Place {
  readonly origin: string;
  readonly root: string;
  readonly engine: Engine;
  call(method: string, path: string, options?: CallOptions): Promise<Called>;
}

interface CallOptions {
  readonly who?: string;
  readonly body?: unknown;
  /** `null`: none. Default: the page's origin, with a method that changes something. */
  readonly origin?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

async function start(
  adapter: Adapter = 'nodeListener',
  basePath = '',
  options: Pick<ConsoleOptions, 'accountKinds' | 'connectableKinds' | 'unsentMails'> &
    Pick<EngineOptions, 'connectedAccounts' | 'models'> = {},
): Promise<Place> {
  const { connectedAccounts, models = {}, ...ofPage } = options;
  const engine = createEngine({
    models,
    ...(connectedAccounts !== undefined && { connectedAccounts }),
    storage: memoryStorage(),
    clock: simulatedClock(),
    runner: conversationRunner(),
    cipher: aesCipher({ keys: [{ id: 'k1', key: new Uint8Array(32).fill(1) }] }),
  });
  await engine.configure([
    {
      name: 'acme',
      plan: 'business',
      workspaces: [1],
      tokens: [],
      channels: [{ type: 'apichat', name: 'Chat', webhookUrl: 'https://acme.test/hook' }],
    },
    { name: 'globex', plan: 'business', workspaces: [1], tokens: [] },
  ]);
  const server = createServer((request, response) => listener(request, response));
  const origin = `http://127.0.0.1:${await listen(server)}`;
  const codes = new Set(['once']);
  const signedOut = new Set<unknown>();
  const page = createConsole({
    ...ofPage,
    engine,
    publicUrl: `${origin}${basePath}`,
    basePath,
    signIn: {
      member: async ({ headers }) =>
        signedOut.has(headers.get('cookie'))
          ? undefined
          : members[/who=(\w+)/.exec(headers.get('cookie') ?? '')?.[1] ?? ''],
      url: (returnTo) => `${origin}/sign-in?${new URLSearchParams({ return_to: returnTo })}`,
      enter: async (code) => (codes.delete(code) ? { 'set-cookie': 'who=ann; Path=/; HttpOnly' } : undefined),
      async signOut({ headers }) {
        await new Promise(setImmediate);
        signedOut.add(headers.get('cookie'));
        return { 'set-cookie': 'who=; Max-Age=0; Path=/' };
      },
    },
    examples: [{ name: 'a', title: 'A', description: 'B', channelFamily: 'native', diagram: {} }],
  });
  const listener = await listenerOf(adapter, page, '');
  onTestFinished(async () => {
    await closeServer(server);
    await engine.close();
  });
  const root = `${origin}${basePath}`;
  return {
    origin,
    root,
    engine,
    async call(method, path, { who, body, origin: from = method === 'GET' ? null : origin, headers = {} } = {}) {
      const response = await fetch(`${root}${path}`, {
        method,
        redirect: 'manual',
        headers: {
          ...(who !== undefined && { cookie: `who=${who}` }),
          ...(from !== null && { origin: from }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
      return {
        status: response.status,
        headers: response.headers,
        text,
        body: (isJson && text !== '' ? JSON.parse(text) : undefined) as never,
      };
    },
  };
}

const asksForACity = {
  nodes: {
    hidden: { id: 'hidden', template: 'hidden', params: {} },
    welcome: { id: 'welcome', template: 'var_text', params: { text: 'Where?', destination: 'city', version: 3 } },
  },
  connections: {},
};

const errorOf = ({ status, body }: Called): unknown => [status, body?.['error']?.['code']];

describe.each(currentAdapters)('the console on %s', (adapter) => {
  it('[CO1][CO5][CO11][CO12][CO13] serves page, files and operations, at a base of the host', async () => {
    const { root, call } = await start(adapter, '/admin');
    const page = await call('GET', '/', { who: 'ann' });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(page.text).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon\w+=/);

    const files = [...page.text.matchAll(/(?:src|href)="\.(\/console\/assets\/[^"]+)"/g)].map(([, file]) => file ?? '');
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) {
      const found = await call('GET', file);
      expect([found.status, found.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
      const again = await call('GET', file, { headers: { 'if-none-match': found.headers.get('etag') ?? '' } });
      expect([again.status, again.text]).toEqual([304, '']);
    }
    expect((await call('GET', '/console/assets/none.js')).status).toBe(404);
    expect((await call('GET', '/console/assets/..%2F..%2Findex.html')).status).toBe(404);

    const { body } = await call('GET', '/console/api/session', { who: 'ann' });
    expect(body).toEqual({
      data: {
        brand: 'acme',
        person: 7,
        workspaces: [1],
        permissions,
        families: ['native', 'msgapp', 'facebook', 'apichat'],
        connects: [],
      },
    });
    const sent = await call('GET', '/');
    expect([sent.status, sent.headers.get('location')]).toEqual([
      303,
      `${new URL(root).origin}/sign-in?${new URLSearchParams({ return_to: `${root}/` })}`,
    ]);
  });

  it('[CO62] no cache keeps what people see, also refusals', async () => {
    const { call } = await start(adapter, '/admin');
    const asked = [
      ['GET', '/session', 'ann', 200],
      ['GET', '/session', undefined, 401],
      ['GET', '/deliveries?limit=x', 'ann', 400],
      ['GET', '/conversations/99', 'ann', 404],
      ['GET', '/nothing', 'ann', 404],
      ['PUT', '/session', 'ann', 405],
      ['GET', '/v0-alpha/bots', 'ann', 200],
      ['POST', '/v0-alpha/bots', 'viewer', 403],
      ['GET', '/v1/channels/', 'ann', 200],
      ['GET', '/v1/channels/99/', 'ann', 404],
      ['HEAD', '/session', 'ann', 200],
      ['DELETE', '/session', 'ann', 204],
    ] as const;
    for (const [method, path, who, status] of asked) {
      const answer = await call(method, `/console/api${path}`, { ...(who && { who }) });
      const sent = [answer.status, answer.headers.get('cache-control'), answer.headers.get('x-content-type-options')];
      expect(sent, `${method} ${path}`).toEqual([status, 'no-store', 'nosniff']);
    }
  });

  it('[CO59] leads from its base without a slash to the page, for any host of the request', async () => {
    const { root, call } = await start(adapter, '/admin');
    for (const [query, who] of [
      ['', undefined],
      ['?start', undefined],
      ['?a=%2F%2Fevil.test&b=1', 'ann'],
      ['?//evil.test', 'ann'],
    ] as const) {
      const headers = { host: 'evil.test', 'x-forwarded-host': 'evil.test' };
      const { status, headers: sent } = await call('GET', query, { ...(who && { who }), headers });
      expect([status, sent.get('location')]).toEqual([308, `${root}/${query}`]);
    }
    expect((await call('HEAD', '')).status).toBe(308);
    expect((await call('POST', '', { who: 'ann' })).status).toBe(405);
    expect((await call('GET', '/other', { who: 'ann' })).status).toBe(404);
  });
});

it('[CO3][CO4] knows members alone, and takes changes from its own page alone', async () => {
  const { call } = await start();
  const paths = ['/session', '/examples', '/deliveries', '/conversations/1', '/v0-alpha/bots', '/v0-alpha/openapi.yml'];
  for (const path of paths) {
    const { status } = await call('GET', `/console/api${path}`);
    expect([path, status]).toEqual([path, path.endsWith('yml') ? 404 : 401]);
  }
  expect((await call('GET', '/console/api/v1/channels/')).status).toBe(401);

  const creation = { name: 'A', channel_family: 'native' };
  for (const origin of [null, 'https://evil.test', 'null']) {
    const refused = await call('POST', '/console/api/v0-alpha/bots', { who: 'ann', body: creation, origin });
    expect(errorOf(refused)).toEqual([403, 'permission_denied']);
    expect((await call('DELETE', '/console/api/session', { who: 'ann', origin })).status).toBe(403);
  }
  expect((await call('POST', '/console/api/v0-alpha/bots', { who: 'ann', body: creation })).status).toBe(201);
  expect((await call('POST', '/console/api/v0-alpha/bots', { who: 'viewer', body: creation })).status).toBe(403);
});

it('[CO1] has the Bots API with its extensions, and the Platform API', async () => {
  const { call } = await start();
  const bots = '/console/api/v0-alpha/bots';
  const { body } = await call('POST', bots, { who: 'ann', body: { name: 'A', channel_family: 'native' } });
  const id = body['data']['id'];
  await call('PUT', `${bots}/${id}/draft`, { who: 'ann', body: { diagram: cleanDiagram() } });
  expect((await call('GET', `${bots}/${id}/draft/revisions`, { who: 'ann' })).status).toBe(200);
  expect((await call('POST', bots, { who: 'ann', body: { source: id } })).status).toBe(201);
  expect(errorOf(await call('GET', `${bots}/${id}`, { who: 'globex' }))).toEqual([404, 'bot_not_found']);
  const channels = await call('GET', '/console/api/v1/channels/', { who: 'ann' });
  expect(channels.body).toMatchObject({
    success: true,
    total: 3,
    channels: [{ name: 'Chat' }, { type: 'native' }, {}],
  });
});

it('[CO2][CO5][CO9][CO61] says what is offered, and ends the session as the host does', async () => {
  const { call } = await start();
  const examples = await call('GET', '/console/api/examples', { who: 'ann' });
  expect(examples.body).toEqual({
    data: [{ name: 'a', title: 'A', description: 'B', channel_family: 'native', diagram: {} }],
  });
  expect(errorOf(await call('GET', '/console/api/none', { who: 'ann' }))).toEqual([404, 'path_not_found']);
  const ended = await call('DELETE', '/console/api/session', { who: 'ann' });
  expect([ended.status, ended.headers.get('set-cookie')]).toEqual([204, 'who=; Max-Age=0; Path=/']);
  expect(errorOf(await call('GET', '/console/api/session', { who: 'ann' }))).toEqual([401, 'not_authenticated']);
});

it('[CO60] lists the params of blocks that name something else', async () => {
  const { call } = await start();
  const { body } = await call('GET', '/console/api/block-references', { who: 'ann' });
  const listed = body?.['data'] as readonly { readonly block: string }[];
  expect(listed.find(({ block }) => block === 'scheduler')).toEqual({
    block: 'scheduler',
    references: [{ to: 'account', param: 'auth_id', kind: 'scheduler' }],
  });
  expect(listed.map(({ block }) => block)).toEqual([
    'understand',
    'language_model',
    'bot_link',
    'spreadsheets',
    'scheduler',
  ]);
});

it('[CO1][CO5] has accounts of kinds of the host', async () => {
  const crm: AccountProvider = {
    kind: 'crm',
    authorizationUrl: ({ state }) => `https://crm.test/allow?state=${state}`,
    exchangeCode: () => Promise.reject(new Error('Nobody allows it.')),
    title: 'CRM',
    purpose: 'Its bots add leads.',
    requiredScopes: [],
    refresh: () => Promise.reject(new Error('Nobody allowed it.')),
    revoke: async () => undefined,
  };
  const { call, origin } = await start('nodeListener', '', {
    accountKinds: [{ kind: 'crm', title: 'CRM' }],
    connectedAccounts: { providers: [crm], connectUrl: 'https://acme.test/connect' },
  });
  const { body } = await call('GET', '/console/api/session', { who: 'ann' });
  expect(body).toMatchObject({ data: { account_kinds: [{ kind: 'crm', title: 'CRM' }] } });
  const accounts = await call('GET', '/console/api/v0-alpha/connected-accounts/crm', { who: 'ann' });
  expect([accounts.status, accounts.body?.['data']]).toEqual([200, []]);
  const started = await call('POST', '/console/api/v0-alpha/connected-accounts/crm/connections', {
    who: 'ann',
    origin,
  });
  expect([started.status, started.body?.['data']]).toMatchObject([201, { status: 'pending' }]);
  expect((await call('GET', '/console/api/v0-alpha/connected-accounts/erp', { who: 'ann' })).status).toBe(404);
});

it('[CO5][CO58] offers the shipped kinds of accounts that have a provider, or that the host names', async () => {
  const { providers } = pretendProviders({ ids: deterministicIds(), challengeOf: (verifier) => verifier });
  const connectedAccounts = { providers: [providers[1]], connectUrl: 'https://acme.test/connect' };
  const connects = async (options: Parameters<typeof start>[2]): Promise<unknown> => {
    const { call } = await start('nodeListener', '', options);
    return (await call('GET', '/console/api/session', { who: 'ann' })).body['data']['connects'];
  };
  expect(await connects({})).toEqual([]);
  expect(await connects({ connectedAccounts })).toEqual(['scheduler']);
  expect(await connects({ connectedAccounts, connectableKinds: [] })).toEqual([]);
});

it('[CO10][CO11] a code begins one session, and looking at its link uses nothing up', async () => {
  const { root, call } = await start();
  const link = new URL(startLink(root, 'once'));
  expect([link.search, link.hash]).toEqual(['?start', '#start=once']);
  for (const method of ['GET', 'HEAD', 'GET']) expect((await call(method, `/${link.search}`)).status).toBe(200);
  const wrong = await call('POST', '/console/api/session', { body: { code: 'guess' } });
  expect(errorOf(wrong)).toEqual([401, 'not_authenticated']);
  const begun = await call('POST', '/console/api/session', { body: { code: 'once' } });
  expect([begun.status, begun.headers.get('set-cookie')]).toEqual([204, 'who=ann; Path=/; HttpOnly']);
  expect((await call('POST', '/console/api/session', { body: { code: 'once' } })).status).toBe(401);
  expect(errorOf(await call('POST', '/console/api/session', { body: {} }))).toEqual([400, 'invalid_parameters']);
});

it('[CO7][CO8][CV61] a chat with a bot tells what was said, where it stands and the Fields', async () => {
  const { call, engine } = await start();
  const bots = '/console/api/v0-alpha/bots';
  const { body } = await call('POST', bots, {
    who: 'ann',
    body: { name: 'A', channel_family: 'native', diagram: asksForACity },
  });
  const chats = `/console/api/bots/${body['data']['id']}/chats`;
  const begun = await call('POST', chats, { who: 'ann', body: { deployment: 'test' } });
  const { customer_id: customer, visitor } = begun.body['data'] as { customer_id: number; visitor: string };
  const caller = engine.as(members['ann'] as Principal);
  await caller.conversations.runUntilIdle(customer);
  const first = await call('GET', `/console/api/chats/${customer}`, { who: 'ann' });
  expect(first.body['data']).toMatchObject({
    messages: [{ sender: { type: 'bot' } }],
    conversation: { deployment: 'test', status: 'waiting', block_id: 'welcome', bot: { name: 'A' }, fields: {} },
    after: 1,
  });

  const message = { type: 'text', message: 'Ada' };
  const said = await call('POST', chats, { who: 'ann', body: { deployment: 'test', visitor, message } });
  expect([said.status, said.body['data']['customer_id']]).toEqual([201, customer]);
  await caller.conversations.runUntilIdle(customer);
  const next = await call('GET', `/console/api/chats/${customer}?after=1`, { who: 'ann' });
  expect(next.body['data']['messages'][0]).toMatchObject({ data: { body: 'Ada' }, sender: { type: 'customer' } });
  const status = await call('GET', `/console/api/conversations/${customer}`, { who: 'ann' });
  expect(status.body['data']).toMatchObject({ status: 'ended', fields: { city: 'Ada' } });

  for (const path of [`/chats/${customer}`, `/conversations/${customer}`]) {
    expect(errorOf(await call('GET', `/console/api${path}`, { who: 'globex' }))).toEqual([404, 'customer_not_found']);
  }
  expect(errorOf(await call('POST', chats, { who: 'globex', body: {} }))).toEqual([404, 'bot_not_found']);
  expect(errorOf(await call('POST', chats, { who: 'viewer', body: {} }))).toEqual([403, 'permission_denied']);
  expect(errorOf(await call('POST', chats, { who: 'ann', body: { visitor, message: 'Ada' } }))).toEqual([
    400,
    'invalid_parameters',
  ]);
});

it('[RX18] the messages of a conversation and of a chat have their markup', async () => {
  const { call, engine } = await start();
  const caller = engine.as(members['ann'] as Principal);
  const params = { text: '**Where?**', format: 'markdown', destination: 'city' };
  const diagram = diagramOf({ start: ['ask_question', params] }, [], 'apichat');
  const { id } = await caller.bots.create({ name: 'A', channelFamily: 'apichat', diagram });
  await caller.versions.publish(id);
  const { items } = await caller.channels.list();
  const channel = engine.channel({ brand: 'acme', channelNumber: items[0]?.number ?? 0 });
  const said = await channel.send('ada', { message: { type: 'text', message: 'Hi' } });
  const customer = said.customer.number;
  await caller.conversations.runUntilIdle(customer);
  const data = { body: 'Where?', rich: [{ t: 'p', c: [{ t: 'b', c: ['Where?'] }] }] };
  const chat = await call('GET', `/console/api/chats/${customer}`, { who: 'ann' });
  const list = await call('GET', `/console/api/v1/customers/${customer}/messages/`, { who: 'ann' });
  expect(chat.body['data']['messages'][1]['data']).toEqual(data);
  expect(list.body['messages'][0]['data']).toEqual(data);
});

it('[EM22] members of the workspaces see the mails that the host stores, and a host without has none', async () => {
  const asked: unknown[] = [];
  const mail = { from: 'bots@example.com', to: ['a@x.org'], subject: 's', text: 't', replyTo: 'b@x.org' };
  const unsentMails: ConsoleOptions['unsentMails'] = {
    async list(request) {
      asked.push(request);
      return { items: [{ id: 'm1', at: 1_800_000_000_000, mail }], total: 12 };
    },
  };
  const { call } = await start('nodeListener', '', { unsentMails });
  const path = '/console/api/unsent-mails';
  expect((await call('GET', `${path}?offset=3&limit=2`, { who: 'globex' })).body).toEqual({
    data: [
      {
        id: 'm1',
        at: '2027-01-15T08:00:00Z',
        from: 'bots@example.com',
        to: ['a@x.org'],
        reply_to: 'b@x.org',
        subject: 's',
        text: 't',
      },
    ],
    total: 12,
  });
  expect(asked).toEqual([{ brand: 'globex', workspaces: [1], offset: 3, limit: 2 }]);
  expect((await call('GET', `${path}?limit=11`, { who: 'ann' })).status).toBe(400);
  expect((await call('GET', path)).status).toBe(401);
  expect((await call('GET', '/console/api/session', { who: 'ann' })).body['data']['stores_mails']).toBe(true);
  const other = await start();
  expect((await other.call('GET', path, { who: 'ann' })).body).toEqual({ data: [], total: 0 });
});

it('[CO2][CO6][DI27] deliveries are listed, read with their body and replayed', async () => {
  const { call, engine } = await start();
  const caller = engine.as(members['ann'] as Principal);
  const { items } = await caller.channels.list();
  const channelNumber = items[0]?.number ?? 0;
  const hook = await caller.hooks.create(channelNumber, { url: 'https://acme.test/hook', token: 'secret-token' });
  const { customer } = await engine
    .channel({ brand: 'acme', channelNumber })
    .send('ada', { message: { type: 'text', message: 'Hi' } });

  const list = await call('GET', '/console/api/deliveries?state=pending&limit=10', { who: 'ann' });
  const [delivery] = list.body['data'] as readonly { readonly id: string }[];
  expect(list.body['total']).toBe(1);
  expect(delivery).toMatchObject({
    target: { kind: 'hook', number: hook.number },
    customer_id: customer.number,
    origin: 'https://acme.test',
    state: 'pending',
    attempts: [],
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  });
  const path = `/console/api/deliveries/${delivery?.id}`;
  const one = await call('GET', path, { who: 'ann' });
  expect(JSON.parse(one.body['data']['body'])).toMatchObject({ messages: [{ type: 'text' }] });
  expect(one.text).not.toContain('secret-token');
  const replay = await call('POST', `${path}/replay`, { who: 'ann' });
  expect([replay.status, replay.body['data']['replay_of']]).toEqual([201, delivery?.id]);
  expect((await call('GET', '/console/api/deliveries?state=dead', { who: 'ann' })).body).toEqual({
    data: [],
    total: 0,
  });

  for (const [method, at] of [
    ['GET', path],
    ['POST', `${path}/replay`],
  ] as const) {
    expect(errorOf(await call(method, at, { who: 'globex' }))).toEqual([404, 'delivery_not_found']);
  }
  const bad = await call('GET', '/console/api/deliveries?state=lost', { who: 'ann' });
  expect(errorOf(bad)).toEqual([400, 'invalid_parameters']);
});

it('[LM33] the session lists the language models', async () => {
  const complete = () => Promise.reject(new Error('Nobody asks.'));
  const { call } = await start('nodeListener', '', { models: { small: { complete }, large: { complete } } });
  const { body } = await call('GET', '/console/api/session', { who: 'ann' });
  expect(body?.['data']).toMatchObject({ models: ['small', 'large'] });
  const without = await (await start()).call('GET', '/console/api/session', { who: 'ann' });
  expect(without.body?.['data']).not.toHaveProperty('models');
});
