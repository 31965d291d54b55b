import { expect, it } from 'vitest';
import { startChat } from '../support/chat.ts';
import { openStore, storeNames } from '../support/stores.ts';

const minute = 60_000;

const blocks = {
  start: ['send_text', { text: 'Thanks.' }],
  pause: ['wait', { seconds: 60, exits: [{ id: 'interrupted' }], destination: 'said' }],
  later: ['ask_question', { text: 'Still there?' }],
  heard: ['send_text', { text: 'You said @{said}.' }],
} as const;
const connections = ['start.$success--pause', 'pause.$success--later', 'pause.$interrupted--heard'] as const;
const interruptible = { blocks, connections };
const deaf = {
  blocks: { ...blocks, pause: ['wait', { seconds: 20 }] },
  connections: ['start.$success--pause', 'pause.$success--later', 'later.$success--heard'],
} as const;

it.for(storeNames)(
  '[WT3][WT6][WT20] a wait goes on by itself, once, and messages are read after it, on %s',
  async (name) => {
    const chat = await startChat({ storage: (await openStore(name)).storage });
    await chat.publish(deaf);
    const ada = await chat.say('hi');
    await chat.work();
    const until = chat.clock.now() + 20_000;
    expect(await chat.caller.conversations.status(ada)).toMatchObject({ status: 'working', typing: true, until });
    await chat.say('Hello?');
    await chat.work();
    expect(await chat.transcript()).toEqual(['customer: hi', 'bot: Thanks.', 'customer: Hello?']);
    chat.clock.advance(20_000);
    await chat.work();
    const said = ['bot: Still there?', 'bot: You said @{said}.'.replace('@{said}', '')];
    expect((await chat.transcript()).slice(3)).toEqual(said);
    chat.clock.advance(minute);
    expect(await chat.waiting()).toBeUndefined();
  },
);

it.for(storeNames)('[WT3] with the exit the first message ends the wait, on %s', async (name) => {
  const chat = await startChat({ storage: (await openStore(name)).storage });
  await chat.publish(interruptible);
  const ada = await chat.say('hi');
  await chat.work();
  expect((await chat.caller.conversations.status(ada)).status).toBe('waiting');
  await chat.say('Hello?');
  await chat.work();
  chat.clock.advance(minute);
  expect(await chat.waiting()).toBeUndefined();
  expect((await chat.transcript()).slice(2)).toEqual(['customer: Hello?', 'bot: You said Hello?.']);
});

it.for(storeNames)('[WT6] closing ends a wait that holds messages, on %s', async (name) => {
  const chat = await startChat({ storage: (await openStore(name)).storage });
  await chat.publish(deaf);
  const ada = await chat.say('hi');
  await chat.work();
  await chat.say('Hello?');
  await chat.caller.conversations.close(ada);
  await chat.work();
  chat.clock.advance(minute);
  expect(await chat.waiting()).toBeUndefined();
  expect((await chat.caller.conversations.status(ada)).status).toBe('ended');
});

it('[WT6] publication of a version without the block cancels the wait', async () => {
  const chat = await startChat();
  const bot = await chat.publish(interruptible);
  await chat.say('hi');
  await chat.work();
  await chat.republish(bot, { blocks: { start: ['opening', { text: 'New' }] } });
  chat.clock.advance(minute);
  await chat.work();
  expect(await chat.waiting()).toBeUndefined();
  expect((await chat.transcript()).length).toBe(2);
  await chat.say('Hello?');
  await chat.work();
  expect((await chat.transcript()).at(-1)).toBe('bot: New');
});

it('[WT7] a wait of a bot that does not run is over', async () => {
  const chat = await startChat();
  const { id } = await chat.publish(interruptible);
  const ada = await chat.say('hi');
  await chat.work();
  await chat.caller.bots.trash(id);
  chat.clock.advance(minute);
  await chat.work();
  expect((await chat.caller.conversations.status(ada)).status).toBe('none');
});

it('[WT15] a wait goes on by a clock that was set back', async () => {
  const chat = await startChat();
  await chat.publish(interruptible);
  await chat.say('hi');
  await chat.work();
  chat.clock.setBack(3_600_000);
  await chat.work();
  chat.clock.advance(minute + 5_000);
  await chat.work();
  expect((await chat.transcript()).at(-1)).toBe('bot: Still there?');
});

it('[WT14] an idle worker goes on when the moment comes, also after it was down', async () => {
  const chat = await startChat();
  const sketch = { ...deaf, blocks: { ...deaf.blocks, pause: ['wait', { seconds: 0.3 }] } } as const;
  await chat.publish(sketch);
  const workers = chat.engine.startWorkers();
  await flush();
  await chat.say('hi');
  await flush();
  expect((await chat.transcript()).at(-1)).toBe('bot: Thanks.');
  chat.clock.advance(299);
  await flush();
  expect((await chat.transcript()).at(-1)).toBe('bot: Thanks.');
  chat.clock.advance(1);
  await flush();
  expect((await chat.transcript()).at(-1)).toBe('bot: Still there?');
  await chat.say('hi', 'bob');
  await flush();
  await workers.stop();
  chat.clock.advance(minute);
  const later = chat.engine.startWorkers();
  await flush();
  await later.stop();
  expect((await chat.transcript('bob')).filter((line) => line === 'bot: Still there?')).toHaveLength(1);
});

it('[WT13] many waits that end at once all go on, each once', async () => {
  const chat = await startChat();
  await chat.publish(interruptible);
  const tokens = Array.from({ length: 700 }, (_, index) => `visitor-${index}`);
  const workers = chat.engine.startWorkers();
  for (const token of tokens) await chat.say('hi', token);
  await flush();
  chat.clock.advance(minute);
  for (let rounds = 0; rounds < 40; rounds += 1) {
    await flush();
    chat.clock.advance(20);
  }
  await workers.stop();
  const counts = await Promise.all(
    tokens.map(async (token) => (await chat.transcript(token)).filter((line) => line === 'bot: Still there?').length),
  );
  expect(counts.every((count) => count === 1)).toBe(true);
});

async function flush(): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
