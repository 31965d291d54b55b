import { expect, it } from 'vitest';
import { customerFields, type FieldWrite } from '../field/field.ts';
import { systemSender } from '../message/message.ts';
import { encodeChatPayload, encodePlatformPayload } from '../message/payloads.ts';
import { botFieldsOf, writeBotFields } from './bot-fields.ts';
import type { Customer, CustomerChange } from './customer.ts';

const customer: Customer = {
  number: 88,
  channelNumber: 5,
  token: 't',
  name: 'Ada',
  email: 'ada@example.org',
  phone: '+34600',
  agentId: 7,
  archived: false,
  blocked: true,
  optIn: true,
  registerDate: 1_767_225_599_999,
  unread: 2,
  lastMessageAt: 1_767_225_600_000.999,
  lastSeq: 9,
  fields: { city: { type: 'string', value: 'Rome' } },
};

it('[CU25] a bot reads the members of every customer as Fields, and the Fields of the customer', () => {
  const read = botFieldsOf(customer);
  expect(read).toEqual({
    city: { type: 'string', value: 'Rome' },
    id: { type: 'integer', value: 88 },
    name: { type: 'string', value: 'Ada' },
    email: { type: 'string', value: 'ada@example.org' },
    phone: { type: 'string', value: '+34600' },
    agent_id: { type: 'integer', value: 7 },
    archived: { type: 'boolean', value: false },
    opt_in: { type: 'boolean', value: true },
    register_date: { type: 'date', value: '2025-12-31T23:59:59' },
    channel_id: { type: 'integer', value: 5 },
    unread: { type: 'integer', value: 2 },
    last_message_at: { type: 'date', value: '2026-01-01T00:00:00' },
  });
  expect(new Set(Object.keys(read))).toEqual(new Set([...customerFields, 'city']));
});

it('[CU25] a member without a value is no Field', () => {
  const { agentId: _agent, lastMessageAt: _last, ...unknown } = { ...customer, name: '', email: '', phone: '' };
  const names = Object.keys(botFieldsOf({ ...unknown, fields: {} }));
  expect(names).toEqual(['id', 'archived', 'opt_in', 'register_date', 'channel_id', 'unread']);
});

const set = (name: string, value: string | number | null | readonly number[]): FieldWrite => ({
  kind: 'set',
  name,
  type: 'string',
  value,
});

it.for<readonly [string, readonly FieldWrite[], CustomerChange]>([
  [
    '[CU26] name, email and phone',
    [set('name', 'Bo'), set('email', 'b@c.d'), set('phone', '1')],
    { name: 'Bo', email: 'b@c.d', phone: '1' },
  ],
  [
    '[CU26] another value as text',
    [set('name', 5), set('phone', [1]), set('email', null)],
    { name: '5', phone: '[1]', email: '' },
  ],
  ['[CU26] unset ones empty', [{ kind: 'unset', name: 'email' }], { email: '' }],
  ['[CU26] the last write counts', [set('name', 'A'), set('name', 'B')], { name: 'B' }],
  ['[CU27] a name of 65 marks in a row', [set('name', `e${'\u0301'.repeat(65)}`)], {}],
  ['[CU27] a name too long', [set('name', 'x'.repeat(256)), set('phone', '\u0000')], {}],
  ['[CU27] other record keys', [set('id', 1), set('archived', 'x'), { kind: 'unset', name: 'unread' }], {}],
  ['[CU27] names of no Field', [set('', 'x'), set('a{', 'x'), set('\ud800', 'x'), set('x'.repeat(256), 'y')], {}],
  ['[CU27] nothing', [], {}],
])('%s: what a bot wrote comes to the customer', ([, writes, change]) => {
  expect(writeBotFields(customer, writes)).toEqual({ change, passedOver: [] });
});

it.for(['token', 'is_external'])(
  '[CU10][CU27] a Field %s that a bot sets is stored, and read again, but is in no payload',
  (name) => {
    const { fields = {} } = writeBotFields(customer, [set(name, 'x')]).change;
    const after = { ...customer, token: 't', fields };
    expect(botFieldsOf(after)[name]).toEqual({ type: 'string', value: 'x' });

    const message = { type: 'text', data: { body: 'hi' }, uuid: 'u', seq: 1, sender: systemSender, at: 0 } as const;
    const channel = { number: 5, name: 'Web', type: 'native' };
    const hook = JSON.parse(encodePlatformPayload({ message, customer: after, channel }));
    expect(hook.messages[0].customer).toMatchObject({ is_external: 'False', city: 'Rome' });
    expect(hook.messages[0].customer).not.toHaveProperty('token');

    const chat = encodeChatPayload({
      content: message,
      at: 0,
      customer: after,
      channel,
      agent: { kind: 'bot', number: 1 },
    });
    expect(JSON.parse(chat).customer).toMatchObject({ token: 't', city: 'Rome' });
    expect(JSON.parse(chat).customer).not.toHaveProperty('is_external');
  },
);

it('[CU13][CU26] Fields are set and removed in order', () => {
  const writes = [
    set('x', 'a'),
    { kind: 'unset', name: 'city' },
    set('__proto__', 'p'),
    set('x', 'b'),
    set('name', 'Bo'),
  ] as const;
  const { fields = {}, ...rest } = writeBotFields(customer, writes).change;
  expect(rest).toEqual({ name: 'Bo' });
  expect(Object.entries(fields)).toEqual([
    ['x', { type: 'string', value: 'b' }],
    ['__proto__', { type: 'string', value: 'p' }],
  ]);
});

it('[CU62] a write beyond the bounds leaves the Field unchanged, and the other writes are applied', () => {
  const bounds = { marksInRow: 64, fields: { count: 3, fieldBytes: 30, totalBytes: 50 } };
  const held = { fields: { city: { type: 'string', value: 'Rome' } } } as const;
  const writes = [
    set('large', 'x'.repeat(40)),
    set('a', '1234567890'),
    set('b', '1234567890'),
    set('c', ''),
    set('city', 'Rome at night'),
    set('name', 'Bo'),
  ];
  const { change, passedOver } = writeBotFields(held, writes, bounds);
  expect(passedOver).toEqual(['large', 'c', 'city']);
  expect(change).toEqual({
    name: 'Bo',
    fields: {
      city: { type: 'string', value: 'Rome' },
      a: { type: 'string', value: '1234567890' },
      b: { type: 'string', value: '1234567890' },
    },
  });
});

it('[CU62] writes that make room are applied first, in any order', () => {
  const bounds = { marksInRow: 64, fields: { count: 1, fieldBytes: 30, totalBytes: 30 } };
  const held = { fields: { old: { type: 'string', value: 'x'.repeat(20) } } } as const;
  const writes = [set('new', 'y'.repeat(20)), { kind: 'unset', name: 'old' }, set('more', 'z')] as const;
  expect(writeBotFields(held, writes, bounds)).toEqual({
    change: { fields: { new: { type: 'string', value: 'y'.repeat(20) } } },
    passedOver: ['more'],
  });
});
