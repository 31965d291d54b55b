import { isEngineError } from '@botwright/core';
import { expect, it } from 'vitest';
import { brand, lineOf, startChat } from '../support/chat.ts';
import type { BlockSketch } from '../support/diagrams.ts';

const asks = (text: string): BlockSketch => ['ask_yes_no', { text }];
const order = {
  blocks: { start: asks('Tea?'), milk: asks('Milk?'), name: ['ask_question', { text: 'Name?' }], no: asks('Water?') },
  connections: ['start.$yes--milk', 'start.$no--no', 'milk.$yes--name'],
} as const;
const pressed = { type: 'text', message: 'Yes', payload: '$yes' } as const;

it('[CV78][RN147] three presses that were stored before the answer count once, on APIchat', async () => {
  const { engine, channel, publish, say, work, transcript } = await startChat();
  await publish({ ...order });
  await say('Hello');
  await work();
  const apichat = engine.channel({ brand, channelNumber: channel });
  await Promise.all([1, 2, 3].map(() => apichat.send('ada', { message: pressed })));
  await work();
  const yes = 'customer: Yes';
  expect((await transcript()).slice(2)).toEqual([yes, yes, yes, 'bot: Milk? [Yes | No]']);
  // One that the customer makes after having read the next question answers that one.
  await apichat.send('ada', { message: pressed });
  await work();
  expect((await transcript()).slice(6)).toEqual([yes, 'bot: Name?']);
  // And no button of before is a name.
  await apichat.send('ada', { message: pressed });
  await work();
  expect((await transcript()).slice(8)).toEqual([yes]);
});

it('[VI19] a visitor who names the dialog of the button answers no other one', async () => {
  const { engine, caller, publish, work } = await startChat();
  const { number } = await publish({ family: 'native', ...order });
  const { visitor } = await engine.webChat.begin(number);
  await work();
  const messages = () => caller.conversations.messages(visitor.customer);
  const uuidOf = async (body: string) =>
    (await messages()).find(({ data }) => 'body' in data && data.body === body)?.uuid ?? '';
  const answer = async (answers: string) => {
    await engine.webChat.send(visitor, { message: pressed, answers });
    await work();
  };
  const tea = await uuidOf('Tea?');
  for (let time = 0; time < 3; time += 1) await answer(tea);
  const yes = 'customer: Yes';
  expect((await messages()).map(lineOf)).toEqual(['bot: Tea? [Yes | No]', yes, 'bot: Milk? [Yes | No]', yes, yes]);
  await answer(await uuidOf('Milk?'));
  expect((await messages()).map(lineOf).slice(5)).toEqual([yes, 'bot: Name?']);

  for (const uuid of [(await messages())[1]?.uuid ?? '', 'no-such-message']) {
    const error: unknown = await engine.webChat.send(visitor, { message: pressed, answers: uuid }).catch((e) => e);
    expect(isEngineError(error) && [error.code, error.field]).toEqual(['invalid_parameters', 'answers']);
  }
  expect(await messages()).toHaveLength(7);
});
