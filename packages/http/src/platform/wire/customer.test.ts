import type { Customer } from '@botwright/core';
import type { Fields } from '@botwright/core/conversation';
import { expect, it } from 'vitest';
import { encodeCustomer } from './customer.ts';

const customer: Customer = {
  number: 31,
  channelNumber: 4,
  token: 'ann@crm',
  name: 'Ann',
  email: '',
  phone: '+34 600',
  archived: false,
  blocked: false,
  optIn: true,
  registerDate: 1_790_000_000_250,
  unread: 2,
  lastSeq: 3,
  fields: {},
};

const wire = {
  id: 31,
  name: 'Ann',
  email: '',
  phone: '+34 600',
  agent_id: null,
  archived: false,
  opt_in: true,
  register_date: 1_790_000_000.25,
  channel_id: 4,
  unread: 2,
  last_message_at: null,
};

it('[PL12][TK18] a customer has these keys, with null where there is no value', () => {
  expect(encodeCustomer(customer)).toEqual(wire);
  const talking: Customer = { ...customer, agentId: 7, lastMessageAt: 1_790_000_001_000 };
  expect(encodeCustomer(talking)).toEqual({ ...wire, agent_id: 7, last_message_at: 1_790_000_001 });
});

it('[PL12][PL13] Fields are added to them, replace no key, and change no prototype', () => {
  const value = (text: string) => `{"type":"string","value":"${text}"}`;
  const names = ['city', 'id', 'agent_id', 'unread', 'token', '__proto__', 'constructor'];
  const fields = JSON.parse(`{${names.map((name) => `"${name}":${value(name)}`).join(',')}}`) as Fields;
  expect(JSON.stringify(encodeCustomer({ ...customer, fields }))).toBe(
    `${JSON.stringify(wire).slice(0, -1)},"city":"city","__proto__":"__proto__","constructor":"constructor"}`,
  );
});
