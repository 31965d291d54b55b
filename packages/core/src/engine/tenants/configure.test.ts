import { expect, it } from 'vitest';
import { codeOf, principalOf, startAt } from '../../../test/engine-fixture.ts';
import { acmeBrand, agentToken, checkingSender, otherBrand, platformFixture } from '../../../test/platform-fixture.ts';
import { readsOf } from '../../../test/stored-records.ts';
import type { BrandConfiguration } from '../../domain/inputs/configuration.ts';
import { memoryStorage } from '../../memory/index.ts';
import { aesCipher } from '../../node/aes-cipher.ts';
import { createEngine } from '../create-engine.ts';
import { tenantRecords } from './tenant-records.ts';

const token = 'a-channel-token-1';
const another = 'a-channel-token-2';
const webhookUrl = 'https://crm.example.org/in?secret=s3cret';
const chat = { type: 'apichat', name: 'Chat', workspace: 1, token, webhookUrl };
const web = { type: 'native', name: 'Web', workspace: 2 };

function withChannels(...channels: NonNullable<BrandConfiguration['channels']>): readonly BrandConfiguration[] {
  return [{ ...acmeBrand, channels }, otherBrand];
}

it('[CH22] configured channels are made once, and the same configuration again changes nothing', async () => {
  const { engine, as, storage, clock } = await platformFixture();
  const acme = as({ workspaces: [1, 2] });
  await engine.configure(withChannels(chat, web));
  const { items } = await acme.channels.list();
  expect(items).toEqual([
    {
      number: items[0]?.number,
      id: expect.any(String),
      name: 'Chat',
      type: 'apichat',
      workspace: 1,
      active: true,
      createdAt: startAt,
      webhookOrigin: 'https://crm.example.org',
      webhookOrder: 'customer',
    },
    {
      number: items[1]?.number,
      id: expect.any(String),
      name: 'Web',
      type: 'native',
      workspace: 2,
      active: true,
      createdAt: startAt,
    },
  ]);
  expect(await engine.authenticateChannel(token)).toEqual({ brand: 'acme', channelNumber: items[0]?.number });

  const before = await readsOf(storage).load({ kind: 'channels', query: { configured: true } });
  clock.advance(1_000);
  await engine.configure(withChannels({ ...web, name: ' Web ' }, chat));
  expect(await readsOf(storage).load({ kind: 'channels', query: { configured: true } })).toEqual(before);
  expect(JSON.stringify(before)).not.toMatch(/s3cret|a-channel-token/);
});

it('[CH23] changed tokens and webhooks are written, and undeclared ones are removed', async () => {
  const { engine, acme, newCustomer, deliveries } = await platformFixture();
  await engine.configure(withChannels(chat));
  const [channel] = (await acme.channels.list()).items;
  const number = channel?.number ?? 0;
  const customer = await newCustomer(number);
  await acme.messages.send(customer, 'text', { message: 'Hi' });

  await engine.configure(withChannels({ ...chat, token: another, webhookUrl: 'https://new.example.org/' }));
  expect(await acme.channels.get(number)).toEqual({ ...channel, webhookOrigin: 'https://new.example.org' });
  expect(await engine.authenticateChannel(token)).toBeUndefined();
  expect(await engine.authenticateChannel(another)).toEqual({ brand: 'acme', channelNumber: number });
  expect((await deliveries()).map(({ state }) => state)).toEqual(['pending']);

  await engine.configure(withChannels({ type: 'apichat', name: 'Chat', workspace: 1 }));
  expect(await acme.channels.get(number)).not.toHaveProperty('webhookOrigin');
  expect(await engine.authenticateChannel(another)).toBeUndefined();
  expect((await deliveries()).map(({ state }) => state)).toEqual(['dead']);
});

it('[CH23][CH34] the order of a declared webhook is that of the configuration', async () => {
  const { engine, acme } = await platformFixture();
  const orderOf = async () => (await acme.channels.list()).items[0]?.webhookOrder;
  await engine.configure(withChannels({ ...chat, webhookOrder: 'none' }));
  expect(await orderOf()).toBe('none');
  await engine.configure(withChannels(chat));
  expect(await orderOf()).toBe('customer');
});

it('[CH24] a channel that is no longer declared is switched off, and on again when it is declared again', async () => {
  const { engine, acme } = await platformFixture();
  await engine.configure(withChannels(chat));
  const [channel] = (await acme.channels.list()).items;
  const number = channel?.number ?? 0;
  const hook = await acme.hooks.create(number, { url: webhookUrl });

  for (const without of [withChannels(), [otherBrand], [acmeBrand]]) {
    await engine.configure(without, { exactly: true });
    expect(await engine.authenticateChannel(token)).toBeUndefined();
    const { webhookOrigin: _, webhookOrder: __, ...rest } = channel ?? {};
    expect(await acme.channels.get(number)).toEqual({ ...rest, active: false });
  }
  await engine.configure(withChannels(chat));
  expect((await acme.channels.list()).items).toEqual([channel]);
  expect(await engine.authenticateChannel(token)).toEqual({ brand: 'acme', channelNumber: number });
  expect(await acme.hooks.get(number, hook.number)).toEqual(hook);
});

it('[CH25] channels can exchange tokens, within a brand and between brands', async () => {
  const { engine } = await platformFixture();
  const second = { ...chat, name: 'Second', token: another };
  await engine.configure(withChannels(chat, second));
  const first = await engine.authenticateChannel(token);
  const other = await engine.authenticateChannel(another);
  await engine.configure(withChannels({ ...chat, token: another }, { ...second, token }));
  expect([await engine.authenticateChannel(another), await engine.authenticateChannel(token)]).toEqual([first, other]);

  await engine.configure([
    { ...acmeBrand, channels: [second] },
    { ...otherBrand, channels: [chat] },
  ]);
  expect((await engine.authenticateChannel(token))?.brand).toBe('other');
  expect(await engine.authenticateChannel(another)).toEqual(other);
  await engine.configure([{ ...acmeBrand, channels: [chat, second] }], { exactly: true });
  expect([await engine.authenticateChannel(token), await engine.authenticateChannel(another)]).toEqual([first, other]);
});

it('[CH26] a configured channel keeps its name', async () => {
  const { engine, acme } = await platformFixture();
  await engine.configure(withChannels(chat));
  const [channel] = (await acme.channels.list()).items;
  const number = channel?.number ?? 0;
  expect(await codeOf(acme.channels.update(number, { name: 'New' }))).toBe('invalid_parameters name');
  expect(await acme.channels.update(number, { name: ' Chat ', active: false })).toEqual({ ...channel, active: false });
});

it('[CH9][CH27] channels that were created at run time are not changed, nor are their tokens', async () => {
  const { engine, acme, newChannel } = await platformFixture();
  const number = await newChannel({ name: 'Chat', token, webhookUrl });
  const before = await acme.channels.get(number);
  await engine.configure(withChannels({ ...chat, token: another }));
  expect((await acme.channels.list()).total).toBe(2);
  expect(await acme.channels.get(number)).toEqual(before);
  await engine.configure([], { exactly: true });
  await acme.channels.update(number, { active: false });
  expect(await codeOf(engine.configure(withChannels(chat)))).toBe('invalid_parameters 0.channels.0.token');
  const agent = { ...acmeBrand, tokens: [{ token, person: 7 }] };
  expect(await codeOf(engine.configure([agent]))).toBe('invalid_parameters 0.tokens.0.token');
});

it.for<readonly [string, NonNullable<BrandConfiguration['channels']>, string]>([
  ['an unknown type', [{ ...web, type: 'kiosk' }], '0.channels.0.type'],
  ['no name', [{ ...web, name: ' ' }], '0.channels.0.name'],
  ['the same channel twice', [web, { ...web, name: ' Web' }], '0.channels.1.name'],
  ['no workspace', [{ type: 'native', name: 'Web' }], '0.channels.0.workspace'],
  ['a workspace of no brand', [{ ...web, workspace: 3 }], '0.channels.0.workspace'],
  ['a short token', [{ ...chat, token: 'short' }], '0.channels.0.token'],
  ['a token of another type', [{ ...web, token }], '0.channels.0.token'],
  ['a token twice', [chat, { ...chat, name: 'Second' }], '0.channels.1.token'],
  ['an agent’s token', [{ ...chat, token: agentToken }], '0.channels.0.token'],
  ['a webhook that is none', [{ ...chat, webhookUrl: 'x' }], '0.channels.0.webhookUrl'],
  ['a webhook out of bounds', [{ ...chat, webhookUrl: 'http://10.0.0.1/' }], '0.channels.0.webhookUrl'],
])('[CH19][CH21] %s refuses the whole configuration', async ([, channels, field]) => {
  const { engine, acme } = await platformFixture({ sender: checkingSender({ '10.0.0.1': 'blocked' }) });
  await engine.configure(withChannels({ ...chat, name: 'Former', token: another }));
  const before = await acme.channels.list();
  const wanted = [{ ...withChannels(...channels)[0], plan: 'sandbox' }] as BrandConfiguration[];
  expect(await codeOf(engine.configure(wanted))).toBe(`invalid_parameters ${field}`);
  expect(await acme.channels.list()).toEqual(before);
  expect(await engine.authenticateChannel(another)).toBeDefined();
  expect((await engine.authenticate(agentToken))?.person).toBe(7);
});

it('[CH21] a brand with one workspace need not name it', async () => {
  const { engine, as } = await platformFixture();
  await engine.configure([{ ...otherBrand, channels: [{ type: 'native', name: 'Web' }] }]);
  expect((await as({ brand: 'other' }).channels.list()).items.map(({ workspace }) => workspace)).toEqual([1]);
});

it('[CH22] concurrent configurations are applied one after the other', async () => {
  const { engine, acme } = await platformFixture();
  const wrong = engine.configure([{ ...acmeBrand, plan: 'gold' as never }]);
  const right = Array.from({ length: 5 }, () => engine.configure(withChannels(chat)));
  expect(await codeOf(wrong)).toBe('invalid_parameters 0.plan');
  await Promise.all(right);
  expect((await acme.channels.list()).total).toBe(1);
});

it('[CH23] a webhook whose key is lost is encrypted again', async () => {
  const { engine, storage } = await platformFixture();
  await engine.configure(withChannels(chat));
  const next = createEngine({ storage, cipher: aesCipher({ keys: [{ id: 'k', key: Buffer.alloc(32) }] }) });
  await next.configure(withChannels(chat));
  const [record] = (await readsOf(storage).load({ kind: 'channels', query: { configured: true } })).items;
  expect(record?.webhook?.encryptedUrl).toMatch(/^v1\.k\./);
});

it('[SX8] a webhook that cannot be encrypted is refused before anything is written', async () => {
  const storage = { ...memoryStorage(), capabilities: { durable: true } };
  const engine = createEngine({ storage });
  await expect(engine.configure(withChannels(chat))).rejects.toThrow(TypeError);
  expect(await tenantRecords(storage).listBrands()).toEqual([]);
});

it('[PE10] agents are the declared ones and the persons of tokens', async () => {
  const { engine, storage } = await platformFixture();
  const tokens = [
    { token: agentToken, person: 7 },
    { token: 'another-agent-token', person: 9 },
    { token: 'a-third-agent-token', person: 9 },
  ];
  const bob = { id: 8, name: 'Bob', email: '' };
  await engine.configure([{ ...acmeBrand, tokens, agents: [bob, { id: 7, name: 'Ada', email: 'ada@example.org' }] }]);
  expect((await tenantRecords(storage).findBrand('acme'))?.agents).toEqual([
    bob,
    { id: 7, name: 'Ada', email: 'ada@example.org' },
    { id: 9, name: '', email: '' },
  ]);
});

it.for<readonly [unknown, string]>([
  [{ id: 0, name: '', email: '' }, 'invalid_parameters 0.agents.0.id'],
  [{ id: 1.5, name: '', email: '' }, 'invalid_parameters 0.agents.0.id'],
  [{ id: 1, name: 'x'.repeat(256), email: '' }, 'invalid_parameters 0.agents.0.name'],
  [{ id: 1, name: '', email: '\u0000' }, 'invalid_parameters 0.agents.0.email'],
  [{ id: 1, name: '', email: '', team: 1 }, 'field_not_described 0.agents.0.team'],
])('[PE10] the agent %j is refused', async ([agent, code]) => {
  const { engine } = await platformFixture();
  expect(await codeOf(engine.configure([{ ...acmeBrand, agents: [agent as never] }]))).toBe(code);
});

it('[PE10] declaring an agent twice is refused', async () => {
  const { engine } = await platformFixture();
  const agent = { id: 7, name: 'Ada', email: '' };
  const code = await codeOf(engine.configure([{ ...acmeBrand, agents: [agent, { ...agent, name: 'Bob' }] }]));
  expect(code).toBe('invalid_parameters 0.agents.1.id');
});

it('[CH24] customers of a channel that is declared again still exist', async () => {
  const { engine, newCustomer } = await platformFixture();
  await engine.configure(withChannels(chat));
  const caller = engine.as(principalOf());
  const [channel] = (await caller.channels.list()).items;
  const customer = await newCustomer(channel?.number ?? 0);
  await engine.configure([], { exactly: true });
  await engine.configure(withChannels(chat));
  expect((await caller.customers.list()).items.map(({ number }) => number)).toEqual([customer]);
});
