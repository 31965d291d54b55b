import { memoryStorage } from '@botwright/core/memory';
import { sqliteStorage } from '@botwright/storage-sqlite';
import { describe, expect, it } from 'vitest';
import { brand, openWorld, type PublishedBot, type World } from './world.ts';

const question = (text: string) => ({ blocks: { start: ['ask_question', { text }] } }) as const;

const stores = { memory: () => memoryStorage(), sqlite: () => sqliteStorage({ file: ':memory:' }) } as const;

async function destroy({ caller }: World, { id }: PublishedBot): Promise<void> {
  await caller.bots.trash(id);
  await caller.bots.destroy(id);
}

const botWords = async (world: World, token?: string) =>
  (await world.told(token)).filter((line) => line.startsWith('bot'));

describe.each(Object.keys(stores) as (keyof typeof stores)[])('on %s, a bot that was destroyed', (store) => {
  const open = () => openWorld({ storage: stores[store]() });

  it('[CU64][CV7] leaves its customers to the bot that the channel names', async () => {
    const world = await open();
    const [first, second] = [await world.publish(question('First')), await world.publish(question('Second'))];
    await world.caller.channels.setBot(world.channel, first.id);
    const number = await world.say('hi');
    await world.work();
    expect(await world.caller.customers.get(number)).toMatchObject({ botId: first.id });
    await world.caller.channels.setBot(world.channel, second.id);
    await destroy(world, first);

    expect(await world.caller.customers.get(number)).not.toHaveProperty('botId');
    const { items } = await world.caller.customers.list();
    expect(items.map(({ botId }) => botId)).toEqual([undefined]);
    await world.say('anybody?');
    await world.work();
    expect(await botWords(world)).toEqual(['bot: First', 'bot: Second']);
    expect(await world.caller.customers.get(number)).toMatchObject({ botId: second.id });
    await world.storage.close();
  });

  it('[CU64][CV8] else to the one published last, and where there is none, to one that comes later', async () => {
    const world = await open();
    const first = await world.publish(question('First'));
    const number = await world.say('hi');
    await world.work();
    await destroy(world, first);
    await world.say('anybody?');
    await world.work();
    expect(await world.waiting()).toBeUndefined();

    await world.publish(question('Later'));
    await world.say('and now?');
    await world.work();
    expect(await world.told()).toEqual([
      'customer: hi',
      'bot: First',
      'customer: anybody?',
      'customer: and now?',
      'bot: Later',
    ]);
    expect((await world.caller.customers.get(number)).botId).toBeDefined();
    await world.storage.close();
  });

  it('[CU64] is taken from nobody in the transaction that destroys it', async () => {
    const world = await open();
    const bot = await world.publish(question('First'));
    const numbers = [];
    for (let each = 0; each < 50; each += 1) numbers.push(await world.say('hi', `visitor-${each}`));
    const before = await Promise.all(numbers.map((number) => world.storage.reader(brand).customers.find(number)));
    await destroy(world, bot);
    const after = await Promise.all(numbers.map((number) => world.storage.reader(brand).customers.find(number)));
    expect(after).toEqual(before);
    expect((await world.caller.customers.list({ limit: 100 })).items.every(({ botId }) => botId === undefined)).toBe(
      true,
    );
    await world.storage.close();
  });

  it('[CU19][CU64] is not taken from a customer again, nor given back by an agent who goes', async () => {
    const world = await open();
    const first = await world.publish(question('First'));
    const number = await world.say('hi');
    await world.work();
    await destroy(world, first);
    await world.publish(question('Second'));
    await world.caller.customers.unassign(number);
    expect(await world.told()).toEqual(['customer: hi', 'bot: First']);
    await world.caller.customers.assign(number, 7);
    await world.say('hello?');
    await world.work();
    expect(await botWords(world)).toEqual(['bot: First']);
    await world.storage.close();
  });

  it('[CH28] is no more the one that a channel names, and customers who are new get another', async () => {
    const world = await open();
    const [first, second] = [await world.publish(question('First')), await world.publish(question('Second'))];
    await world.caller.channels.setBot(world.channel, first.id);
    await destroy(world, first);
    expect(await world.caller.channels.get(world.channel)).not.toHaveProperty('defaultBot');
    const { items } = await world.caller.channels.list();
    expect(items.map(({ defaultBot }) => defaultBot)).not.toContain(first.id);
    await world.say('hi');
    await world.work();
    expect(await botWords(world)).toEqual(['bot: Second']);
    expect(await world.storage.reader(brand).channels.find(world.channel)).not.toHaveProperty('defaultBot');
    expect(second.id).not.toBe(first.id);
    await world.storage.close();
  });

  it('[CU64][CV12] is not what is in the trash: that one stays theirs', async () => {
    const world = await open();
    const bot = await world.publish(question('First'));
    const number = await world.say('hi');
    await world.work();
    await world.caller.bots.trash(bot.id);
    await world.publish(question('Second'));
    await world.say('still there?');
    await world.work();
    expect(await botWords(world)).toEqual(['bot: First']);
    expect(await world.caller.customers.get(number)).toMatchObject({ botId: bot.id });
    await world.storage.close();
  });
});
