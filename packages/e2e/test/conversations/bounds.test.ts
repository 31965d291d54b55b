import { conversationRunner } from '@botwright/core/runner';
import { expect, it } from 'vitest';
import { startChat } from '../support/chat.ts';
import { echo } from '../support/diagrams.ts';

it('[CU62] a step of a runner without bounds is stored with its answers and the Fields that fit', async () => {
  const ours = conversationRunner();
  const runner: typeof ours = {
    ...ours,
    step(bot, state, input, context) {
      const step = ours.step(bot, state, input, context);
      const large = { kind: 'set', name: 'large', type: 'string', value: 'x'.repeat(70_000) } as const;
      const small = { kind: 'set', name: 'small', type: 'string', value: 'y' } as const;
      return { ...step, writes: [...step.writes, large, small] };
    },
  };
  const chat = await startChat({ runner });
  await chat.publish(echo);
  const number = await chat.say('hi');
  await chat.work();
  expect(await chat.transcript()).toEqual(['customer: hi', 'bot: Your name?', 'sys: (error field_too_large)']);
  expect((await chat.caller.customers.get(number)).fields).toEqual({ small: { type: 'string', value: 'y' } });
  await chat.say('Ada');
  await chat.work();
  expect(await chat.transcript()).toContain('bot: Hello Ada!');
});

it('[MS46][MS47][CU60][CU61] what is received over the engine has the same bounds, which the host sets', async () => {
  const chat = await startChat({ limits: { maxTextLength: 5, maxFields: 1 } });
  const bot = await chat.publish({ family: 'native', ...echo });
  const conversation = { bot: bot.id, visitor: 'ada' };
  const receive = (message: string, customer = {}) =>
    chat.caller.conversations.receive({ ...conversation, message: { type: 'text', message }, customer });
  await expect(receive('123456')).rejects.toMatchObject({ code: 'invalid_parameters', field: 'message.message' });
  const two = { a: 1, b: 2 };
  await expect(receive('12345', two)).rejects.toMatchObject({ code: 'invalid_parameters', field: 'customer.b' });
  const { customer } = await receive('12345', { a: 1 });
  await expect(receive('12345', { b: 1 })).rejects.toMatchObject({ field: 'customer.b' });
  await expect(receive('12345', { a: 2 })).resolves.toMatchObject({ customer });
});
