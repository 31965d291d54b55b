import { isEngineError } from '@botwright/core';
import { memoryStorage } from '@botwright/core/memory';
import { describe, expect, it } from 'vitest';
import { echo } from './diagrams.ts';
import { brand, changeTransaction, openWorld } from './world.ts';

const question = (text: string) => ({ blocks: { start: ['ask_question', { text }] } }) as const;

/** The code of a refusal, and the fields at fault. */
async function refusalOf(attempt: Promise<unknown>): Promise<string> {
  const error: unknown = await attempt.catch((thrown: unknown) => thrown);
  if (!isEngineError(error)) throw new Error('Expected a refusal.', { cause: error });
  return [error.code, ...error.faults.map(({ field }) => field)].join(' ');
}

describe('what comes in', () => {
  it('[CV1][CV30] is stored, and answered when it is worked', async () => {
    const world = await openWorld();
    const bot = await world.publish(echo);
    const customer = await world.say('hi');
    expect(await world.told()).toEqual(['customer: hi']);
    await world.work();
    await world.say('Ada');
    await world.work();
    expect(await world.told()).toEqual(['customer: hi', 'bot: Your name?', 'customer: Ada', 'bot: Hello Ada!']);

    const [, answer] = await world.caller.conversations.messages(customer);
    expect(answer?.sender).toEqual({ id: bot.number, name: 'Sales', type: 'bot' });
    const { fields } = (await world.storage.reader(brand).customers.find(customer)) ?? {};
    expect(fields).toEqual({ who: { type: 'string', value: 'Ada' } });
  });

  it('[CV2] makes one customer of messages that come at once, and all are answered in their order', async () => {
    const world = await openWorld();
    await world.publish(echo);
    const send = (message: string) =>
      world.engine.channel({ brand, channelNumber: world.channel }).send('ada', { message: { type: 'text', message } });
    const sent = await Promise.all(['a', 'b', 'c'].map(send));
    expect(new Set(sent.map(({ customer }) => customer.number)).size).toBe(1);
    expect(sent.filter(({ isNew }) => isNew).length).toBe(1);
    await world.work();
    const said = (await world.told()).filter((line) => line.startsWith('customer: '));
    expect((await world.told()).slice(3)).toEqual([
      'bot: Your name?',
      `bot: Hello ${said[1]?.slice(10)}!`,
      `bot: You said ${said[2]?.slice(10)}`,
    ]);
  });

  it('[CV2] finds the customer when it loses the race for the token', async () => {
    const storage = memoryStorage();
    let losses = 0;
    const racing = changeTransaction(storage, ({ customers }) => ({
      customers: {
        ...customers,
        async insert(customer) {
          losses += 1;
          return losses < 3 ? 'token_taken' : customers.insert(customer);
        },
      },
    }));
    const world = await openWorld({ storage: racing });
    await world.say('hi');
    expect([losses, await world.told()]).toEqual([3, ['customer: hi']]);
  });

  it('[CV3] takes over what a send says of the customer', async () => {
    const world = await openWorld();
    const chat = world.engine.channel({ brand, channelNumber: world.channel });
    const message = { type: 'text', message: 'hi' };
    await chat.send('ada', { message, customer: { name: 'Ada', plan: 'gold' } });
    await chat.send('ada', { message, customer: { phone: '+1', plan: 'silver' } });
    const customer = await world.storage.reader(brand).customers.findByToken(world.channel, 'ada');
    expect(customer).toMatchObject({ name: 'Ada', phone: '+1', fields: { plan: { type: 'string', value: 'silver' } } });
    const [first, second] = await world.caller.conversations.messages(customer?.number ?? 0);
    expect([first?.sender.name, second?.sender.name]).toEqual(['Ada', 'Ada']);
  });

  it('[CV4] is refused from a blocked customer, and nothing of it is kept', async () => {
    const world = await openWorld();
    const number = await world.say('hi');
    await world.storage.transaction(brand, async (tx) => {
      await tx.customers.claim(number);
      await tx.customers.update(number, { blocked: true });
    });
    const before = await world.storage.reader(brand).customers.find(number);
    const chat = world.engine.channel({ brand, channelNumber: world.channel });
    const body = { message: { type: 'text', message: 'hi' }, customer: { name: 'Eve' } };
    expect(await refusalOf(chat.send('ada', body))).toBe('customer_blocked');
    expect(await world.storage.reader(brand).customers.find(number)).toEqual(before);
    expect(await world.told()).toEqual(['customer: hi']);
  });

  it.for([
    ['', { message: { type: 'text', message: 'hi' } }, 'customer_token'],
    ['a b', { message: { type: 'text', message: '' } }, 'customer_token message.message'],
    ['ada', { message: { type: 'dialog' } }, 'message.type'],
    ['ada', undefined, ''],
  ] as const)('[CV5] from %j, %j is refused', async ([token, body, fields]) => {
    const world = await openWorld();
    const chat = world.engine.channel({ brand, channelNumber: world.channel });
    expect(await refusalOf(chat.send(token, body))).toBe(`invalid_parameters ${fields}`);
  });

  it('[CV6] is refused by a channel that is off, and by one that there is not', async () => {
    const world = await openWorld();
    const body = { message: { type: 'text', message: 'hi' } };
    const unknown = world.engine.channel({ brand, channelNumber: world.channel + 100 });
    expect(await refusalOf(unknown.send('ada', body))).toBe('channel_not_found');
    await world.storage.transaction(brand, (tx) => tx.channels.update(world.channel, { active: false }));
    expect(await refusalOf(world.say('hi'))).toBe('channel_not_found');
  });
});

describe('who answers', () => {
  it('[CV7][CV9] the bot that the channel names, for customers who are new', async () => {
    const world = await openWorld();
    const [first, second] = [await world.publish(question('First')), await world.publish(question('Second'))];
    const name = (defaultBot: string) =>
      world.storage.transaction(brand, (tx) => tx.channels.update(world.channel, { defaultBot }));
    await name(first.id);
    await world.say('hi', 'ada');
    await name(second.id);
    await world.say('hi', 'bob');
    await world.say('hi', 'ada');
    await world.work();
    expect((await world.told('ada')).filter((line) => line.startsWith('bot'))).toEqual(['bot: First']);
    expect((await world.told('bob')).filter((line) => line.startsWith('bot'))).toEqual(['bot: Second']);
  });

  it('[CV8] else the bot of the workspace and the family that was published last', async () => {
    const world = await openWorld();
    await world.publish(question('First'));
    world.clock.advance(1);
    await world.publish(question('Last'));
    world.clock.advance(1);
    await world.publish({ family: 'native', ...question('Native') });
    const { id } = await world.caller.bots.create({ name: 'Draft', channelFamily: 'apichat' });
    expect(id).not.toBe('');
    await world.storage.transaction(brand, (tx) =>
      tx.channels.update(world.channel, { defaultBot: '00000000-0000-4000-8000-000000000000' }),
    );
    await world.say('hi');
    await world.work();
    expect(await world.told()).toEqual(['customer: hi', 'bot: Last']);
  });

  it('[CV10] a bot that comes later answers a customer to whom nobody was assigned', async () => {
    const world = await openWorld();
    await world.say('anybody?');
    await world.work();
    await world.publish(question('Here!'));
    await world.say('hi');
    await world.work();
    expect(await world.told()).toEqual(['customer: anybody?', 'customer: hi', 'bot: Here!']);
  });

  it('[CV11][CV37] nobody, when the customer is with an agent or was taken from the bot', async () => {
    const world = await openWorld();
    await world.publish(question('What?'));
    const number = await world.say('hi');
    await world.work();
    for (const agentId of [7, undefined]) {
      await world.storage.transaction(brand, async (tx) => {
        await tx.customers.claim(number);
        await tx.customers.update(number, { agentId, botId: undefined });
        await tx.conversations.push(number, { kind: 'taken_over' }, world.clock.now());
      });
      await world.say('still there?');
      await world.work();
    }
    expect((await world.told()).filter((line) => line.startsWith('bot'))).toEqual(['bot: What?']);
    const { stateJson = '' } = (await world.storage.reader(brand).conversations.find(number)) ?? {};
    expect(JSON.parse(stateJson)).toMatchObject({ at: { kind: 'agent' } });
  });

  it('[CV12] nobody, while the bot is in the trash; what was said meanwhile is not answered later', async () => {
    const world = await openWorld();
    const bot = await world.publish(echo);
    await world.say('hi');
    await world.work();
    await world.caller.bots.trash(bot.id);
    await world.say('Eve');
    await world.work();
    await world.caller.bots.update(bot.id, { state: 'active' });
    await world.say('Ada');
    await world.work();
    expect(await world.told()).toEqual([
      'customer: hi',
      'bot: Your name?',
      'customer: Eve',
      'customer: Ada',
      'bot: Hello Ada!',
    ]);
  });

  it('[CV13] a conversation goes on where it is when a new version is published', async () => {
    const world = await openWorld();
    const bot = await world.publish(echo);
    await world.say('hi');
    await world.work();
    const [start, ask] = [echo.blocks.start, ['ask_question', { text: 'Welcome @{who}!' }] as const];
    await world.republish(bot, { blocks: { start, ask }, connections: ['start.$success--ask'] });
    await world.say('Ada');
    await world.work();
    expect((await world.told()).at(-1)).toBe('bot: Welcome Ada!');
  });

  it('[CV16] feedback is asked as it is configured at the moment', async () => {
    const world = await openWorld();
    const bot = await world.publish({
      blocks: { start: ['ask_question', { text: 'Well?' }], bye: ['close_chat', { text: 'Bye' }] },
      connections: ['start.$success--bye'],
    });
    await world.say('hi');
    await world.work();
    await world.caller.feedback.put(bot.id, { enabled: true, question: 'Good?', thanks: 'Thanks' });
    await world.say('well');
    await world.work();
    expect((await world.told()).slice(-2)).toEqual(['bot: Bye', 'bot: Good? [Yes | No]']);
    await world.caller.feedback.put(bot.id, { enabled: true, commentQuestion: 'And why?', thanks: 'Thanks' });
    await world.say('No');
    await world.work();
    expect((await world.told()).at(-1)).toBe('bot: And why?');
    await world.caller.feedback.put(bot.id, { enabled: false });
    await world.say('slow');
    await world.work();
    expect((await world.told()).slice(-2)).toEqual(['customer: slow', 'sys: (close)']);
  });
});
