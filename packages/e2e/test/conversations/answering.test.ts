import { isEngineError } from '@botwright/core';
import { memoryStorage } from '@botwright/core/memory';
import { describe, expect, it } from 'vitest';
import { Conflict, commit, readsOf } from '../../../core/test/stored-records.ts';
import { brand, startChat } from '../support/chat.ts';
import { echo } from '../support/diagrams.ts';
import { watchPrograms } from '../support/watched-programs.ts';

const question = (text: string) => ({ blocks: { start: ['ask_question', { text }] } }) as const;

/** The code of a refusal, and the fields at fault. */
async function refusalOf(attempt: Promise<unknown>): Promise<string> {
  const error: unknown = await attempt.catch((thrown: unknown) => thrown);
  if (!isEngineError(error)) throw new Error('Expected a refusal.', { cause: error });
  return [error.code, ...error.faults.map(({ field }) => field)].join(' ');
}

describe('an inbound message', () => {
  it('[CV1][CV30] is stored, and answered when it is worked', async () => {
    const chat = await startChat();
    const bot = await chat.publish(echo);
    const customer = await chat.say('hi');
    expect(await chat.transcript()).toEqual(['customer: hi']);
    await chat.work();
    await chat.say('Ada');
    await chat.work();
    expect(await chat.transcript()).toEqual(['customer: hi', 'bot: Your name?', 'customer: Ada', 'bot: Hello Ada!']);

    const [, answer] = await chat.caller.conversations.messages(customer);
    expect(answer?.sender).toEqual({ id: bot.number, name: 'Sales', type: 'bot' });
    const { fields } = (await readsOf(chat.storage, brand).load({ kind: 'customer', number: customer })) ?? {};
    expect(fields).toEqual({ who: { type: 'string', value: 'Ada' } });
  });

  it('[CV2] and others at the same time make one new customer, and all are answered in their order', async () => {
    const chat = await startChat();
    await chat.publish(echo);
    const send = (message: string) =>
      chat.engine.channel({ brand, channelNumber: chat.channel }).send('ada', { message: { type: 'text', message } });
    const sent = await Promise.all(['a', 'b', 'c'].map(send));
    expect(new Set(sent.map(({ customer }) => customer.number)).size).toBe(1);
    expect(sent.filter(({ isNew }) => isNew).length).toBe(1);
    await chat.work();
    const said = (await chat.transcript()).filter((line) => line.startsWith('customer: '));
    expect((await chat.transcript()).slice(3)).toEqual([
      'bot: Your name?',
      `bot: Hello ${said[1]?.slice(10)}!`,
      `bot: You said ${said[2]?.slice(10)}`,
    ]);
  });

  it('[CV2] finds the customer when it loses the race for the token', async () => {
    const storage = memoryStorage();
    let attempts = 0;
    const racing = watchPrograms(storage, (operations) => {
      if (!operations.some((each) => each.do === 'put' && each.kind === 'customer')) return;
      attempts += 1;
      if (attempts < 3) throw new Conflict('Another has stored the token.');
    });
    const chat = await startChat({ storage: racing });
    await chat.say('hi');
    expect([attempts, await chat.transcript()]).toEqual([3, ['customer: hi']]);
  });

  it('[CV3] stores the members of the customer that a send has', async () => {
    const chat = await startChat();
    const channel = chat.engine.channel({ brand, channelNumber: chat.channel });
    const message = { type: 'text', message: 'hi' } as const;
    await channel.send('ada', { message, customer: { name: 'Ada', plan: 'gold' } });
    await channel.send('ada', { message, customer: { phone: '+1', plan: 'silver' } });
    const customer = await readsOf(chat.storage, brand).load({
      kind: 'customerByToken',
      channel: chat.channel,
      token: 'ada',
    });
    expect(customer).toMatchObject({ name: 'Ada', phone: '+1', fields: { plan: { type: 'string', value: 'silver' } } });
    const [first, second] = await chat.caller.conversations.messages(customer?.number ?? 0);
    expect([first?.sender.name, second?.sender.name]).toEqual(['Ada', 'Ada']);
  });

  it('[CV4] is refused from a blocked customer, and not stored', async () => {
    const chat = await startChat();
    const number = await chat.say('hi');
    await commit(chat.storage, brand, { kind: 'updateCustomer', number, change: { blocked: true } });
    const before = await readsOf(chat.storage, brand).load({ kind: 'customer', number: number });
    const channel = chat.engine.channel({ brand, channelNumber: chat.channel });
    const body = { message: { type: 'text', message: 'hi' }, customer: { name: 'Eve' } } as const;
    expect(await refusalOf(channel.send('ada', body))).toBe('customer_blocked');
    expect(await readsOf(chat.storage, brand).load({ kind: 'customer', number: number })).toEqual(before);
    expect(await chat.transcript()).toEqual(['customer: hi']);
  });

  it.for([
    ['', { message: { type: 'text', message: 'hi' } }, 'customer_token'],
    ['a b', { message: { type: 'text', message: '' } }, 'customer_token message.message'],
    ['ada', { message: { type: 'dialog' } }, 'message.type'],
    ['ada', undefined, ''],
  ] as const)('[CV5] from %j, %j is refused', async ([token, body, fields]) => {
    const chat = await startChat();
    const channel = chat.engine.channel({ brand, channelNumber: chat.channel });
    expect(await refusalOf(channel.send(token, body as never))).toBe(`invalid_parameters ${fields}`);
  });

  it('[CV6] is refused by a channel that is off, and by an unknown one', async () => {
    const chat = await startChat();
    const body = { message: { type: 'text', message: 'hi' } } as const;
    const unknown = chat.engine.channel({ brand, channelNumber: chat.channel + 100 });
    expect(await refusalOf(unknown.send('ada', body))).toBe('channel_not_found');
    await commit(chat.storage, brand, { kind: 'updateChannel', number: chat.channel, change: { active: false } });
    expect(await refusalOf(chat.say('hi'))).toBe('channel_not_found');
  });
});

describe('who answers', () => {
  it('[CV7][CV9] the bot that the channel names answers customers who are new', async () => {
    const chat = await startChat();
    const [first, second] = [await chat.publish(question('First')), await chat.publish(question('Second'))];
    const name = (defaultBot: string) =>
      commit(chat.storage, brand, { kind: 'updateChannel', number: chat.channel, change: { defaultBot } });
    await name(first.id);
    await chat.say('hi', 'ada');
    await name(second.id);
    await chat.say('hi', 'bob');
    await chat.say('hi', 'ada');
    await chat.work();
    expect((await chat.transcript('ada')).filter((line) => line.startsWith('bot'))).toEqual(['bot: First']);
    expect((await chat.transcript('bob')).filter((line) => line.startsWith('bot'))).toEqual(['bot: Second']);
  });

  it('[CV8] where the channel names no bot, the one of its workspace and family that was published last answers', async () => {
    const chat = await startChat();
    await chat.publish(question('First'));
    chat.clock.advance(1);
    await chat.publish(question('Last'));
    chat.clock.advance(1);
    await chat.publish({ family: 'native', ...question('Native') });
    const { id } = await chat.caller.bots.create({ name: 'Draft', channelFamily: 'apichat' });
    expect(id).not.toBe('');
    const change = { defaultBot: '00000000-0000-4000-8000-000000000000' };
    await commit(chat.storage, brand, { kind: 'updateChannel', number: chat.channel, change });
    await chat.say('hi');
    await chat.work();
    expect(await chat.transcript()).toEqual(['customer: hi', 'bot: Last']);
  });

  it('[CV10] a bot that comes later answers a customer to whom nobody was assigned', async () => {
    const chat = await startChat();
    await chat.say('anybody?');
    await chat.work();
    await chat.publish(question('Here!'));
    await chat.say('hi');
    await chat.work();
    expect(await chat.transcript()).toEqual(['customer: anybody?', 'customer: hi', 'bot: Here!']);
  });

  it('[CV11][CV37] no bot answers when the customer is with an agent or was taken from the bot', async () => {
    const chat = await startChat();
    await chat.publish(question('What?'));
    const number = await chat.say('hi');
    await chat.work();
    for (const agentId of [7, undefined]) {
      await commit(
        chat.storage,
        brand,
        { kind: 'updateCustomer', number, change: { agentId, botId: undefined } },
        { kind: 'enqueue', customer: number, item: { kind: 'taken_over' }, at: chat.clock.now() },
      );
      await chat.say('still there?');
      await chat.work();
    }
    expect((await chat.transcript()).filter((line) => line.startsWith('bot'))).toEqual(['bot: What?']);
    const { stateJson = '' } =
      (await readsOf(chat.storage, brand).load({ kind: 'conversation', customer: number })) ?? {};
    expect(JSON.parse(stateJson)).toMatchObject({ at: { kind: 'agent' } });
  });

  it('[CV12] no bot answers while the bot is in the trash; messages of that time are not answered later', async () => {
    const chat = await startChat();
    const bot = await chat.publish(echo);
    await chat.say('hi');
    await chat.work();
    await chat.caller.bots.trash(bot.id);
    await chat.say('Eve');
    await chat.work();
    await chat.caller.bots.update(bot.id, { state: 'active' });
    await chat.say('Ada');
    await chat.work();
    expect(await chat.transcript()).toEqual([
      'customer: hi',
      'bot: Your name?',
      'customer: Eve',
      'customer: Ada',
      'bot: Hello Ada!',
    ]);
  });

  it('[CV13] a conversation goes on where it is when a new version is published', async () => {
    const chat = await startChat();
    const bot = await chat.publish(echo);
    await chat.say('hi');
    await chat.work();
    const [start, ask] = [echo.blocks.start, ['ask_question', { text: 'Welcome @{who}!' }] as const];
    await chat.republish(bot, { blocks: { start, ask }, connections: ['start.$success--ask'] });
    await chat.say('Ada');
    await chat.work();
    expect((await chat.transcript()).at(-1)).toBe('bot: Welcome Ada!');
  });

  it('[CV16] feedback is asked as it is configured at the moment', async () => {
    const chat = await startChat();
    const bot = await chat.publish({
      blocks: { start: ['ask_question', { text: 'Well?' }], bye: ['close_chat', { text: 'Bye' }] },
      connections: ['start.$success--bye'],
    });
    await chat.say('hi');
    await chat.work();
    await chat.caller.feedback.put(bot.id, { enabled: true, question: 'Good?', thanks: 'Thanks' });
    await chat.say('well');
    await chat.work();
    expect((await chat.transcript()).slice(-2)).toEqual(['bot: Bye', 'bot: Good? [Yes | No]']);
    await chat.caller.feedback.put(bot.id, { enabled: true, commentQuestion: 'And why?', thanks: 'Thanks' });
    await chat.say('No');
    await chat.work();
    expect((await chat.transcript()).at(-1)).toBe('bot: And why?');
    await chat.caller.feedback.put(bot.id, { enabled: false });
    await chat.say('slow');
    await chat.work();
    expect((await chat.transcript()).slice(-2)).toEqual(['customer: slow', 'sys: (close)']);
  });
});
