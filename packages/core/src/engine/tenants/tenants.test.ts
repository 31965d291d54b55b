import { expect, it } from 'vitest';
import { codeOf, engineFixture, newBot, principalOf } from '../../../test/engine-fixture.ts';
import { acmeBrand, agentToken, platformFixture } from '../../../test/platform-fixture.ts';
import { readsOf } from '../../../test/stored-records.ts';
import type { BrandConfiguration } from '../../domain/inputs/configuration.ts';
import { permissions } from '../../domain/principal.ts';
import { sha256 } from '../../node/hash.ts';
import { tenantRecords } from './tenant-records.ts';

const acme = { name: 'acme', plan: 'professional', workspaces: [1, 2] } as const;
const globex = { name: 'globex', plan: 'business', workspaces: [3] } as const;
const token = 'a-token-of-24-characters';
const another = 'another-token-of-24-chars';

it('[TN10] a configuration touches the brands that it names, and no others', async () => {
  const { engine, storage } = engineFixture();
  const channels = [{ type: 'apichat', name: 'Chat', workspace: 1, token: 'a-channel-token-1' }];
  await engine.configure([{ ...acme, tokens: [{ token, person: 7 }], channels }]);
  const before = await tenantRecords(storage).findBrand('acme');
  await engine.configure([{ ...globex, tokens: [{ token: another, person: 7 }] }]);
  expect((await engine.authenticate(token))?.brand).toBe('acme');
  expect((await engine.authenticate(another))?.brand).toBe('globex');
  expect((await engine.authenticateChannel('a-channel-token-1'))?.brand).toBe('acme');
  expect(await tenantRecords(storage).findBrand('acme')).toEqual(before);
  await engine.configure([]);
  expect((await engine.brands.list()).map(({ name }) => name)).toEqual(['acme', 'globex']);
});

it('[TN11] a configuration that is exact removes the brands that it does not name', async () => {
  const { engine } = engineFixture();
  await engine.configure([{ ...acme, tokens: [{ token, person: 7 }] }]);
  await engine.configure([{ ...globex, tokens: [] }], { exactly: true });
  expect((await engine.brands.list()).map(({ name }) => name)).toEqual(['globex']);
  expect(await engine.authenticate(token)).toBeUndefined();
});

it('[TN12] a configuration revokes tokens that an earlier one declared, and leaves tokens created at run time', async () => {
  const { engine, storage } = engineFixture();
  await engine.configure([{ ...acme, tokens: [{ token, person: 7 }], agents: [{ id: 8, name: 'Bob', email: '' }] }]);
  const made = await engine.tokens.create('acme', { person: 9 });
  await engine.agents.put('acme', { id: 10, name: 'Cleo', email: '' });

  for (const exactly of [false, true]) {
    await engine.configure([{ ...acme, tokens: [] }], { exactly });
    expect(await engine.authenticate(token)).toBeUndefined();
    expect((await engine.authenticate(made.token))?.person).toBe(9);
    expect((await tenantRecords(storage).findBrand('acme'))?.agents.map(({ id }) => id)).toEqual([10]);
  }
});

it('[TN12] a token that was made at run time and is declared is revoked like any declared one', async () => {
  const { engine } = engineFixture();
  await engine.brands.put(acme);
  await engine.tokens.create('acme', { person: 9, token });
  await engine.configure([{ ...acme, tokens: [{ token, person: 7 }] }]);
  expect((await engine.tokens.list('acme')).map(({ person, declared }) => [person, declared])).toEqual([[7, true]]);
  await engine.configure([{ ...acme, tokens: [] }]);
  expect(await engine.authenticate(token)).toBeUndefined();
});

it.for<readonly [string, readonly BrandConfiguration[], boolean, string | undefined]>([
  ['a declared token of a brand that is not named', [{ ...globex, tokens: [{ token, person: 1 }] }], false, 'agent'],
  ['one that the exact configuration frees', [{ ...globex, tokens: [{ token, person: 1 }] }], true, undefined],
  [
    'one of two brands that are both named',
    [
      { ...acme, tokens: [] },
      { ...globex, tokens: [{ token, person: 1 }] },
    ],
    false,
    undefined,
  ],
  ['one made at run time', [{ ...globex, tokens: [{ token: another, person: 1 }] }], true, 'agent'],
  [
    'one made at run time for a channel',
    [{ ...acme, tokens: [], channels: [{ type: 'apichat', name: 'Chat', workspace: 1, token: another }] }],
    false,
    'agent',
  ],
])('[CH19][TN13] %s', async ([, wanted, exactly, holder]) => {
  const { engine } = engineFixture();
  await engine.configure([{ ...acme, tokens: [{ token, person: 7 }] }]);
  await engine.tokens.create('acme', { person: 9, token: another });
  const applied = engine.configure(wanted, { exactly });
  if (holder === undefined) {
    await applied;
    expect((await engine.authenticate(token))?.brand).toBe('globex');
  } else {
    expect(await codeOf(applied)).toMatch(/^invalid_parameters \d\.(tokens|channels)\.0\.token$/);
    expect((await engine.authenticate(token))?.brand).toBe('acme');
  }
  expect((await engine.authenticate(another))?.person).toBe(exactly && holder === undefined ? undefined : 9);
});

it('[TN13] the channel of a brand that is not named keeps its token', async () => {
  const { engine } = engineFixture();
  const chat = { type: 'apichat', name: 'Chat', token };
  await engine.configure([{ ...globex, tokens: [], channels: [chat] }]);
  const wanted = [{ ...acme, tokens: [], channels: [{ ...chat, workspace: 1 }] }];
  expect(await codeOf(engine.configure(wanted))).toBe('invalid_parameters 0.channels.0.token');
  expect((await engine.authenticateChannel(token))?.brand).toBe('globex');
  await engine.configure(wanted, { exactly: true });
  expect((await engine.authenticateChannel(token))?.brand).toBe('acme');
});

it('[TN1][HK19] a single brand can be put, and its plan applies at once', async () => {
  const { engine, acme: caller, newChannel, storage } = await platformFixture();
  const channel = await newChannel();
  const hook = await caller.hooks.create(channel, { url: 'https://crm.example.org/' });
  const before = await tenantRecords(storage).findBrand('acme');
  await engine.brands.put({ ...acme, plan: 'starter', workspaces: [1, 5] });
  expect(await tenantRecords(storage).findBrand('acme')).toEqual({ ...before, plan: 'starter', workspaces: [1, 5] });
  expect((await engine.authenticate(agentToken))?.person).toBe(7);
  expect((await caller.hooks.get(channel, hook.number)).active).toBe(false);
  expect((await engine.brands.list()).map(({ name, plan }) => [name, plan])).toEqual([
    ['acme', 'starter'],
    ['other', 'professional'],
  ]);
});

it('[TN2][CH24] a removed brand cannot be reached until it is put again', async () => {
  const { engine, acme: caller } = engineFixture();
  const chat = { type: 'apichat', name: 'Chat', workspace: 1, token: 'a-channel-token-1' };
  await engine.configure([{ ...acme, tokens: [{ token, person: 7 }], channels: [chat] }]);
  const id = await newBot(caller);
  const own = await caller.channels.create({ type: 'apichat', name: 'Own' });
  const made = await engine.tokens.create('acme', { person: 9 });

  await engine.brands.remove('acme');
  await engine.brands.remove('nobody');
  expect(await engine.brands.list()).toEqual([]);
  for (const each of [token, made.token]) expect(await engine.authenticate(each)).toBeUndefined();
  for (const each of [chat.token, own.token ?? '']) expect(await engine.authenticateChannel(each)).toBeUndefined();

  await engine.brands.put(acme);
  expect(await engine.authenticate(token)).toBeUndefined();
  expect((await engine.authenticate(made.token))?.person).toBe(9);
  expect(await engine.authenticateChannel(chat.token)).toBeUndefined();
  expect((await engine.authenticateChannel(own.token ?? ''))?.channelNumber).toBe(own.channel.number);
  expect((await caller.bots.get(id)).id).toBe(id);
});

it('[TN3][TN8] brands and tokens are listed in order, without token texts', async () => {
  const { engine } = engineFixture();
  const connectedAccounts = [{ kind: 'spreadsheets', id: 'a', name: 'A' }] as const;
  await engine.brands.put(globex);
  await engine.configure([{ ...acme, connectedAccounts, tokens: [{ token, person: 7 }] }]);
  await engine.tokens.create('acme', { person: 3, token: another, workspaces: [2], permissions: ['view_bots'] });
  expect(await engine.brands.list()).toEqual([{ ...acme, connectedAccounts }, globex]);
  const listed = await engine.tokens.list('acme');
  expect(listed).toEqual([
    { id: sha256(another), person: 3, permissions: ['view_bots'], workspaces: [2], declared: false },
    { id: sha256(token), person: 7, permissions, declared: true },
  ]);
  expect(await engine.tokens.list('globex')).toEqual([]);
});

it('[TN4][TN6][PE7][PE8] a token is created for the whole brand, and returned once', async () => {
  const { engine, storage } = engineFixture();
  await engine.brands.put(acme);
  const made = await engine.tokens.create('acme', { person: 9 });
  expect(made).toEqual({ id: sha256(made.token), token: expect.stringMatching(/^.{16,}$/) });
  expect(JSON.stringify(await tenantRecords(storage).listTokens('acme'))).not.toContain(made.token);
  const principal = { brand: 'acme', person: 9, permissions };
  expect(await engine.authenticate(made.token)).toEqual({ ...principal, workspaces: [1, 2] });
  await engine.brands.put({ ...acme, workspaces: [2, 4] });
  expect(await engine.authenticate(made.token)).toEqual({ ...principal, workspaces: [2, 4] });
});

it('[TN6] a token never reaches a workspace that its brand does not have', async () => {
  const { engine } = engineFixture();
  await engine.brands.put(acme);
  const made = await engine.tokens.create('acme', { person: 9, workspaces: [2] });
  await engine.brands.put({ ...acme, workspaces: [1] });
  expect((await engine.authenticate(made.token))?.workspaces).toEqual([]);
});

it.for<readonly [unknown, string]>([
  [{}, 'invalid_parameters person'],
  [{ person: 1.5 }, 'invalid_parameters person'],
  [{ person: 1, token: 'x'.repeat(15) }, 'invalid_parameters token'],
  [{ person: 1, token: agentToken }, 'invalid_parameters token'],
  [{ person: 1, token: 'a-channel-token-1' }, 'invalid_parameters token'],
  [{ person: 1, permissions: ['fly'] }, 'invalid_parameters permissions.0'],
  [{ person: 1, workspaces: [3] }, 'invalid_parameters workspaces'],
  [{ person: 1, name: 'x' }, 'field_not_described name'],
])('[TN4][TN5] the token %j is refused', async ([creation, code]) => {
  const { engine, newChannel } = await platformFixture();
  await newChannel({ token: 'a-channel-token-1' });
  const before = await engine.tokens.list('acme');
  expect(await codeOf(engine.tokens.create('acme', creation as never))).toBe(code);
  expect(await engine.tokens.list('acme')).toEqual(before);
});

it('[TN5][TN16] of two concurrent creations with one token one succeeds', async () => {
  const { engine } = engineFixture();
  await engine.brands.put(acme);
  await engine.brands.put(globex);
  const attempts = ['acme', 'globex'].map((brand) => engine.tokens.create(brand, { person: 1, token }));
  const outcomes = await Promise.allSettled(attempts);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

it('[TN7][PE6] a token is revoked by its id or by itself, for its own brand', async () => {
  const { engine } = engineFixture();
  await engine.configure([{ ...acme, tokens: [{ token, person: 7 }] }]);
  await engine.brands.put(globex);
  const made = await engine.tokens.create('acme', { person: 9 });
  await engine.tokens.revoke('globex', { id: made.id });
  await engine.tokens.revoke('acme', { token: 'a-token-of-nobody' });
  expect((await engine.authenticate(made.token))?.person).toBe(9);
  await engine.tokens.revoke('acme', { id: made.id });
  expect(await engine.authenticate(made.token)).toBeUndefined();
  expect((await engine.authenticate(token))?.person).toBe(7);
  await engine.tokens.revoke('acme', { token });
  expect(await engine.tokens.list('acme')).toEqual([]);
});

it('[TN9][PE10] agents can be added and removed, and the person of a token is an agent', async () => {
  const { engine, acme: caller, newChannel, newCustomer } = await platformFixture();
  const customer = await newCustomer(await newChannel());
  const agentOf = async () => (await caller.customers.get(customer)).agentId;
  expect(await codeOf(caller.customers.assign(customer, 9))).toBe('agent_not_found');
  await engine.agents.put('acme', { id: 9, name: 'Cleo', email: '' });
  await caller.customers.assign(customer, 9);
  expect(await agentOf()).toBe(9);
  await engine.agents.remove('acme', 9);
  expect(await codeOf(caller.customers.assign(customer, 9))).toBe('agent_not_found');
  const made = await engine.tokens.create('acme', { person: 9 });
  await caller.customers.assign(customer, 9);
  await engine.tokens.revoke('acme', { id: made.id });
  expect(await codeOf(caller.customers.assign(customer, 9))).toBe('agent_not_found');
});

it.for<readonly [unknown, string]>([
  [{ id: 0, name: '', email: '' }, 'invalid_parameters id'],
  [{ id: 1, name: 'x'.repeat(256), email: '' }, 'invalid_parameters name'],
  [{ id: 1, name: '' }, 'invalid_parameters email'],
])('[TN9][PE10] the agent %j is refused', async ([agent, code]) => {
  const { engine } = await platformFixture();
  expect(await codeOf(engine.agents.put('acme', agent as never))).toBe(code);
});

it.for<readonly [unknown, string]>([
  [{ ...acme, name: '' }, 'invalid_parameters name'],
  [{ ...acme, plan: 'gold' }, 'invalid_parameters plan'],
  [{ ...acme, tokens: [] }, 'field_not_described tokens'],
  [{ ...acme, connectedAccounts: [{ kind: 'scheduler', id: 'a', name: 'A' }] }, 'connectedAccounts.0.schedulingUrl'],
])('[TN1] the brand %j is refused', async ([brand, code]) => {
  const { engine } = engineFixture();
  expect(await codeOf(engine.brands.put(brand as never))).toContain(code);
  expect(await engine.brands.list()).toEqual([]);
});

it('[TN17] what is misspelt or of another type is refused, and changes nothing', async () => {
  const { engine } = engineFixture();
  await engine.configure([{ ...acme, tokens: [{ token, person: 7 }] }]);
  const { id, ...rest } = (await engine.tokens.list('acme'))[0] ?? { id: '' };
  const wrong = (value: unknown) => value as never;
  const attempts = [
    engine.tokens.revoke('acme', wrong({})),
    engine.tokens.revoke('acme', wrong('abc')),
    engine.tokens.revoke('acme', wrong({ tokn: token })),
    engine.tokens.revoke('acme', wrong({ token: 7 })),
    engine.tokens.revoke(wrong(undefined), { id }),
    engine.tokens.list(wrong({})),
    engine.agents.put(wrong(7), { id: 1, name: '', email: '' }),
    engine.agents.remove(wrong(undefined), 7),
    engine.agents.remove('acme', wrong('7')),
    engine.brands.remove(wrong({})),
    engine.configure([], { exactly: wrong('no') }),
    engine.configure([], wrong({ exact: true })),
  ];
  expect(await Promise.all(attempts.map(codeOf))).toEqual([
    'invalid_parameters',
    'invalid_parameters',
    'invalid_parameters',
    'invalid_parameters token',
    'invalid_parameters brand',
    'invalid_parameters brand',
    'invalid_parameters brand',
    'invalid_parameters brand',
    'invalid_parameters id',
    'invalid_parameters name',
    'invalid_parameters exactly',
    'field_not_described exact',
  ]);
  expect((await engine.authenticate(token))?.person).toBe(7);
  await engine.tokens.revoke('acme', { id, ...rest });
  expect(await engine.authenticate(token)).toBeUndefined();
});

it('[TN15] calls for an unknown brand are refused', async () => {
  const { engine } = engineFixture();
  for (const attempt of [
    engine.tokens.create('acme', { person: 1 }),
    engine.tokens.list('acme'),
    engine.agents.put('acme', { id: 1, name: '', email: '' }),
  ]) {
    expect(await codeOf(attempt)).toBe('invalid_parameters brand');
  }
});

it('[TN16] changes at the same time all take effect, one after the other', async () => {
  const { engine, storage } = engineFixture();
  const channels = [{ type: 'native', name: 'Web', workspace: 1 }];
  await engine.brands.put(acme);
  await Promise.all([
    engine.configure([{ ...acmeBrand, channels }]),
    engine.brands.put(globex),
    engine.brands.remove('acme'),
    engine.configure([{ ...acmeBrand, channels }]),
    ...[1, 2, 3].map((person) => engine.tokens.create('acme', { person }).catch(() => {})),
  ]);
  expect((await engine.brands.list()).map(({ name }) => name)).toEqual(['acme', 'globex']);
  expect(
    (await readsOf(storage).load({ kind: 'channels', query: { configured: true } })).items.map(({ name, active }) => [
      name,
      active,
    ]),
  ).toEqual([['Web', true]]);
});

it('[TN14] the directory of a host decides who its agents are', async () => {
  const asked: unknown[] = [];
  const {
    engine,
    acme: caller,
    newChannel,
    newCustomer,
  } = await platformFixture({
    agents: {
      async findAgent(brand, id) {
        asked.push([brand, id]);
        if (id === 66) throw new Error('The directory is down.');
        return id === 50 ? { id, name: 'Eve', email: 'eve@example.org' } : undefined;
      },
    },
  });
  const customer = await newCustomer(await newChannel());
  expect((await caller.customers.assign(customer, 50)).agentId).toBe(50);
  expect(await codeOf(caller.customers.assign(customer, 8))).toBe('agent_not_found');
  expect(await codeOf(caller.customers.assign(customer, 66))).toBe('dependency_failed');
  expect(await codeOf(caller.customers.assign(customer, '50' as never))).toBe('agent_not_found');
  expect((await caller.customers.assign(customer)).agentId).toBe(7);
  expect(asked).toEqual([50, 8, 66, 7].map((id) => ['acme', id]));
  expect(
    (await engine.as(principalOf({ person: 50 })).messages.send(customer, 'text', { message: 'Hi' })).sender,
  ).toEqual({ id: 50, name: 'Eve', type: 'agent' });
});
