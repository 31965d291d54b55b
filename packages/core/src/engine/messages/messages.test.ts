import { expect, it } from 'vitest';
import { codeOf, refusalOf, startAt } from '../../../test/engine-fixture.ts';
import { platformFixture } from '../../../test/platform-fixture.ts';
import { commit } from '../../../test/stored-records.ts';
import type { PlanTier } from '../../domain/blocks/block-definition.ts';
import type { AgentSend } from '../../domain/inputs/messages.ts';
import { momentOf } from '../../domain/time/epoch-ms.ts';
import { EngineError } from '../engine-error.ts';

const webhookUrl = 'https://crm.example.org/in?secret=1';
const hookUrl = 'https://hooks.example.org/x?secret=2';

it('[MS40][MS41][CU23] a message of an agent has their name, sets unread to 0, and assigns nobody', async () => {
  const { acme, as, newChannel, newCustomer, newBot, inbox } = await platformFixture();
  const bot = await newBot();
  const customer = await newCustomer(await newChannel(), { unread: 3, botId: bot.id });
  const message = await acme.messages.send(customer, 'text', { message: 'Hi' });
  expect(message).toEqual({
    uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
    seq: 1,
    at: startAt,
    type: 'text',
    data: { body: 'Hi' },
    sender: { id: 7, name: 'Ada', type: 'agent' },
  });
  expect(await acme.customers.get(customer)).toMatchObject({
    unread: 0,
    lastSeq: 1,
    lastMessageAt: startAt,
    botId: bot.id,
  });
  const unnamed = await as({ person: 9 }).messages.send(customer, 'text', { message: 'Hi' });
  expect(unnamed.sender).toEqual({ id: 9, name: '', type: 'agent' });
  expect(await inbox(customer)).toEqual([]);
});

it.for<readonly [AgentSend, object, object]>([
  ['text', { message: 'Hi' }, { type: 'text', data: { body: 'Hi' } }],
  ['image', { url: 'https://x.org/a.png' }, { type: 'image', data: { url: 'https://x.org/a.png', caption: '' } }],
  ['location', { latitude: 1, longitude: 2 }, { type: 'location', data: { latitude: 1, longitude: 2 } }],
])('[MS14][MS15][MS16] an agent sends a %s', async ([kind, body, content]) => {
  const { acme, newChannel, newCustomer } = await platformFixture();
  const customer = await newCustomer(await newChannel());
  expect(await acme.messages.send(customer, kind, body)).toMatchObject(content);
});

it.for<readonly [unknown, unknown, readonly string[]]>([
  ['text', {}, ['message']],
  ['image', { url: 'x', caption: 5 }, ['url', 'caption']],
  ['location', { latitude: 91 }, ['latitude', 'longitude']],
  ['text', undefined, ['']],
])('[MS6][MS42] a %s of %j is refused', async ([kind, body, fields]) => {
  const { acme, newChannel, newCustomer } = await platformFixture();
  const customer = await newCustomer(await newChannel());
  const refusal = await refusalOf(acme.messages.send(customer, kind as AgentSend, body));
  expect([refusal.code, refusal.faults.map(({ field }) => field)]).toEqual(['invalid_parameters', fields]);
  expect((await acme.customers.get(customer)).lastSeq).toBe(0);
});

it('[MS6] an unknown kind of message cannot be sent', async () => {
  const { acme, newChannel, newCustomer } = await platformFixture();
  const customer = await newCustomer(await newChannel());
  expect(await codeOf(acme.messages.send(customer, 'toString' as AgentSend, {}))).toBe('invalid_parameters kind');
});

it('[MS42] a blocked customer cannot be written to', async () => {
  const { acme, newChannel, newCustomer } = await platformFixture();
  const customer = await newCustomer(await newChannel(), { blocked: true });
  expect(await codeOf(acme.messages.send(customer, 'text', {}))).toBe('customer_blocked');
  expect((await acme.messages.list(customer)).total).toBe(0);
});

it('[MS43][PA6][PA7] messages are listed newest first, in parts', async () => {
  const { acme, newChannel, newCustomer } = await platformFixture();
  const customer = await newCustomer(await newChannel());
  for (const message of ['a', 'b', 'c']) await acme.messages.send(customer, 'text', { message });
  const seen = async (request?: object) => {
    const { items, total } = await acme.messages.list(customer, request);
    return [items.map(({ seq }) => seq), total];
  };
  expect(await seen()).toEqual([[3, 2, 1], 3]);
  expect(await seen({ offset: 1, limit: 1 })).toEqual([[2], 3]);
  expect(await seen({ offset: 9 })).toEqual([[], 3]);
  expect(await seen({ limit: 0 })).toEqual([[], 3]);
  expect(await codeOf(acme.messages.list(customer, { limit: 101 }))).toBe('invalid_parameters limit');
});

it('[MS17][MS18][MS35] concurrent messages get different numbers and moments', async () => {
  const { acme, newChannel, newCustomer } = await platformFixture();
  const customer = await newCustomer(await newChannel());
  const said = Array.from({ length: 20 }, (_, index) => acme.messages.send(customer, 'text', { message: `${index}` }));
  const places = (await Promise.all(said)).map(({ seq, at }) => [seq, at]).toSorted(([a = 0], [b = 0]) => a - b);
  expect(places).toEqual(Array.from({ length: 20 }, (_, index) => [index + 1, momentOf(startAt * 1_000 + index)]));
});

it('[MS35][MS37][WH22][WH23] a message is delivered to every hook and to the webhook of the channel', async () => {
  const { acme, newChannel, newCustomer, deliveries } = await platformFixture();
  const channel = await newChannel({ webhookUrl });
  const customer = await newCustomer(channel);
  const [first, second] = [
    await acme.hooks.create(channel, { url: hookUrl }),
    await acme.hooks.create(channel, { url: hookUrl }),
  ];
  await acme.hooks.create(await newChannel(), { url: hookUrl });
  const { uuid } = await acme.messages.send(customer, 'text', { message: 'Hi' });

  const made = await deliveries();
  const common = { state: 'pending', messageUuid: uuid, body: expect.any(String) };
  expect(made).toEqual([
    { ...common, target: { kind: 'hook', number: first.number }, origin: 'https://hooks.example.org' },
    { ...common, target: { kind: 'hook', number: second.number }, origin: 'https://hooks.example.org' },
    { ...common, target: { kind: 'channel', number: channel }, origin: 'https://crm.example.org' },
  ]);
  expect(made.map(({ body }) => JSON.parse(body))).toEqual([
    platformBody(customer, channel, uuid),
    platformBody(customer, channel, uuid),
    {
      messages: [{ type: 'text', timestamp: startAt / 1000, message: 'Hi' }],
      customer: { id: customer, token: 'visitor-1', name: 'Cleo', phone: '', email: '', register_date: startAt / 1000 },
      channel: { id: channel, name: 'Chat' },
      agent: { id: 7, type: 'human', name: 'Ada', email: 'ada@example.org' },
    },
  ]);
  expect(made[0]?.body).toBe(made[1]?.body);
});

function platformBody(customer: number, channel: number, uuid: string): object {
  return {
    messages: [
      {
        type: 'text',
        timestamp: startAt / 1000,
        data: { body: 'Hi' },
        sender: { id: 7, name: 'Ada', type: 'agent' },
        customer: { id: customer, agent_id: null, archived: false, name: 'Cleo' },
        channel: { id: channel, name: 'Chat', type: 'apichat' },
        _raw: {
          uuid,
          chat: customer,
          channel,
          type: 'text',
          timestamp: startAt / 1000,
          message: 'Hi',
          author_type: 'agent',
          author_uuid: null,
          samurai: 7,
          read: true,
          extra: {},
          ui_key: null,
          rich_text: null,
          seq: 1,
        },
      },
    ],
  };
}

it('[MS37] later changes do not change the body of a delivery', async () => {
  const { acme, newChannel, newCustomer, deliveries } = await platformFixture();
  const channel = await newChannel();
  const customer = await newCustomer(channel);
  await acme.hooks.create(channel, { url: hookUrl });
  await acme.messages.send(customer, 'text', { message: 'Hi' });
  const [before] = await deliveries();
  await acme.customers.setField(customer, 'colour', { type: 'string', value: 'red' });
  await acme.channels.update(channel, { name: 'New' });
  expect((await deliveries())[0]?.body).toBe(before?.body);
});

it('[CU30][CU63][MS38][WH22][WH23] events go to hooks, with the customer as the change left them', async () => {
  const { acme, newChannel, newCustomer, deliveries } = await platformFixture();
  const channel = await newChannel({ webhookUrl });
  const customer = await newCustomer(channel);
  await acme.hooks.create(channel, { url: hookUrl });
  await acme.customers.assign(customer, 8);
  await acme.customers.archive(customer);
  await acme.customers.unassign(customer);
  const entries = (await deliveries()).map(({ body }) => JSON.parse(body).messages[0]);
  expect(entries.map(({ data, customer: seen, sender }) => [data, seen.agent_id, seen.archived, sender.type])).toEqual([
    [{ action: 'assign', agent_id: 8 }, 8, false, 'sys'],
    [{ action: 'archive' }, 8, true, 'sys'],
    [{ action: 'unassign', agent_id: 8 }, null, true, 'sys'],
  ]);
});

it('[MS18][MS26] many messages at once do not run ahead of the clock, and a clock that is set back repeats no timestamp', async () => {
  let now = startAt;
  const { acme, newChannel, newCustomer, deliveries } = await platformFixture({ clock: { now: () => now } });
  const customer = await newCustomer(await newChannel({ webhookUrl }));
  const say = async (count: number) => {
    for (let said = 0; said < count; said += 1) await acme.messages.send(customer, 'text', { message: 'Hi' });
  };
  await say(66);
  now += 10_500;
  await say(1);
  now -= 3_600_000;
  await say(2);
  const stamps = (await deliveries()).map(({ body }) => JSON.parse(body).messages[0].timestamp);
  const micros = stamps.map((stamp) => Math.round(stamp * 1_000_000) - startAt * 1_000);
  expect(micros).toEqual([...Array.from({ length: 66 }, (_, index) => index), 10_500_000, 10_500_001, 10_500_002]);
});

it('[MS39] messages to a customer without a token are not sent to the webhook', async () => {
  const { acme, storage, clock, newChannel, deliveries } = await platformFixture();
  const channelNumber = await newChannel({ webhookUrl });
  const visitor = {
    number: 99,
    channelNumber,
    workspace: 1,
    purpose: 'live',
    name: '',
    email: '',
    phone: '',
    archived: false,
    blocked: false,
    optIn: true,
    registerDate: clock.now(),
    unread: 0,
    lastSeq: 0,
    fields: {},
  } as const;
  await commit(storage, 'acme', { kind: 'insertCustomer', customer: visitor });
  await acme.messages.send(visitor.number, 'text', { message: 'Hi' });
  expect(await deliveries()).toEqual([]);
});

it('[MS44] no message is sent while the plan cannot be read', async () => {
  let plan: PlanTier | undefined = 'professional';
  const plans = { planOf: async () => plan ?? Promise.reject(new Error('The plans of acme are out of reach.')) };
  const { acme, newChannel, newCustomer } = await platformFixture({ plans });
  const channel = await newChannel();
  const customer = await newCustomer(channel);
  plan = undefined;
  for (const attempt of [
    () => acme.messages.send(customer, 'text', { message: 'Hi' }),
    () => acme.customers.archive(customer),
    () => acme.hooks.create(channel, { url: hookUrl }),
  ]) {
    const refusal = await refusalOf(attempt());
    expect([refusal.code, refusal.message]).toEqual([
      'dependency_failed',
      new EngineError('dependency_failed').message,
    ]);
  }
  expect(await acme.customers.get(customer)).toMatchObject({ archived: false, lastSeq: 0 });
});
