import { expect, it } from 'vitest';
import { applyCustomerChange } from './apply-customer-change.ts';
import type { Customer } from './customer.ts';

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

it('[CU17][CU18][CU19] a change writes what it gives, clears what it gives as undefined, and leaves the rest', () => {
  const { agentId: _, ...rest } = customer;
  expect(applyCustomerChange(customer, { agentId: undefined, botId: 'b', unread: 0 })).toStrictEqual({
    ...rest,
    botId: 'b',
    unread: 0,
  });
  expect(applyCustomerChange(customer, {})).toStrictEqual(customer);
});
