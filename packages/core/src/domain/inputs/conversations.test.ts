import type * as v from 'valibot';
import { expect, it } from 'vitest';
import {
  conversationStartSchema,
  effectIdSchema,
  effectOutcomeSchema,
  inboundMessageSchema,
  messagePositionSchema,
} from './conversations.ts';
import { readInput } from './read-input.ts';

const required = 'It is required.';
const notDescribed = 'It is not described.';
const tokenFault = 'Expected 1 to 128 of the characters A-Z a-z 0-9 _ . : + -.';
const visit = { bot: 'b', visitor: 'v1' };
const message = { type: 'text', message: 'hi' };

const read = (schema: v.GenericSchema, input: unknown) => {
  const result = readInput(schema, input);
  return result.ok ? result.value : [result.code, ...result.faults.map(({ field, message: said }) => [field, said])];
};

it.for<readonly [unknown, unknown]>([
  [undefined, ['invalid_parameters', ['', 'Expected an object.']]],
  [{}, ['invalid_parameters', ['bot', required], ['visitor', required]]],
  [{ ...visit, colour: 'red' }, ['field_not_described', ['colour', notDescribed]]],
  [{ ...visit, node: 7 }, ['invalid_parameters', ['node', 'Expected a text.']]],
  [{ ...visit, node: { a: 1n } }, ['invalid_parameters', ['node', 'Expected a text.']]],
  [{ ...visit, deployment: 'zzz' }, ['invalid_parameters', ['deployment', 'Expected one of live, test.']]],
  [{ ...visit, visitor: 'not so' }, ['invalid_parameters', ['visitor', tokenFault]]],
  [{ ...visit, visitor: 7 }, ['invalid_parameters', ['visitor', tokenFault]]],
  [{ ...visit, node: null, deployment: null }, visit],
  [
    { ...visit, node: 'ask', deployment: 'test' },
    { ...visit, node: 'ask', deployment: 'test' },
  ],
])('[CV57][CU1] start reads %o', ([input, expected]) => {
  expect(read(conversationStartSchema, input)).toEqual(expected);
});

it('[CV5][CV57] a message is read with its visitor, and all faults are reported', () => {
  const schema = inboundMessageSchema();
  expect(read(schema, { ...visit, message, customer: { name: 'Ada' } })).toEqual({
    ...visit,
    message: { type: 'text', data: { body: 'hi' } },
    customer: { name: 'Ada', fields: [] },
  });
  expect(read(schema, { visitor: '', message: { type: 'text' }, customer: { name: 7 }, node: 'ask' })).toEqual([
    'field_not_described',
    ['node', notDescribed],
    ['bot', required],
    ['visitor', tokenFault],
    ['message.message', required],
    ['customer.name', 'Expected a text.'],
  ]);
});

it.for<readonly [unknown, unknown]>([
  [{ ok: true }, { ok: true }],
  [
    { ok: true, value: { a: [null] } },
    { ok: true, value: { a: [null] } },
  ],
  [
    { ok: false, reason: 'down' },
    { ok: false, reason: 'down' },
  ],
  [{ ok: 'yes' }, ['invalid_parameters', ['ok', 'Expected true or false.']]],
  [{ ok: false }, ['invalid_parameters', ['reason', required]]],
  [{ ok: false, reason: 'down', value: 1 }, ['invalid_parameters', ['value', 'Expected only if ok is true.']]],
  [{ ok: true, reason: 'down' }, ['invalid_parameters', ['reason', 'Expected only if ok is false.']]],
  [{ ok: true, colour: 'red' }, ['field_not_described', ['colour', notDescribed]]],
  [{ ok: true, value: { a: 1n } }, ['invalid_parameters', ['value', '/a is bigint, which JSON does not have.']]],
  [undefined, ['invalid_parameters', ['', 'Expected an object.']]],
])('[CV57] an outcome %o is read', ([input, expected]) => {
  expect(read(effectOutcomeSchema, input)).toEqual(expected);
});

it('[CV57] a position and the id of an effect are read', () => {
  expect([undefined, 3].map((after) => read(messagePositionSchema, after))).toEqual([0, 3]);
  const position = ['invalid_parameters', ['', 'Expected an integer from 0.']];
  expect([-1, 'x', 0.5].map((after) => read(messagePositionSchema, after))).toEqual([position, position, position]);
  expect(read(effectIdSchema, {})).toEqual(['invalid_parameters', ['', 'Expected a text.']]);
});
