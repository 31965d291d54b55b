import { expect, it } from 'vitest';
import type { Message } from '../message/message.ts';
import { encodeChatPayload, encodePlatformPayload } from '../message/payloads.ts';
import { bodiesOfMessage, targetsOfMessage } from './delivery-target.ts';

const hooks = [
  { number: 4, active: true },
  { number: 5, active: false },
  { number: 9, active: true },
];
const channel = { number: 3, purpose: 'live', webhook: 'encrypted' } as const;
const web = { number: 3, purpose: 'live' } as const;
const plan = 'professional';

const toHooks = [
  { kind: 'hook', number: 4 },
  { kind: 'hook', number: 9 },
] as const;
const toChannel = { kind: 'channel', number: 3 } as const;

it.for(['customer', 'bot', 'agent', 'sys'] as const)(
  '[WH22] a message of sender type %s is delivered to every active hook',
  (sender) => {
    expect(targetsOfMessage(sender, { channel: web, hooks, plan })).toEqual(toHooks);
  },
);

it.for([
  ['customer', toHooks],
  ['bot', [...toHooks, toChannel]],
  ['agent', [...toHooks, toChannel]],
  ['sys', toHooks],
] as const)('[WH23] what a %s says on an APIchat channel goes to %j', ([sender, targets]) => {
  expect(targetsOfMessage(sender, { channel, hooks, plan })).toEqual(targets);
});

it.for(['customer', 'bot', 'agent', 'sys'] as const)(
  '[WH24] a message of sender type %s on a test channel is delivered to no target',
  (sender) => {
    expect(targetsOfMessage(sender, { channel: { ...channel, purpose: 'test' }, hooks, plan })).toEqual([]);
  },
);

it.for([
  ['sandbox', [toChannel]],
  ['starter', [toChannel]],
  ['professional', [...toHooks, toChannel]],
  ['business', [...toHooks, toChannel]],
] as const)('[WH25] with the plan %s a message of a bot goes to %j', ([tier, targets]) => {
  expect(targetsOfMessage('bot', { channel, hooks, plan: tier })).toEqual(targets);
});

const message: Message = {
  type: 'text',
  data: { body: 'Hi' },
  uuid: '5f0c7f4e-0000-4000-8000-000000000001',
  seq: 1,
  at: 1_000,
  sender: { id: 2, name: 'Sales', type: 'bot' },
};
const customer = {
  number: 12,
  token: '+34600',
  name: 'Ana',
  email: '',
  phone: '',
  archived: false,
  registerDate: 0,
  fields: {},
};
const chat = { ...channel, name: 'Bridge', type: 'apichat' };
const spoken = { message, botId: 'b1', customer, channel: chat, hooks, plan } as const;
const hookBody = encodePlatformPayload({ message, botId: 'b1', customer, channel: chat });

it('[MS37][WH22][WH23] a body is written for each target, and all hooks have the same one', () => {
  const agent = { kind: 'bot', number: 2 } as const;
  expect(bodiesOfMessage(spoken)).toEqual([
    ...toHooks.map((target) => ({ target, body: hookBody })),
    { target: toChannel, body: encodeChatPayload({ content: message, at: 1_000, customer, channel: chat, agent }) },
  ]);
});

it('[MS32] the payload names a human agent with name and email', () => {
  const agent = { name: 'Ada', email: 'ada@example.org' };
  const sender = { id: 7, name: 'Ada', type: 'agent' } as const;
  const { botId: _, ...said } = spoken;
  const bodies = bodiesOfMessage({ ...said, message: { ...message, sender }, agent });
  expect(JSON.parse(bodies.at(-1)?.body ?? '')).toMatchObject({ agent: { id: 7, type: 'human', ...agent } });
});

it('[MS26][MS39] the webhook of a channel gets no events, and no message of a customer without a token', () => {
  const { token: _, ...visitor } = customer;
  const event: Message = { ...message, type: 'event', data: { action: 'close' } };
  for (const each of [
    bodiesOfMessage({ ...spoken, customer: visitor }),
    bodiesOfMessage({ ...spoken, message: event }),
  ]) {
    expect(each.map(({ target }) => target)).toEqual(toHooks);
  }
});
