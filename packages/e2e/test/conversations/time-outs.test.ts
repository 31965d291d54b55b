import { expect, it } from 'vitest';
import { startChat } from '../support/chat.ts';
import { openStore, storeNames } from '../support/stores.ts';

const minute = 60_000;

const sketch = {
  blocks: {
    start: [
      'ask_email',
      {
        text: 'Mail?',
        destination: 'mail',
        exits: [{ id: 'timeout', seconds: 60, fallback: 'none' }, { id: 'invalid' }],
      },
    ],
    late: ['ask_question', { text: 'Still there, @{mail}?' }],
    thanks: ['send_text', { text: 'Thanks.' }],
  },
  connections: ['start.$timeout--late', 'start.$success--thanks'],
} as const;

it.for(storeNames)('[EX5][EX13][EX15] a question is left once when its time is over, on %s', async (name) => {
  const chat = await startChat({ storage: (await openStore(name)).storage });
  await chat.publish(sketch);
  const ada = await chat.say('hi');
  await chat.work();
  const status = () => chat.caller.conversations.status(ada);
  expect(await status()).toMatchObject({ status: 'waiting', until: chat.clock.now() + minute });
  chat.clock.advance(minute - 1);
  await chat.say('nonsense');
  await chat.work();
  chat.clock.advance(minute - 1);
  await chat.work();
  expect(await chat.transcript()).toEqual(['customer: hi', 'bot: Mail?', 'customer: nonsense', 'bot: Mail?']);
  chat.clock.advance(1);
  await chat.work();
  expect((await chat.transcript()).slice(4)).toEqual(['bot: Still there, none?']);
  expect(await status()).not.toHaveProperty('until');
  chat.clock.advance(minute);
  expect(await chat.waiting()).toBeUndefined();
});

it.for(storeNames)('[EX14] a message that came before goes first, on %s', async (name) => {
  const chat = await startChat({ storage: (await openStore(name)).storage });
  await chat.publish(sketch);
  await chat.say('hi');
  await chat.work();
  await chat.say('ada@example.org');
  chat.clock.advance(minute);
  await chat.work();
  chat.clock.advance(minute);
  expect(await chat.waiting()).toBeUndefined();
  expect((await chat.transcript()).slice(2)).toEqual(['customer: ada@example.org', 'bot: Thanks.']);
});

it('[EX14] an assignment, a takeover, a closing and a version without the block cancel it', async () => {
  const chat = await startChat();
  const bot = await chat.publish(sketch);
  const other = await chat.publish({ blocks: { start: ['opening', { text: 'New' }] } });
  const { conversations, customers } = chat.caller;
  const customerOf = async (token: string) => {
    const customer = await chat.say('hi', token);
    await chat.work();
    return customer;
  };
  await conversations.close(await customerOf('ada'));
  await customers.assignBot(await customerOf('bob'), other.number);
  await chat.work();
  await customerOf('eve');
  await chat.republish(bot, { blocks: { start: ['opening', { text: 'Newer' }] } });
  chat.clock.advance(minute);
  await chat.work();
  for (const token of ['ada', 'bob', 'eve']) {
    expect((await chat.transcript(token)).filter((line) => line.includes('Still there'))).toEqual([]);
  }
  expect(await chat.waiting()).toBeUndefined();
});

it('[EX15] fires late, once, after the process was down, and not early by a clock that was set back', async () => {
  const chat = await startChat();
  await chat.publish(sketch);
  await chat.say('hi');
  await chat.work();
  chat.clock.setBack(10 * minute);
  await chat.work();
  chat.clock.advance(30_000);
  await chat.work();
  expect((await chat.transcript()).length).toBe(2);
  chat.clock.advance(60 * minute);
  await chat.work();
  await chat.work();
  expect((await chat.transcript()).slice(2)).toEqual(['bot: Still there, none?']);
});

it('[EX15] fires in a test conversation', async () => {
  const chat = await startChat();
  const { id } = await chat.publish(sketch);
  await chat.caller.drafts.deployTest(id);
  const visitor = { bot: id, deployment: 'test', visitor: 'me' } as const;
  const { customer } = await chat.caller.conversations.start(visitor);
  await chat.caller.conversations.runUntilIdle(customer);
  chat.clock.advance(minute);
  await chat.caller.conversations.runUntilIdle(customer);
  const said = (await chat.caller.conversations.messages(customer)).map(({ data }) => 'body' in data && data.body);
  expect(said).toEqual(['Mail?', 'Still there, none?']);
});
