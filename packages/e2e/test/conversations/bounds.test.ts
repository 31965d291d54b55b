import { conversationRunner } from '@botwright/runner';
import { expect, it } from 'vitest';
import { echo } from './diagrams.ts';
import { openWorld } from './world.ts';

it('[CU62] of a runner that keeps to no bounds the Fields that fit are kept, and the step with its answers', async () => {
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
  const world = await openWorld({ runner });
  await world.publish(echo);
  const number = await world.say('hi');
  await world.work();
  expect(await world.told()).toEqual(['customer: hi', 'bot: Your name?', 'sys: (error field_too_large)']);
  expect((await world.caller.customers.get(number)).fields).toEqual({ small: { type: 'string', value: 'y' } });
  await world.say('Ada');
  await world.work();
  expect(await world.told()).toContain('bot: Hello Ada!');
});

it('[MS46][MS47][CU60][CU61] what is received over the engine has the same bounds, which the host sets', async () => {
  const world = await openWorld({ limits: { maxTextLength: 5, maxFields: 1 } });
  const bot = await world.publish({ family: 'native', ...echo });
  const visit = { bot: bot.id, visitor: 'ada' };
  const receive = (message: string, customer = {}) =>
    world.caller.conversations.receive({ ...visit, message: { type: 'text', message }, customer });
  await expect(receive('123456')).rejects.toMatchObject({ code: 'invalid_parameters', field: 'message.message' });
  const two = { a: 1, b: 2 };
  await expect(receive('12345', two)).rejects.toMatchObject({ code: 'invalid_parameters', field: 'customer.b' });
  const { customer } = await receive('12345', { a: 1 });
  await expect(receive('12345', { b: 1 })).rejects.toMatchObject({ field: 'customer.b' });
  await expect(receive('12345', { a: 2 })).resolves.toMatchObject({ customer });
});
