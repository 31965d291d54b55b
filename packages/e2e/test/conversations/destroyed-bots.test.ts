import { describe, expect, it } from 'vitest';
import { readsOf } from '../../../core/test/stored-records.ts';
import { brand, type Chat, type PublishedBot, startChat } from '../support/chat.ts';
import { createStorage, storeNames } from '../support/stores.ts';

const question = (text: string) => ({ blocks: { start: ['ask_question', { text }] } }) as const;

async function destroy({ caller }: Chat, { id }: PublishedBot): Promise<void> {
  await caller.bots.trash(id);
  await caller.bots.destroy(id);
}

const botWords = async (chat: Chat, token?: string) =>
  (await chat.transcript(token)).filter((line) => line.startsWith('bot'));

describe.each(storeNames)('on %s, a bot that was destroyed', (store) => {
  const open = async () => startChat({ storage: await createStorage(store) });

  it('[CU64][CV7] leaves its customers to the bot that the channel names', async () => {
    const chat = await open();
    const [first, second] = [await chat.publish(question('First')), await chat.publish(question('Second'))];
    await chat.caller.channels.setBot(chat.channel, first.id);
    const number = await chat.say('hi');
    await chat.work();
    expect(await chat.caller.customers.get(number)).toMatchObject({ botId: first.id });
    await chat.caller.channels.setBot(chat.channel, second.id);
    await destroy(chat, first);

    expect(await chat.caller.customers.get(number)).not.toHaveProperty('botId');
    const { items } = await chat.caller.customers.list();
    expect(items.map(({ botId }) => botId)).toEqual([undefined]);
    await chat.say('anybody?');
    await chat.work();
    expect(await botWords(chat)).toEqual(['bot: First', 'bot: Second']);
    expect(await chat.caller.customers.get(number)).toMatchObject({ botId: second.id });
    await chat.storage.close();
  });

  it('[CU64][CV8] leaves them to the bot published last where the channel names none, or to one that comes later', async () => {
    const chat = await open();
    const first = await chat.publish(question('First'));
    const number = await chat.say('hi');
    await chat.work();
    await destroy(chat, first);
    await chat.say('anybody?');
    await chat.work();
    expect(await chat.waiting()).toBeUndefined();

    await chat.publish(question('Later'));
    await chat.say('and now?');
    await chat.work();
    expect(await chat.transcript()).toEqual([
      'customer: hi',
      'bot: First',
      'customer: anybody?',
      'customer: and now?',
      'bot: Later',
    ]);
    expect((await chat.caller.customers.get(number)).botId).toBeDefined();
    await chat.storage.close();
  });

  it('[CU64] is destroyed without a write to its customers, who are unassigned then', async () => {
    const chat = await open();
    const bot = await chat.publish(question('First'));
    const numbers = [];
    for (let each = 0; each < 50; each += 1) numbers.push(await chat.say('hi', `visitor-${each}`));
    const before = await Promise.all(
      numbers.map((number) => readsOf(chat.storage, brand).load({ kind: 'customer', number: number })),
    );
    await destroy(chat, bot);
    const after = await Promise.all(
      numbers.map((number) => readsOf(chat.storage, brand).load({ kind: 'customer', number: number })),
    );
    expect(after).toEqual(before);
    expect((await chat.caller.customers.list({ limit: 100 })).items.every(({ botId }) => botId === undefined)).toBe(
      true,
    );
    await chat.storage.close();
  });

  it('[CU19][CU64] is removed from a customer once, and does not come back when an agent is unassigned', async () => {
    const chat = await open();
    const first = await chat.publish(question('First'));
    const number = await chat.say('hi');
    await chat.work();
    await destroy(chat, first);
    await chat.publish(question('Second'));
    await chat.caller.customers.unassign(number);
    expect(await chat.transcript()).toEqual(['customer: hi', 'bot: First']);
    await chat.caller.customers.assign(number, 7);
    await chat.say('hello?');
    await chat.work();
    expect(await botWords(chat)).toEqual(['bot: First']);
    await chat.storage.close();
  });

  it('[CH28] is no longer named by a channel, and new customers get another bot', async () => {
    const chat = await open();
    const [first, second] = [await chat.publish(question('First')), await chat.publish(question('Second'))];
    await chat.caller.channels.setBot(chat.channel, first.id);
    await destroy(chat, first);
    expect(await chat.caller.channels.get(chat.channel)).not.toHaveProperty('defaultBot');
    const { items } = await chat.caller.channels.list();
    expect(items.map(({ defaultBot }) => defaultBot)).not.toContain(first.id);
    await chat.say('hi');
    await chat.work();
    expect(await botWords(chat)).toEqual(['bot: Second']);
    expect(await readsOf(chat.storage, brand).load({ kind: 'channel', number: chat.channel })).not.toHaveProperty(
      'defaultBot',
    );
    expect(second.id).not.toBe(first.id);
    await chat.storage.close();
  });

  it('[CU64][CV12] is not one in the trash: that bot stays with its customers', async () => {
    const chat = await open();
    const bot = await chat.publish(question('First'));
    const number = await chat.say('hi');
    await chat.work();
    await chat.caller.bots.trash(bot.id);
    await chat.publish(question('Second'));
    await chat.say('still there?');
    await chat.work();
    expect(await botWords(chat)).toEqual(['bot: First']);
    expect(await chat.caller.customers.get(number)).toMatchObject({ botId: bot.id });
    await chat.storage.close();
  });
});
