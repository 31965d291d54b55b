import type { Customer } from '@botwright/client';
import { expect, it } from 'vitest';
import { fieldsOf, fieldTypes, readValue, textOfValue, typeOfValue } from './field-values.ts';

it('the Fields of a customer are the members that are not built in', () => {
  const customer: Customer = {
    id: 1,
    name: 'Ann',
    email: '',
    phone: '',
    agent_id: null,
    archived: false,
    opt_in: true,
    register_date: 0,
    channel_id: 2,
    unread: 0,
    last_message_at: null,
    visits: 3,
    city: 'Vigo',
  };
  expect(fieldsOf(customer)).toEqual([
    { name: 'city', value: 'Vigo' },
    { name: 'visits', value: 3 },
  ]);
});

it.for([
  ['Ann', 'string'],
  [3, 'integer'],
  [1.5, 'float'],
  [true, 'boolean'],
  [false, 'boolean'],
  ['2026-01-31', 'date'],
  ['2026-01-31T18:30:00Z', 'datetime'],
  [[1, 'a'], 'array'],
  [{ a: { b: 1 } }, 'object'],
] as const)('%j is edited as %s, and stays what it is', ([value, type]) => {
  expect(typeOfValue(value)).toBe(type);
  expect(readValue(type, textOfValue(value))).toEqual({ value });
  expect(fieldTypes.map((one) => one.value)).toContain(type);
});

it.for([
  ['integer', 'many', /whole number/],
  ['integer', '1.5', /whole number/],
  ['float', '', /number/],
  ['float', 'Infinity', /number/],
  ['array', '{"a": 1}', /list/],
  ['object', '[1]', /object/],
  ['object', '{', /a name in double quotes/],
] as const)('as %s, %j is refused', ([type, text, message]) => {
  expect(readValue(type, text)).toEqual({ problem: expect.stringMatching(message) });
});

it.for([
  ['integer', '-70368744177664001'],
  ['integer', '36028797018963968'],
  ['float', '18014398509481985.0'],
  ['array', '[1e309]'],
  ['array', '[1, 18014398509481985]'],
  ['object', '{"card": {"no": 4111111111111111112}}'],
  ['object', '{"a": 1, "a": 2}'],
] as const)('[CO66] as %s, %s is refused: something would be lost', ([type, text]) => {
  expect(readValue(type, text)).toEqual({
    problem: expect.stringMatching(/would lose digits|too large to store|twice/),
  });
});

it.for([
  ['integer', ' 9007199254740991 ', 9_007_199_254_740_991],
  ['float', '2.5e17', 250_000_000_000_000_000],
  ['float', '-.5', -0.5],
] as const)('[CO66] as %s, %s is kept', ([type, text, value]) => {
  expect(readValue(type, text)).toEqual({ value });
});
