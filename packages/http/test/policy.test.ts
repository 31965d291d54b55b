import { createEngine, type EngineOptions, type Policy, permissions } from '@botwright/core';
import { memoryStorage } from '@botwright/core/memory';
import { expect, it } from 'vitest';
import { createConsoleApi } from '../src/console/index.ts';
import { createBotsApi, createChatApi, createPlatformApi, type HttpApi, type TextResponse } from '../src/index.ts';
import { createWebChatApi } from '../src/web-chat/index.ts';
import { ask, channelToken, type Request } from './doubles.ts';

const agentToken = 'agent-token-000000001';
const principal = { brand: 'acme', person: 7, workspaces: [1], permissions };
const greeting = { id: 'welcome', type: 'ask_question', params: { text: 'Who?', destination: 'name' } };

/** All interfaces of an engine that has the brand `acme` with a channel and a published bot. */
async function open(options: Partial<EngineOptions>) {
  const engine = createEngine({ storage: memoryStorage(), ...options });
  await engine.brands.put({ name: 'acme', plan: 'professional', workspaces: [1] });
  await engine.tokens.create('acme', { person: 7, token: agentToken });
  const { channels, bots, drafts, versions } = engine.as(principal);
  await channels.create({ type: 'apichat', name: 'CRM', token: channelToken });
  const { id, number } = await bots.create({ name: 'Sales', channelFamily: 'native' });
  await drafts.addBlocks(id, { blocks: [greeting] });
  await versions.publish(id);
  const faults: unknown[] = [];
  const onFault = (fault: unknown) => void faults.push(fault);
  const url = 'https://acme.test';
  const found = async (brand: string) => ({ ...principal, brand });
  const apis = {
    bots: createBotsApi({ engine, publicUrl: `${url}/v0-alpha`, bearer: found, onFault }),
    platform: createPlatformApi({ engine, publicUrl: `${url}/v1/`, onFault }),
    chat: createChatApi({ engine, publicUrl: `${url}/v1/`, onFault }),
    webChat: createWebChatApi({ engine, publicUrl: `${url}/chat/api`, onFault }),
    console: createConsoleApi({
      engine,
      publicUrl: `${url}/console/api`,
      signIn: { member: ({ headers }) => found(headers.get('cookie') ?? ''), url: () => url },
      onFault,
    }),
  };
  return { engine, apis, id, number, faults };
}

type Interfaces = Awaited<ReturnType<typeof open>>;

const session = { cookie: 'acme', origin: 'https://acme.test', 'content-type': 'application/json' };
const body = { message: { type: 'text', message: 'Hi' } };

/** A command through each interface. */
const commands: readonly [string, (to: Interfaces) => readonly [HttpApi, string, string, Request]][] = [
  [
    'Bots API',
    ({ apis, id }) => [apis.bots, 'PATCH', `/v0-alpha/bots/${id}`, { token: agentToken, json: { name: 'X' } }],
  ],
  [
    'Platform API',
    ({ apis }) => [
      apis.platform,
      'POST',
      '/v1/channels/1/message_hooks/',
      { token: agentToken, json: { url: 'https://crm.test/', token: 't' } },
    ],
  ],
  ['APIchat', ({ apis }) => [apis.chat, 'POST', '/v1/send/ann/', { token: channelToken, json: body }]],
  [
    'web chat',
    ({ apis, number }) => [apis.webChat, 'POST', `/chat/api/${number}/messages`, { json: body, address: '::1' }],
  ],
  [
    'console',
    ({ apis, id }) => [
      apis.console,
      'PATCH',
      `/console/api/v0-alpha/bots/${id}`,
      { headers: session, json: { name: 'X' } },
    ],
  ],
];

const call = (to: Interfaces, of: (typeof commands)[number][1]): Promise<TextResponse> => ask(...of(to));
const statusAndBody = ({ status, body: text }: TextResponse) => [status, JSON.parse(text ?? 'null')];

const message = 'The account is frozen.';
const refusals: Readonly<Record<string, object>> = {
  'Bots API': { error: { code: 'frozen', message } },
  'Platform API': { errors: { non_field_errors: [message] } },
  APIchat: { success: false, error: message },
  'web chat': { error: { code: 'frozen', message } },
  console: { error: { code: 'frozen', message } },
};

it.each(commands)('[PO7][PO10] a refusal of the policy through %s', async (name, of) => {
  let policy: Policy = () => 'allow';
  const to = await open({ policy: (...asked) => policy(...asked) });
  for (const status of [undefined, 402, 429]) {
    policy = () => ({ refuse: 'frozen', message, ...(status !== undefined && { status }) });
    expect(statusAndBody(await call(to, of))).toEqual([status ?? 403, refusals[name]]);
  }
  expect(to.faults).toEqual([]);
});

it.each(commands)('[PO9] a policy that throws through %s', async (_name, of) => {
  const cause = new Error('secret');
  let policy: Policy = () => 'allow';
  const to = await open({ policy: (...asked) => policy(...asked) });
  policy = () => {
    throw cause;
  };
  const answer = await call(to, of);
  expect(answer.status).toBe(500);
  expect(answer.body).not.toContain('secret');
  expect(to.faults).toMatchObject([{ message: 'The policy threw an error.', cause }]);
});

it.each(['declared', (brand: string) => brand === 'acme'] as const)(
  '[TN20] a brand that is not served is like wrong credentials, case %#',
  async (brands) => {
    const { apis, engine } = await open({ brands });
    const asBrand = (brand: string) => ({ authorization: `Bearer ${brand}` });
    const list = (brand: string) => ask(apis.bots, 'GET', '/v0-alpha/bots', { headers: asBrand(brand) });
    const create = (brand: string) => ask(apis.bots, 'POST', '/v0-alpha/bots', { headers: asBrand(brand), raw: '{' });
    const open_ = (brand: string) =>
      ask(apis.console, 'GET', '/console/api/v0-alpha/bots', { headers: { ...session, cookie: brand } });
    expect([(await list('acme')).status, (await create('acme')).status, (await open_('acme')).status]).toEqual([
      200, 400, 200,
    ]);
    const wrong = await ask(apis.bots, 'GET', '/v0-alpha/bots', { token: undefined, headers: asBrand('') });
    expect(wrong.status).toBe(401);
    for (const answer of [await list('other'), await create('other'), await open_('other')]) {
      expect([answer.status, answer.headers['www-authenticate'] !== undefined]).toEqual([401, true]);
      expect(JSON.parse(answer.body ?? '').error.code).toBe('not_authenticated');
    }
    expect(await engine.serves('other')).toBe(false);
  },
);
