import { createEngine, type Engine } from '@botwright/core';
import { memoryStorage } from '@botwright/core/memory';
import {
  type BotsApiOptions,
  botsOperations,
  chatOperations,
  createBotsApi,
  createChatApi,
  createPlatformApi,
  type HttpApi,
  type OperationDescription,
  platformOperations,
} from '@botwright/http';
import { fetchHandler } from '@botwright/http-hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type BotsClient,
  type ClientOptions,
  createBotsClient,
  createChatClient,
  createPlatformClient,
  isApiError,
  type Pages,
} from '../src/index.ts';
import { botsMethods, chatMethods, platformMethods } from './generator/method-names.ts';

const token = 'an-agent-token-of-16-or-more';
const channelToken = 'a-channel-token-of-16-or-more';
const botsUrl = 'https://bots.acme.test/v0-alpha';
const platformUrl = 'https://api.acme.test/v1';
const chatUrl = 'https://chat.acme.test/v1';

let engine: Engine;

beforeAll(async () => {
  engine = createEngine({ storage: memoryStorage() });
  await engine.configure([
    {
      name: 'acme',
      plan: 'professional',
      workspaces: [1],
      tokens: [{ token, person: 7 }],
      channels: [{ type: 'apichat', name: 'Messenger', token: channelToken }],
    },
  ]);
});
afterAll(() => engine.close());

/** Passes requests to a server in this process, and records them. */
function serve(api: HttpApi, asked: string[] = []): Pick<ClientOptions, 'fetch'> {
  const handle = fetchHandler(api);
  return {
    async fetch(url, init) {
      asked.push(`${init.method} ${url}`);
      return handle(new Request(url, init));
    },
  };
}

function botsClient(asked: string[] = [], api: Partial<BotsApiOptions> = {}): BotsClient {
  const served = createBotsApi({ engine, publicUrl: botsUrl, rateLimit: 0, ...api });
  return createBotsClient({ url: botsUrl, token, ...serve(served, asked) });
}

const question = {
  id: 'welcome',
  path: 'welcome',
  template: 'var_text',
  params: { text: 'Your name?', destination: 'name', version: 3 },
};
const diagram = {
  nodes: { hidden: { id: 'hidden', path: 'hidden', template: 'hidden', params: {} }, welcome: question },
  connections: {
    'hidden.$success--welcome': {
      id: 'hidden.$success--welcome',
      type: '$success',
      sourcePath: 'hidden',
      targetPath: 'welcome',
    },
  },
};

describe('the Bots API', () => {
  it('[CL3] creates, edits, tests and publishes a bot', async () => {
    const client = botsClient();
    const bot = await client.bots.create({ name: 'Lead', channel_family: 'native' });
    const { id } = bot;
    expect([bot.name, (await client.bots.get(id)).state]).toEqual(['Lead', 'active']);
    const saved = await client.drafts.save(id, diagram);
    expect([saved.save_state, saved.diagram?.nodes['welcome']]).toEqual([
      'IS_PRESAVED',
      { ...question, isTarget: true },
    ]);
    const edited = await client.drafts.edit(id, { blocks: { update: [{ id: 'welcome', name: 'Who' }] } });
    expect(edited.removed_connections).toEqual([]);
    expect(await client.drafts.validate(id)).toEqual({ violations: [] });
    expect((await client.drafts.validate(id, { nodes: {}, connections: {} })).violations[0]?.code).toBe(
      'start_connection',
    );
    await client.drafts.deployTest(id);
    const publication = await client.versions.publish(id);
    expect(publication.published_by).toBe(7);
    const [version] = await client.versions.list(id).all();
    expect(await client.versions.label(id, version?.id ?? '', { name: 'First' })).toMatchObject({ name: 'First' });
    expect((await client.versions.getLatest(id)).diagram.nodes['welcome']).toMatchObject({ name: 'Who' });
    await client.bots.delete(id);
    await client.bots.delete(id, { permanent: true });
    await expect(client.bots.get(id)).rejects.toMatchObject({ code: 'bot_not_found', status: 404 });
  });

  it('[CL9] writes a draft only at the revision that was read', async () => {
    const client = botsClient();
    const { id } = await client.bots.create({ name: 'Twice', channel_family: 'native' });
    const { etag = '' } = await client.drafts.get(id);
    const written = await client.drafts.save(id, diagram, { ifMatch: etag, minimal: true });
    expect(['diagram' in written, written.etag === etag]).toEqual([false, false]);
    const late = await client.drafts.save(id, diagram, { ifMatch: etag }).catch((error: unknown) => error);
    expect(isApiError(late, 'draft_changed') && late.status).toBe(412);
    await client.versions.publish(id, {}, { ifMatch: written.etag ?? '' });
  });

  it('[CL8] gives the result of the first request to another with the same key', async () => {
    const client = botsClient();
    const create = () => client.bots.create({ name: 'Once', channel_family: 'native' }, { idempotencyKey: 'key-1' });
    const [first, second] = [await create(), await create()];
    expect(second.id).toBe(first.id);
  });

  it('[CL13] an error has the rules that were broken', async () => {
    const client = botsClient();
    const { id } = await client.bots.create({ name: 'Broken', channel_family: 'native' });
    const broken = {
      ...diagram,
      nodes: { ...diagram.nodes, welcome: { ...question, params: { ...question.params, text: '' } } },
    };
    await client.drafts.save(id, { diagram: broken });
    const error = await client.versions.publish(id).catch((thrown: unknown) => thrown);
    if (!isApiError(error, 'draft_has_violations')) throw error;
    expect([error.api, error.status, error.violationsTotal]).toEqual(['Bots API', 422, 1]);
    expect(error.violations).toMatchObject([{ code: 'param_non_empty', block_id: 'welcome', param: 'text' }]);
    expect(error.message).toBe(`POST ${botsUrl}/bots/${id}/versions answered 422: ${error.problem}`);
    expect(error.requestId).toMatch(/./);
  });

  it('[CL5] reads a list page by page, and asks for no page before it is needed', async () => {
    const asked: string[] = [];
    const client = botsClient(asked);
    for (const name of ['P1', 'P2', 'P3', 'P4', 'P5']) await client.bots.create({ name, channel_family: 'native' });
    asked.length = 0;
    const query = { search: 'P', order: 'name', page_size: 2 } as const;
    const list = client.bots.list(query);
    expect(asked).toEqual([]);
    const names: string[] = [];
    for await (const { name } of list) {
      names.push(name);
      if (name === 'P3') break;
    }
    const at = (page: number) => `GET ${botsUrl}/bots?search=P&order=name&page_size=2&page=${page}`;
    expect([names, asked]).toEqual([
      ['P1', 'P2', 'P3'],
      [at(1), at(2)],
    ]);
    expect((await client.bots.list({ ...query, page: 2 }).all()).map(({ name }) => name)).toEqual(['P3', 'P4', 'P5']);
    const { items, total } = await client.bots.list({ ...query, page: 3 }).page();
    expect([items.map(({ name }) => name), total]).toEqual([['P5'], 5]);
    expect(await client.bots.list({ ...query, page: 4 }).all()).toEqual([]);
  });

  it('[CL3] a switched-off operation is an error like others', async () => {
    const client = botsClient();
    const { id } = await client.bots.create({ name: 'Off', channel_family: 'native' });
    await expect(client.drafts.discard(id)).rejects.toMatchObject({ code: 'method_not_allowed', status: 405 });
    const on = botsClient([], { extensions: { draftRevisions: true } });
    await on.drafts.save(id, diagram);
    expect((await on.drafts.listRevisions(id).all()).map(({ revision }) => revision)).toEqual([1]);
  });
});

describe('the Platform API and APIchat', () => {
  it('[CL3][CL6] a customer writes, and is found, changed and answered', async () => {
    const asked: string[] = [];
    const chat = createChatClient({
      url: `${chatUrl}/`,
      token: channelToken,
      ...serve(createChatApi({ engine, publicUrl: chatUrl, rateLimit: 0 })),
    });
    const platform = createPlatformClient({
      url: platformUrl,
      token,
      ...serve(createPlatformApi({ engine, publicUrl: platformUrl, rateLimit: 0 }), asked),
    });
    const statuses: number[] = [];
    const onResponse = ({ status }: { readonly status: number }) => void statuses.push(status);
    for (const name of ['ann', 'bob', 'cem', 'ann']) {
      const sent = await chat.messages.send(
        name,
        { message: { type: 'text', message: 'Hi' }, customer: { name } },
        { onResponse },
      );
      expect(sent.customer.token).toBe(name);
    }
    expect(statuses).toEqual([201, 201, 201, 200]);

    const names = (await platform.customers.list({ limit: 2 }).all()).map(({ name }) => name);
    expect(names).toEqual(['ann', 'bob', 'cem']);
    expect(asked).toEqual([0, 2].map((offset) => `GET ${platformUrl}/customers/?limit=2&offset=${offset}`));
    const [free] = (await platform.customers.list({ agent_id: null, offset: 1, limit: 1 }).page()).items;
    const id = free?.id ?? 0;
    expect((await platform.customers.update(id, { email: 'bob@acme.test' })).email).toBe('bob@acme.test');
    expect(await platform.fields.save(id, 'a/b', { type: 'integer', value: 3 })).toMatchObject({
      name: 'a/b',
      value: 3,
    });
    expect((await platform.customers.get(id))['a/b']).toBe(3);
    await expect(platform.messages.sendText(id, { message: 'Hello' })).resolves.toBeUndefined();
    const messages = await platform.messages.list(id).all();
    expect(messages.map(({ sender }) => sender.type)).toContain('agent');
    await expect(platform.customers.delete(id)).resolves.toBeUndefined();
    const channels = await platform.channels.list().all();
    const channel = channels.find(({ name }) => name === 'Messenger');
    const hook = await platform.hooks.create(channel?.id ?? 0, { url: 'https://acme.test/hook' });
    expect(hook.active).toBe(true);
  });

  it('[CL14] an error has the faults of each member', async () => {
    const platform = createPlatformClient({
      url: platformUrl,
      token,
      ...serve(createPlatformApi({ engine, publicUrl: platformUrl })),
    });
    const [customer] = (await platform.customers.list().page()).items;
    const wrong = { name: 5, phone: 7 } as never;
    const error = await platform.customers.update(customer?.id ?? 0, wrong).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ api: 'Platform API', code: 'invalid_parameters', status: 422 });
    expect(Object.keys((error as { readonly fields: object }).fields)).toEqual(['name', 'phone']);
    const missing = await platform.customers.get(999_999).catch((thrown: unknown) => thrown);
    expect(missing).toMatchObject({
      code: 'not_found',
      status: 404,
      fields: { non_field_errors: [expect.any(String)] },
    });
    const chat = createChatClient({
      url: chatUrl,
      token: channelToken,
      ...serve(createChatApi({ engine, publicUrl: chatUrl })),
    });
    const refused = await chat.messages
      .send('a b', { message: { type: 'text', message: '' } })
      .catch((thrown: unknown) => thrown);
    expect(refused).toMatchObject({ api: 'APIchat', code: 'invalid_parameters', status: 422 });
  });
});

/** The value of a path parameter, and the resulting path. */
const filled = (path: string) => path.replaceAll(/\{\w+\}/g, '1');

describe.each([
  ['Bots API', botsOperations as readonly OperationDescription[], botsMethods, createBotsClient],
  ['Platform API', platformOperations, platformMethods, createPlatformClient],
  ['APIchat', chatOperations, chatMethods, createChatClient],
] as const)('every operation of the %s', (_, operations, methods, create) => {
  it.each(operations.map((operation) => [operation.id, operation] as const))(
    '[CL1] %s is sent as the table says',
    async (id, operation) => {
      const asked: unknown[] = [];
      const client = create({
        url: 'https://acme.test/base',
        token,
        fetch: async (url, { method, body }) => {
          asked.push([method, url.replace('https://acme.test/base', '').replace(/\?.*/, ''), body !== undefined]);
          return new Response(null, { status: 204 });
        },
      });
      const [resource = '', verb = ''] = ((methods as Readonly<Record<string, string>>)[id] ?? '').split('.');
      const method = (client as unknown as Record<string, Record<string, (...given: unknown[]) => unknown>>)[
        resource
      ]?.[verb];
      const params = operation.path
        .split('{')
        .slice(1)
        .map(() => '1');
      const result = method?.(...params, {}) as Promise<unknown> | Pages<unknown>;
      // The response is not a valid one; the test looks at the request.
      await ('page' in result ? result.page() : result).catch(() => undefined);
      expect(asked).toEqual([[operation.method, filled(operation.path), operation.body !== undefined]]);
    },
  );
});
