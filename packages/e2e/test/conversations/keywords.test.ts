import { expect, it } from 'vitest';
import { startChat } from '../support/chat.ts';
import { openStore, storeNames } from '../support/stores.ts';

const words = [
  { id: 'help', texts: ['Help'], shown: true },
  { id: 'price', texts: ['price'], match: 'contains', shown: true },
];

/** Asks a name, then ends; two words explain and come back, one begins when no conversation is under way. */
const bot = {
  blocks: {
    start: ['ask_question', { text: 'Your name?', destination: 'who' }],
    bye: ['send_text', { text: 'Bye @{who}.' }],
    anytime: ['keywords', { words, afterwards: 'come_back' }],
    explain: ['send_text', { text: 'We help.' }],
    idle: ['keywords', { words: [{ id: 'again', texts: ['Again'], shown: true }], active: 'idle' }],
    again: ['send_text', { text: 'Welcome back.' }],
  },
  connections: ['start.$success--bye', 'anytime.$help--explain', 'anytime.$price--explain', 'idle.$again--again'],
} as const;

it.for(storeNames)(
  '[KW6][KW10][KW12] words work in a conversation and after it, and the status has them, on %s',
  async (name) => {
    const chat = await startChat({ storage: (await openStore(name)).storage });
    await chat.publish(bot);
    const ada = await chat.say('help');
    expect((await chat.caller.conversations.status(ada)).quickWords).toEqual(['Help', 'price', 'Again']);
    await chat.work();
    await chat.say('hello');
    await chat.work();
    expect(await chat.caller.conversations.status(ada)).toMatchObject({ status: 'waiting', quickWords: ['Help'] });
    await chat.say('HELP ');
    await chat.work();
    await chat.say('Ada');
    await chat.work();
    const ended = await chat.caller.conversations.status(ada);
    expect(ended).toMatchObject({ status: 'ended', quickWords: ['Help', 'price', 'Again'] });
    await chat.say('again');
    await chat.work();
    expect(await chat.transcript()).toEqual([
      ...['customer: help', 'bot: We help.', 'customer: hello', 'bot: Your name?'],
      ...['customer: HELP ', 'bot: We help.', 'bot: Your name?', 'customer: Ada', 'bot: Bye Ada.'],
      ...['customer: again', 'bot: Welcome back.'],
    ]);
  },
);

it('[KW7][KW12] there are no words while a person has the conversation', async () => {
  const chat = await startChat();
  await chat.publish({ ...bot, blocks: { ...bot.blocks, bye: ['human_takeover', { text: 'A person comes.' }] } });
  const ada = await chat.say('hello');
  await chat.work();
  await chat.say('Ada');
  await chat.work();
  const status = await chat.caller.conversations.status(ada);
  expect([status.status, status.quickWords]).toEqual(['with_agent', undefined]);
});

it('[KW12] a follower gets the words with the status', async () => {
  const chat = await startChat();
  await chat.publish(bot);
  const ada = await chat.say('hello');
  await chat.work();
  for await (const news of chat.caller.conversations.follow(ada)) {
    expect(news).toMatchObject({ status: 'waiting', quickWords: ['Help'] });
    break;
  }
});
