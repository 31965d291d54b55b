import { EngineError } from '@botwright/core';
import { expect, it } from 'vitest';
import type { ChatEngine } from '../src/chat/chat-api.ts';
import { createChatApi } from '../src/index.ts';
import { ask, channelToken, doubles, message, publicUrl } from './doubles.ts';

const said = { message: { type: 'text', message: 'Hello' }, customer: { name: 'Ann' } };

it.each([
  [true, 201],
  [false, 200],
] as const)('[AC1][AC2][AC3] a send is handed on and answered, new customer: %s', async (isNew, status) => {
  const { engine, clock } = doubles();
  const sends: unknown[] = [];
  const channel: ChatEngine['channel'] = ({ brand, channelNumber }) => ({
    async send(token, body) {
      sends.push([brand, channelNumber, token, body]);
      return { customer: { number: 31, token }, isNew, messageUuid: message.uuid };
    },
  });
  const api = createChatApi({ engine: { ...engine, channel }, clock, publicUrl });
  const answer = await ask(api, 'POST', '/v1/send/ann%2B1:x/', { token: channelToken, json: said });
  expect([answer.status, JSON.parse(answer.body ?? '')]).toEqual([
    status,
    { success: true, customer: { id: 31, token: 'ann+1:x' }, message: { uuid: message.uuid } },
  ]);
  expect(sends).toEqual([['acme', 4, 'ann+1:x', said]]);
});

it.each([
  [
    '[AC4] an unknown token',
    new EngineError('invalid_parameters', { field: 'customerToken', message: 'Expected a token.' }),
    422,
    'customer_token: Expected a token.',
  ],
  ['[AC6] a customer who is blocked', new EngineError('customer_blocked'), 403, 'The customer is blocked.'],
] as const)('%s is refused', async (_rule, error, status, text) => {
  const { engine, clock, failWith } = doubles();
  failWith(error);
  const api = createChatApi({ engine, clock, publicUrl });
  const answer = await ask(api, 'POST', '/v1/send/ann/', { token: channelToken, json: said });
  expect([answer.status, answer.body]).toEqual([status, JSON.stringify({ success: false, error: text })]);
});
