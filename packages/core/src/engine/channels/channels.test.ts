import { expect, it } from 'vitest';
import { codeOf, principalOf, refusalOf, startAt } from '../../../test/engine-fixture.ts';
import { agentToken, checkingSender, platformFixture } from '../../../test/platform-fixture.ts';
import { readsOf } from '../../../test/stored-records.ts';
import type { ChannelCreation } from '../../domain/inputs/channels.ts';
import { sha256 } from '../../node/hash.ts';

const token = 'a-channel-token-1';
const webhookUrl = 'https://crm.example.org:8443/in?secret=s3cret';

it('[CH1][CH7][CH8][CH10] an apichat channel is active, has a token that is returned once, and a webhook that is not returned', async () => {
  const { acme, storage } = await platformFixture();
  const { channel, token: returned } = await acme.channels.create({ type: 'apichat', name: ' Chat ', webhookUrl });
  expect(channel).toEqual({
    number: 1,
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: 'Chat',
    type: 'apichat',
    workspace: 1,
    active: true,
    createdAt: startAt,
    webhookOrigin: 'https://crm.example.org:8443',
    webhookOrder: 'customer',
  });
  expect(returned).toMatch(/^[A-Za-z0-9_-]{16,}$/);
  expect(await acme.channels.get(channel.number)).toEqual(channel);
  const record = await readsOf(storage).load({ kind: 'channel', number: channel.number });
  expect(record?.tokenHash).toBe(sha256(returned ?? ''));
  expect(JSON.stringify(record)).not.toMatch(/s3cret|crm\.example\.org:8443\/in/);
});

it('[CH8] a token that is given is returned', async () => {
  const { acme, engine } = await platformFixture();
  const { channel, token: returned } = await acme.channels.create({ type: 'apichat', name: 'Chat', token });
  expect(returned).toBe(token);
  expect(await engine.authenticateChannel(token)).toEqual({ brand: 'acme', channelNumber: channel.number });
});

it('[CH5][CH8] a channel of another type has no token', async () => {
  const { acme } = await platformFixture();
  expect(await acme.channels.create({ type: 'msgapp', name: 'Phone' })).toEqual({
    channel: {
      number: 1,
      id: expect.any(String),
      name: 'Phone',
      type: 'msgapp',
      workspace: 1,
      active: true,
      createdAt: startAt,
    },
  });
});

const nameFault = 'Expected 1 to 255 characters.';
const chatOnly = 'Only channels of type apichat have one.';
const noAddress = 'Expected an absolute http or https address without credentials.';
it.for<readonly [unknown, readonly (readonly [string, string])[]]>([
  [
    { type: 'kiosk', name: '' },
    [
      ['type', 'Expected one of native, msgapp, facebook, apichat.'],
      ['name', nameFault],
    ],
  ],
  [{ type: 'apichat', name: '\u0000' }, [['name', nameFault]]],
  [{ type: 'apichat', name: 'x'.repeat(256) }, [['name', nameFault]]],
  [
    { type: 'native', name: 'x', token, webhookUrl },
    [
      ['token', chatOnly],
      ['webhookUrl', chatOnly],
    ],
  ],
  [{ type: 'apichat', name: 'x', token: 'short' }, [['token', 'Expected 16 to 1024 visible ASCII characters.']]],
  [{ type: 'apichat', name: 'x', webhookUrl: 'ftp://example.org' }, [['webhookUrl', noAddress]]],
  [
    { type: 'apichat', name: 'x', webhookUrl: 'http://10.0.0.1/' },
    [
      [
        'webhookUrl',
        'This address is private, so it may not be reached from here: the option allowPrivateTargets of the sender opens it, allow_private_targets in the config of botwright serve.',
      ],
    ],
  ],
  [
    { type: 5 },
    [
      ['type', 'Expected a text.'],
      ['name', 'It is required.'],
    ],
  ],
  [null, [['', 'Expected an object.']]],
])('[CH5][CH8][CH10][CH11][CH12] %j is refused with all faults', async ([creation, faults]) => {
  const { acme } = await platformFixture({ sender: checkingSender({ '10.0.0.1': 'blocked' }) });
  const refusal = await refusalOf(acme.channels.create(creation as ChannelCreation));
  expect(refusal).toMatchObject({ code: 'invalid_parameters' });
  expect(refusal.faults.map(({ field, message }) => [field, message])).toEqual(faults);
  expect((await acme.channels.list()).total).toBe(0);
});

it('[CH5] an unknown member is refused', async () => {
  const { acme } = await platformFixture();
  const creation = { type: 'apichat', name: 'x', colour: 'red' } as ChannelCreation;
  expect(await codeOf(acme.channels.create(creation))).toBe('field_not_described colour');
});

it('[CH11] without a sender every http URL is accepted', async () => {
  const { acme } = await platformFixture();
  const { channel } = await acme.channels.create({ type: 'apichat', name: 'x', webhookUrl: 'http://10.0.0.1/' });
  expect(channel.webhookOrigin).toBe('http://10.0.0.1');
});

it.for<readonly [number | undefined, readonly number[], number | string]>([
  [undefined, [1], 1],
  [2, [1, 2], 2],
  [undefined, [1, 2], 'workspace_required'],
  [undefined, [], 'workspace_required'],
  [2, [1], 'workspace_not_accepted'],
])('[CH6] asked for workspace %s, a caller with %j gets %s', async ([workspace, workspaces, answer]) => {
  const { as } = await platformFixture();
  const made = as({ workspaces }).channels.create({ type: 'apichat', name: 'x', ...(workspace && { workspace }) });
  if (typeof answer === 'string') expect(await codeOf(made)).toBe(answer);
  else expect((await made).channel.workspace).toBe(answer);
});

it('[CH9] of concurrent creations with one token, one succeeds and the others are refused', async () => {
  const { acme, as } = await platformFixture();
  const make = (caller: typeof acme) => caller.channels.create({ type: 'apichat', name: 'x', token });
  const tries = [acme, acme, as({ brand: 'other' })].map(make);
  const outcomes = await Promise.allSettled(tries);
  const refused = tries.filter((_, index) => outcomes[index]?.status === 'rejected');
  expect(await Promise.all(refused.map(codeOf))).toEqual(['invalid_parameters token', 'invalid_parameters token']);
});

it('[CH9] a token belongs to one channel or agent', async () => {
  const { acme, as, engine } = await platformFixture();
  const { channel } = await acme.channels.create({ type: 'apichat', name: 'x', token });
  await acme.channels.update(channel.number, { active: false });
  for (const taken of [token, agentToken]) {
    for (const caller of [acme, as({ brand: 'other' })]) {
      const attempt = caller.channels.create({ type: 'apichat', name: 'y', token: taken });
      expect(await codeOf(attempt)).toBe('invalid_parameters token');
    }
  }
  await acme.channels.update(channel.number, { active: true });
  expect(await engine.authenticateChannel(token)).toEqual({ brand: 'acme', channelNumber: channel.number });
});

it('[CH2][CH3][PA6][PA7] channels are listed by number, with filters and in parts', async () => {
  const { acme, newChannel, as } = await platformFixture();
  await acme.bots.create({ name: 'Sales', channelFamily: 'native' });
  const [first, second] = [await newChannel(), await newChannel({ type: 'msgapp' })];
  const elsewhere = await as({ workspaces: [2] }).channels.create({ type: 'apichat', name: 'x' });
  await acme.channels.update(second, { active: false });
  const numbersOf = async (request?: Parameters<typeof acme.channels.list>[0]) => {
    const { items, total } = await acme.channels.list(request);
    return [items.map(({ number }) => number), total];
  };

  const [web] = (await acme.channels.list({ type: 'native' })).items;
  expect(await numbersOf()).toEqual([[web?.number, first, second], 3]);
  expect(await numbersOf({ active: true })).toEqual([[web?.number, first], 2]);
  expect(await numbersOf({ active: false, type: 'msgapp' })).toEqual([[second], 1]);
  expect(await numbersOf({ type: 'kiosk' })).toEqual([[], 0]);
  expect(await numbersOf({ offset: 1, limit: 1 })).toEqual([[first], 3]);
  expect(await numbersOf({ offset: 3 })).toEqual([[], 3]);
  expect(await numbersOf({ limit: 0 })).toEqual([[], 3]);
  expect((await as({ workspaces: [1, 2] }).channels.list()).items.map(({ number }) => number)).toContain(
    elsewhere.channel.number,
  );
});

it.for<readonly [unknown, string]>([
  [{ offset: -1 }, 'invalid_parameters offset'],
  [{ offset: 0.5 }, 'invalid_parameters offset'],
  [{ offset: '0' }, 'invalid_parameters offset'],
  [{ limit: 101 }, 'invalid_parameters limit'],
  [{ limit: -1 }, 'invalid_parameters limit'],
  [{ active: 'true' }, 'invalid_parameters active'],
  [{ type: 5 }, 'invalid_parameters type'],
  [{ page: 1 }, 'field_not_described page'],
])('[PA6] the list %j is %s', async ([request, code]) => {
  const { acme } = await platformFixture();
  expect(await codeOf(acme.channels.list(request as object))).toBe(code);
});

it('[CH13] a change writes the members that it has and leaves the rest', async () => {
  const { acme, newChannel } = await platformFixture();
  const number = await newChannel({ webhookUrl });
  const before = await acme.channels.get(number);
  const renamed = await acme.channels.update(number, { name: ' New ' });
  expect(renamed).toEqual({ ...before, name: 'New' });
  const moved = await acme.channels.update(number, { active: false, webhookUrl: 'http://example.org/x' });
  expect(moved).toEqual({ ...renamed, active: false, webhookOrigin: 'http://example.org' });
  const { webhookOrigin: _, webhookOrder: __, ...without } = moved;
  expect(await acme.channels.update(number, { webhookUrl: undefined })).toEqual(without);
  expect(await acme.channels.get(number)).toEqual(without);
});

it('[CH34] the order of a webhook is that of customers, or the one that was given last', async () => {
  const { acme, newChannel } = await platformFixture();
  const { channel } = await acme.channels.create({ type: 'apichat', name: 'Chat', webhookUrl });
  expect(channel.webhookOrder).toBe('customer');
  const changed = async (edit: object) => (await acme.channels.update(channel.number, edit)).webhookOrder;
  expect(await changed({ webhookOrder: 'none' })).toBe('none');
  expect(await changed({ webhookUrl: 'https://other.example.org/' })).toBe('none');
  expect(await changed({ webhookUrl: undefined })).toBeUndefined();
  expect(await codeOf(changed({ webhookOrder: 'none' }))).toBe('invalid_parameters webhookOrder');
  expect(await changed({ webhookUrl, webhookOrder: 'customer' })).toBe('customer');
  expect(await codeOf(changed({ webhookUrl: undefined, webhookOrder: 'none' }))).toBe(
    'invalid_parameters webhookOrder',
  );
  expect(await codeOf(changed({ webhookOrder: 'sender' }))).toBe('invalid_parameters webhookOrder');
  const without = { type: 'apichat', name: 'Other', webhookOrder: 'none' } as const;
  expect(await codeOf(acme.channels.create(without))).toBe('invalid_parameters webhookOrder');
  expect(await newChannel({ webhookUrl, webhookOrder: 'none' })).toBeGreaterThan(0);
});

it.for<readonly [unknown, string]>([
  [{}, 'invalid_parameters'],
  [{ name: ' ' }, 'invalid_parameters name'],
  [{ active: 1 }, 'invalid_parameters active'],
  [{ webhookUrl: 'x' }, 'invalid_parameters webhookUrl'],
  [{ webhookUrl: 'http://10.0.0.1' }, 'invalid_parameters webhookUrl'],
  [{ token }, 'field_not_described token'],
])('[CH5][CH10][CH11][CH13] the change %j is %s', async ([edit, code]) => {
  const { acme, newChannel } = await platformFixture({ sender: checkingSender({ '10.0.0.1': 'blocked' }) });
  const number = await newChannel();
  expect(await codeOf(acme.channels.update(number, edit as object))).toBe(code);
});

it('[CH12] a channel of another type accepts no webhook and has no token to renew', async () => {
  const { acme, newChannel } = await platformFixture();
  const number = await newChannel({ type: 'native' });
  expect(await codeOf(acme.channels.update(number, { webhookUrl }))).toBe('invalid_parameters webhookUrl');
  expect(await codeOf(acme.channels.renewToken(number))).toBe('invalid_parameters');
});

it('[CH14] pending deliveries end when the webhook is removed, and not when its URL changes', async () => {
  const { acme, newChannel, newCustomer, deliveries } = await platformFixture();
  const channel = await newChannel({ webhookUrl });
  const customer = await newCustomer(channel);
  await acme.messages.send(customer, 'text', { message: 'Hi' });
  await acme.channels.update(channel, { webhookUrl: 'https://example.org' });
  expect((await deliveries()).map(({ state }) => state)).toEqual(['pending']);
  await acme.channels.update(channel, { webhookUrl: undefined });
  expect((await deliveries()).map(({ state }) => state)).toEqual(['dead']);
});

it('[CH15][CH18] a new token replaces the former one; a channel that is off cannot be authenticated', async () => {
  const { acme, engine, newChannel } = await platformFixture();
  const number = await newChannel({ token });
  const caller = { brand: 'acme', channelNumber: number };
  const renewed = await acme.channels.renewToken(number);
  expect(renewed).toEqual({ channel: await acme.channels.get(number), token: expect.any(String) });
  expect(await engine.authenticateChannel(token)).toBeUndefined();
  expect(await engine.authenticateChannel(renewed.token)).toEqual(caller);

  await acme.channels.update(number, { active: false });
  expect(await engine.authenticateChannel(renewed.token)).toBeUndefined();
  await acme.channels.update(number, { active: true });
  expect(await engine.authenticateChannel(renewed.token)).toEqual(caller);
});

it('[CH19] tokens of agents and of channels are not interchangeable, and an unknown one authenticates nobody', async () => {
  const { engine, newChannel } = await platformFixture();
  await newChannel({ token });
  expect(await engine.authenticate(token)).toBeUndefined();
  for (const odd of [agentToken, '', `${token}x`, '\u0000', 5, undefined]) {
    expect(await engine.authenticateChannel(odd as string)).toBeUndefined();
  }
});

it('[CH20] tokens of a brand that is not in the configuration stop working', async () => {
  const { engine, newChannel, setPlan } = await platformFixture();
  const number = await newChannel({ token });
  await engine.configure([], { exactly: true });
  expect(await engine.authenticateChannel(token)).toBeUndefined();
  await setPlan('starter');
  expect(await engine.authenticateChannel(token)).toEqual({ brand: 'acme', channelNumber: number });
});

it('[CH16] new customers are assigned to the bot that is set, until it is removed', async () => {
  const { acme, newChannel, newBot } = await platformFixture();
  const [number, bot] = [await newChannel(), await newBot()];
  const before = await acme.channels.get(number);
  expect(await acme.channels.setBot(number, bot.id.toUpperCase())).toEqual({ ...before, defaultBot: bot.id });
  expect(await acme.channels.get(number)).toEqual({ ...before, defaultBot: bot.id });
  expect(await acme.channels.setBot(number, undefined)).toEqual(before);
});

it('[CH16] a bot in the trash, of another workspace or of an older builder cannot be set', async () => {
  const { acme, as, engine, newChannel, newBot } = await platformFixture();
  const number = await newChannel();
  const trashed = await newBot();
  await acme.bots.trash(trashed.id);
  const hidden = await as({ workspaces: [2] }).bots.create({ name: 'x', channelFamily: 'native' });
  const foreign = await engine.as(principalOf({ brand: 'other' })).bots.create({ name: 'x', channelFamily: 'native' });
  const older = await acme.bots.importOlder({
    name: 'x',
    channelFamily: 'native',
    createdAt: 1,
    diagram: { nodes: {}, connections: {} },
  });
  for (const id of [trashed.id, hidden.id, foreign.id, 'x', null as never]) {
    expect(await codeOf(acme.channels.setBot(number, id))).toBe('bot_not_found');
  }
  expect(await codeOf(acme.channels.setBot(number, older.id))).toBe('unsupported_builder');
  expect((await acme.channels.get(number)).defaultBot).toBeUndefined();
});

it('[CH4] no permission is required', async () => {
  const { as, newChannel } = await platformFixture();
  const number = await newChannel();
  expect((await as({ permissions: [] }).channels.get(number)).number).toBe(number);
});
