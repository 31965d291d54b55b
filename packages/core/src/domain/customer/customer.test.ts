import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inboundSendSchema } from '../inputs/messages.ts';
import { readInput } from '../inputs/read-input.ts';
import type { JsonValue } from '../json/json-value.ts';
import { microsOf, secondsOf } from '../time/epoch-ms.ts';
import {
  applyCustomerChange,
  type Customer,
  countMessage,
  draftCustomer,
  isCustomerToken,
  type MessagePlace,
  nextMessagePlace,
  updateCustomer,
} from './customer.ts';

const customer: Customer = {
  number: 1,
  channelNumber: 2,
  name: 'Ada',
  email: '',
  phone: '',
  agentId: 7,
  archived: false,
  blocked: false,
  optIn: true,
  registerDate: 0,
  unread: 1,
  lastSeq: 1,
  fields: {},
};

it('[CU17][CU18][CU19] a change writes the members that it has, clears undefined members, and leaves the rest', () => {
  const { agentId: _, ...rest } = customer;
  expect(applyCustomerChange(customer, { agentId: undefined, botId: 'b', unread: 0 })).toStrictEqual({
    ...rest,
    botId: 'b',
    unread: 0,
  });
  expect(applyCustomerChange(customer, {})).toStrictEqual(customer);
});

it.for<readonly [Parameters<typeof nextMessagePlace>[0], number, MessagePlace]>([
  [{ lastSeq: 0 }, 500, { seq: 1, at: 500 }],
  [{ lastSeq: 1, lastMessageAt: 400 }, 500, { seq: 2, at: 500 }],
  [{ lastSeq: 7, lastMessageAt: 500 }, 500, { seq: 8, at: 500.001 }],
  [{ lastSeq: 8, lastMessageAt: 900 }, 500, { seq: 9, at: 900.001 }],
  [{ lastSeq: 9, lastMessageAt: 900.999 }, 900, { seq: 10, at: 901 }],
  [{ lastSeq: 9, lastMessageAt: 900.001 }, 900.0014, { seq: 10, at: 900.002 }],
])('[MS17][MS18] after %j, at %i, comes %j', ([customer, now, place]) => {
  expect(nextMessagePlace(customer, now)).toEqual(place);
});

const place = { seq: 4, at: 900 };

it.for([
  ['[CU22][CU24] of the customer', 'customer', { lastSeq: 4, lastMessageAt: 900, unread: 3 }],
  ['[CU23][CU24] of an agent', 'agent', { lastSeq: 4, lastMessageAt: 900, unread: 0 }],
  ['[CU23][CU24] of a bot', 'bot', { lastSeq: 4, lastMessageAt: 900 }],
  ['[CU23][CU24] of the system', 'sys', { lastSeq: 4, lastMessageAt: 900 }],
] as const)('%s', ([, sender, change]) => {
  expect(countMessage({ unread: 2 }, sender, place)).toEqual(change);
});

it('[MS17][MS18][MS21] with any clock, moments rise by at least a microsecond, and numbers have no gap', () => {
  const now = 1_790_000_000_000;
  fc.assert(
    fc.property(fc.array(fc.nat(50), { minLength: 1, maxLength: 300 }), (clock) => {
      let customer: { lastSeq: number; lastMessageAt?: number } = { lastSeq: 0 };
      let latest = 0;
      for (const [index, offset] of clock.entries()) {
        const next = nextMessagePlace(customer, now + offset);
        latest = Math.max(latest, now + offset);
        expect(next.seq).toBe(index + 1);
        expect(microsOf(next.at) - microsOf(customer.lastMessageAt ?? 0)).toBeGreaterThanOrEqual(1);
        expect(secondsOf(next.at)).toBeGreaterThan(secondsOf(customer.lastMessageAt ?? 0));
        expect(next.at).toBeGreaterThanOrEqual(now + offset);
        expect(microsOf(next.at) - microsOf(latest)).toBeLessThanOrEqual(index);
        customer = { lastSeq: next.seq, lastMessageAt: next.at };
      }
    }),
    { seed: 20261121 },
  );
});

const readInboundSend = (body: unknown) => readInput(inboundSendSchema(), body);

/** Reads the data about the customer in an inbound message. */
function readCustomerUpdate(customer: unknown) {
  const read = readInboundSend({ message: { type: 'text', message: 'hi' }, customer });
  return read.ok ? { ok: true as const, value: read.value.customer } : read;
}

const refused = (...faults: readonly (readonly [string, string])[]): unknown => ({
  ok: false,
  code: 'invalid_parameters',
  faults: faults.map(([field, message]) => ({ field, message })),
});

it.for(['a', '7', 'wa:+34600111222', 'A.b_c-d', '+', 'x'.repeat(128)])('[CU1] %j is a customer token', (token) => {
  expect(isCustomerToken(token)).toBe(true);
});

it.for(['', ' ', 'a b', 'a/b', 'é', 'a@b', 'a\n', '%41', 'a~', 'x'.repeat(129)])(
  '[CU1] %j is no customer token',
  (token) => {
    expect(isCustomerToken(token)).toBe(false);
  },
);

describe('what an inbound message says about its customer', () => {
  it.for<readonly [JsonValue | undefined, unknown]>([
    [undefined, { fields: [] }],
    [null, { fields: [] }],
    [{}, { fields: [] }],
    [{ name: null, email: null, phone: null, city: null, id: null }, { fields: [] }],
    [{ name: 'Ada' }, { name: 'Ada', fields: [] }],
    [
      { name: '', email: 'a@b.c', phone: '+34 600' },
      { name: '', email: 'a@b.c', phone: '+34 600', fields: [] },
    ],
    [{ name: ' Ada ' }, { name: ' Ada ', fields: [] }],
    [{ opt_in: false }, { optIn: false, fields: [] }],
    [
      { opt_in: true, name: null },
      { optIn: true, fields: [] },
    ],
    [{ opt_in: null }, { fields: [] }],
    [
      { city: 'Rome', age: 3, ratio: 0.5, vip: false, '': null },
      {
        fields: [
          ['city', 'Rome'],
          ['age', 3],
          ['ratio', 0.5],
          ['vip', false],
        ],
      },
    ],
    [
      JSON.parse('{"__proto__": "x", "constructor": 1}'),
      {
        fields: [
          ['__proto__', 'x'],
          ['constructor', 1],
        ],
      },
    ],
  ])('[CU2][CU3][CU4][CU5][CU13][CU42] %j says %j', ([customer, update]) => {
    expect(readCustomerUpdate(customer)).toEqual({ ok: true, value: update });
  });

  it.for<readonly [JsonValue, string, string]>([
    ['Ada', 'customer', 'Expected an object.'],
    [[], 'customer', 'Expected an object.'],
    [true, 'customer', 'Expected an object.'],
    [{ name: 1 }, 'customer.name', 'Expected a text.'],
    [{ email: {} }, 'customer.email', 'Expected a text.'],
    [{ phone: 34_600 }, 'customer.phone', 'Expected a text.'],
    [{ name: 'x'.repeat(256) }, 'customer.name', 'It has more than 255 characters.'],
    [{ name: `e${'\u0301'.repeat(65)}` }, 'customer.name', 'It has more than 64 combining marks in a row.'],
    [{ name: '\u0000' }, 'customer.name', 'It has a character that cannot be stored: U+0000, or half of one.'],
    [{ opt_in: 'true' }, 'customer.opt_in', 'Expected true or false.'],
    [{ opt_in: 1 }, 'customer.opt_in', 'Expected true or false.'],
    [{ city: ['Rome'] }, 'customer.city', 'Expected a text, a number, true or false.'],
    [{ city: {} }, 'customer.city', 'Expected a text, a number, true or false.'],
    [{ city: '\ud800' }, 'customer.city', 'It has a character that cannot be stored: U+0000, or half of one.'],
    [{ age: JSON.parse('1e400') }, 'customer.age', 'It is not a finite number.'],
    [{ 'a{b}': 1 }, 'customer.a{b}', 'A name has no braces.'],
    [{ ' ': 1 }, 'customer. ', 'A name has something to read.'],
    [{ id: 7 }, 'customer.id', 'The customer itself has a key of this name.'],
    [{ token: 'x' }, 'customer.token', 'The customer itself has a key of this name.'],
    [{ register_date: 1 }, 'customer.register_date', 'The customer itself has a key of this name.'],
    [{ is_external: 'True' }, 'customer.is_external', 'The customer itself has a key of this name.'],
  ])('[CU4][CU5][CU10][CU42] %j is refused at %s: %s', ([customer, field, message]) => {
    expect(readCustomerUpdate(customer)).toEqual(refused([field, message]));
  });

  it('[CU60] too many members of any kind are refused with one fault', () => {
    const members = (count: number, value: JsonValue) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, value]));
    expect(readCustomerUpdate(members(500, 1))).toMatchObject({ ok: true });
    for (const value of [1, null, { deep: [] }]) {
      expect(readCustomerUpdate(members(200_000, value))).toEqual(
        refused(['customer.f512', 'It is one too many: a customer has at most 500 Fields.']),
      );
    }
  });

  it('[MS45] a refusal names 100 faults, and a path in 512 characters', () => {
    const read = readCustomerUpdate(Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`f${index}`, {}])));
    expect(read.ok ? [] : read.faults).toHaveLength(100);
    const long = readCustomerUpdate({ ['x'.repeat(100_000)]: 1 });
    expect(long).toEqual(refused([`customer.${'x'.repeat(503)}…`, 'It has more than 255 characters.']));
  });

  it('[CU6] may be left out', () => {
    expect(readInboundSend({ message: { type: 'text', message: 'hi' } })).toEqual({
      ok: true,
      value: { message: { type: 'text', data: { body: 'hi' } }, customer: { fields: [] } },
    });
  });
});

describe('applying it', () => {
  const fields = { born: { type: 'date', value: '1990-01-01' }, city: { type: 'string', value: 'Rome' } } as const;

  it('[CU2] members that are left out stay', () => {
    expect(updateCustomer({ fields }, { fields: [] })).toEqual({});
    expect(updateCustomer({ fields }, { phone: '', fields: [] })).toEqual({ phone: '' });
  });

  it.for([true, false])('[CU42] opt_in %j applies to an existing customer and to a new one', (optIn) => {
    expect(updateCustomer({ fields }, { optIn, fields: [] })).toEqual({ optIn });
    expect(draftCustomer({ optIn, fields: [] }, { at: 5 })).toMatchObject({ optIn });
  });

  it('[CU2][CU14] Fields are added to the existing ones', () => {
    const update = {
      name: 'Ada',
      fields: [
        ['city', 'Paris'],
        ['born', '1991-02-03'],
        ['age', 3],
      ],
    } as const;
    expect(updateCustomer({ fields }, update)).toEqual({
      name: 'Ada',
      fields: {
        born: { type: 'date', value: '1991-02-03' },
        city: { type: 'string', value: 'Paris' },
        age: { type: 'integer', value: 3 },
      },
    });
  });

  it('[CU13] a Field called __proto__ is a Field like any other', () => {
    const { fields: after = {} } = updateCustomer(
      { fields },
      {
        fields: [
          ['__proto__', 'x'],
          ['constructor', 1],
        ],
      },
    );
    expect(Object.entries(after).slice(2)).toEqual([
      ['__proto__', { type: 'string', value: 'x' }],
      ['constructor', { type: 'integer', value: 1 }],
    ]);
  });
});

it('[CU7] a customer that writes for the first time', () => {
  const blank = {
    name: '',
    email: '',
    phone: '',
    archived: false,
    blocked: false,
    optIn: true,
    registerDate: 500,
    unread: 0,
    lastSeq: 0,
    fields: {},
  };
  expect(draftCustomer({ fields: [] }, { at: 500 })).toEqual(blank);
  expect(draftCustomer({ name: 'Ada', fields: [['vip', true]] }, { at: 500, token: 't' })).toEqual({
    ...blank,
    token: 't',
    name: 'Ada',
    fields: { vip: { type: 'boolean', value: true } },
  });
});
