import { createConsole } from '@botwright/console';
import { createEngine, type Principal, permissions, storageFaultOf } from '@botwright/core';
import { tenantRecords } from '@botwright/core/front';
import { aesCipher } from '@botwright/core/node';
import { conversationRunner } from '@botwright/core/runner';
import {
  createBotsApi,
  createChatApi,
  createConnectPage,
  createPlatformApi,
  type HttpApi,
  textResponse,
} from '@botwright/http';
import { createWebChatApi } from '@botwright/http/web-chat';
import { expect, it } from 'vitest';
import { away, failingStorage } from '../../../core/test/failing-storage.ts';

const member: Principal = { brand: 'acme', person: 7, workspaces: [1], permissions };
const agent = 'a'.repeat(40);
const origin = 'https://acme.test';
const message = 'Something this operation depends on failed; try again later.';
const ofBots = { error: { code: 'dependency_failed', message } };

async function openAll() {
  const storage = failingStorage();
  const cipher = aesCipher({ keys: [{ id: 'k1', key: new Uint8Array(32) }] });
  const engine = createEngine({ storage, cipher, runner: conversationRunner() });
  await engine.configure([
    { name: 'acme', plan: 'professional', workspaces: [1], tokens: [{ token: agent, person: 7, permissions }] },
  ]);
  const { channel, token } = await engine.as(member).channels.create({ type: 'apichat', name: 'Shop' });
  const faults: unknown[] = [];
  const host = { onFault: (error: unknown) => void faults.push(error) };
  const lookUp = async () => (await tenantRecords(storage).findBrand('acme')) && member;
  const signIn = { member: lookUp, url: () => `${origin}/sign-in` };
  const shared = { ...host, engine, rateLimiter: engine.rateLimiter };
  const session = { verify: lookUp, isOriginAllowed: () => true };
  const apis = {
    bots: createBotsApi({ ...shared, publicUrl: `${origin}/v0-alpha`, session }),
    platform: createPlatformApi({ ...host, engine, publicUrl: `${origin}/v1/` }),
    chat: createChatApi({ ...host, engine, publicUrl: `${origin}/v1/` }),
    console: createConsole({ ...shared, publicUrl: origin, signIn }),
    webChat: createWebChatApi({ ...host, engine, publicUrl: `${origin}/chat/api` }),
    page: createConnectPage({ ...host, engine, publicUrl: `${origin}/connect`, signIn }),
  } satisfies Record<string, HttpApi>;

  async function ask(
    name: keyof typeof apis,
    method: string,
    path: string,
    given: Readonly<Record<string, string>> = {},
  ) {
    const { body: json, ...others } = given;
    const sent: Readonly<Record<string, string>> = { ...others, ...(json && { 'content-type': 'application/json' }) };
    const body = json === undefined ? undefined : new TextEncoder().encode(json);
    const request = { method, path, query: '', headers: { get: (header: string) => sent[header] }, body };
    const { status, headers, body: text = '' } = textResponse(await apis[name].handle(request));
    return { status, text, json: headers['content-type']?.includes('json') ? JSON.parse(text) : undefined };
  }
  return { storage, engine, faults, ask, agent: { authorization: `Token ${agent}` }, channel, token };
}

const say = JSON.stringify({ message: { type: 'text', message: 'Hi' }, customer: { name: 'Ada' } });
const newBot = JSON.stringify({ name: 'Sales', channel_family: 'native' });
const cookie = { cookie: 'sessionid=1; botwright-session=1', origin };

it('[HT64][ER17] every interface answers 502 in its own shape while the store is away, and serves again afterwards', async () => {
  const { storage, faults, ask, agent: asAgent, token } = await openAll();
  const fault = away();
  storage.failWith(fault);
  const asChannel = { authorization: `Token ${token}` };
  const ofConsole = { cookie: 'any=1', origin };
  const answers = [
    await ask('bots', 'GET', '/v0-alpha/bots', asAgent),
    await ask('bots', 'POST', '/v0-alpha/bots', { ...asAgent, body: newBot, 'idempotency-key': 'k' }),
    await ask('bots', 'GET', '/api/v0-alpha/bots', cookie),
    await ask('platform', 'GET', '/v1/customers/', asAgent),
    await ask('chat', 'POST', '/v1/send/ada/', { ...asChannel, body: say }),
    await ask('console', 'GET', '/console/api/session', ofConsole),
    await ask('console', 'GET', '/console/api/v0-alpha/bots', ofConsole),
    await ask('webChat', 'GET', '/chat/api/1'),
    await ask('webChat', 'POST', '/chat/api/1/messages', { body: '{}' }),
    await ask('webChat', 'GET', '/chat/api/1/messages', { authorization: `Token ${'v'.repeat(43)}` }),
    await ask('page', 'GET', '/connect/some-link'),
  ];
  expect(answers.map(({ status }) => status)).toEqual(Array(answers.length).fill(502));
  expect(answers.map(({ json }) => json)).toEqual([
    ...[ofBots, ofBots, ofBots],
    { errors: { non_field_errors: [message] } },
    { success: false, error: message },
    ...[ofBots, ofBots, ofBots, ofBots, ofBots],
    undefined,
  ]);
  expect(answers.at(-1)?.text).toContain('Something does not answer');
  expect(answers.filter(({ text }) => text.includes(fault.message))).toEqual([]);
  expect(faults.map(storageFaultOf)).toEqual(Array(answers.length).fill(fault));

  storage.work();
  expect(
    (await ask('bots', 'POST', '/v0-alpha/bots', { ...asAgent, body: newBot, 'idempotency-key': 'k' })).status,
  ).toBe(201);
  expect((await ask('chat', 'POST', '/v1/send/ada/', { ...asChannel, body: say })).status).toBe(201);
  expect((await ask('page', 'GET', '/connect/some-link')).status).toBe(404);
});

it.for(['rateLimiter.admit', 'read'] as const)('[HT64] a request whose %s alone fails is 502 as well', async (call) => {
  const { storage, ask, agent: asAgent, faults } = await openAll();
  const fails = () => Promise.reject(away());
  if (call === 'read') Object.assign(storage, { read: fails });
  else Object.assign(storage.rateLimiter, { admit: fails });
  const answer = await ask('bots', 'GET', '/v0-alpha/bots', asAgent);
  expect([answer.status, answer.json]).toEqual([502, ofBots]);
  expect(faults).toHaveLength(1);
});

it('[HT64][HT17][ER17] a write of which nobody knows whether it is stored is 500', async () => {
  const { storage, ask, agent: asAgent, faults } = await openAll();
  const fault = new Error('The connection broke during the commit.', { cause: away() });
  storage.failAfterCommit(fault);
  const answer = await ask('bots', 'POST', '/v0-alpha/bots', { ...asAgent, body: newBot });
  expect([answer.status, answer.json.error.code, faults]).toEqual([500, 'internal_error', [fault]]);
});
