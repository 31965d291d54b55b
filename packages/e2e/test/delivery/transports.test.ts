import { createEngine, type EngineOptions, permissions } from '@botwright/core';
import type { Storage, Transport, TransportDelivery } from '@botwright/core/ports';
import { describe, expect, it, vi } from 'vitest';
import { brand } from '../support/chat.ts';
import { openStore, storeNames } from '../support/stores.ts';

type Deliver = Transport['deliver'];

const polling = { timeout: 30_000, interval: 5 };
const textOf = ({ message }: TransportDelivery) => (message.type === 'text' ? message.data.body : message.type);

/** An engine with a channel of a kiosk, whose deliveries are tried again after milliseconds. */
async function openKiosk(storage: Storage, deliver: Deliver) {
  const options: EngineOptions = { storage, transports: { kiosk: { deliver } }, retry: { scale: 0.001 } };
  const engine = createEngine(options);
  await engine.configure([{ name: brand, plan: 'professional', workspaces: [1], tokens: [] }]);
  const acme = engine.as({ brand, person: 7, workspaces: [1], permissions });
  const { channel } = await acme.channels.create({ type: 'kiosk', name: 'Hall' });
  const hall = engine.channel({ brand, channelNumber: channel.number });
  return {
    engine,
    acme,
    options,
    hall,
    newCustomer: async (token: string) =>
      (await hall.send(token, { message: { type: 'text', message: 'Hi' } })).customer.number,
    say: (customer: number, message: string) => acme.messages.send(customer, 'text', { message }),
    async untilEnded(count: number) {
      const found = async () => (await acme.deliveries.list({ limit: 100 })).items;
      const hasEnded = async () =>
        (await found()).filter(({ progress }) => progress.state !== 'pending').length === count;
      await vi.waitUntil(hasEnded, polling);
      return (await found()).map(({ progress }) => progress).toReversed();
    },
  };
}

describe.each(storeNames)('a transport of an engine on %s', (store) => {
  const open = async (deliver: Deliver) => openKiosk((await openStore(store)).storage, deliver);

  it('[TP4][TP5] gets the messages of each customer in order, also when it asks to be called later', async () => {
    const shown: string[] = [];
    const kiosk = await open(async (delivery) => {
      const { attempt, customer } = delivery;
      if (attempt === 1 && textOf(delivery).endsWith('even')) return { kind: 'later', afterMs: 20 };
      shown.push(`${customer.token} ${textOf(delivery)}`);
      return { kind: 'delivered' };
    });
    const tokens = ['ann', 'bob'];
    const customers = await Promise.all(tokens.map(kiosk.newCustomer));
    const said = Array.from({ length: 6 }, (_, index) => `${index} ${index % 2 === 0 ? 'even' : 'odd'}`);
    const workers = kiosk.engine.startWorkers();
    for (const text of said) await Promise.all(customers.map((customer) => kiosk.say(customer, text)));
    const ended = await kiosk.untilEnded(12);
    expect(new Set(ended.map(({ state }) => state))).toEqual(new Set(['delivered']));
    for (const token of tokens) {
      expect(shown.filter((each) => each.startsWith(token))).toEqual(said.map((text) => `${token} ${text}`));
    }
    await workers.stop();
  });

  it('[TP5][TP6][TP7] refuses at once, and is tried six times where it throws', async () => {
    const attempts: string[] = [];
    const kiosk = await open(async (delivery) => {
      attempts.push(`${textOf(delivery)} ${delivery.attempt}`);
      if (textOf(delivery) === 'refused') return { kind: 'refused', reason: 'Gone.' };
      if (textOf(delivery) === 'thrown') throw new Error('A secret.');
      return { kind: 'delivered' };
    });
    const customer = await kiosk.newCustomer('ann');
    for (const text of ['refused', 'thrown', 'last']) await kiosk.say(customer, text);
    const workers = kiosk.engine.startWorkers();
    const ended = await kiosk.untilEnded(3);
    expect(ended).toMatchObject([
      { state: 'dead', reason: 'refused', attempts: [{ detail: 'Gone.' }] },
      { state: 'dead', reason: 'exhausted' },
      { state: 'delivered' },
    ]);
    expect(attempts).toEqual(['refused 1', ...[1, 2, 3, 4, 5, 6].map((each) => `thrown ${each}`), 'last 1']);
    expect(JSON.stringify(ended)).not.toContain('A secret.');
    await workers.stop();
  });

  it('[TP3][TP4][TP8] an attempt of workers that stop is made again by others, with the same message', async () => {
    const got: TransportDelivery[] = [];
    const kiosk = await open(async (delivery) => {
      got.push(delivery);
      return got.length > 1
        ? { kind: 'delivered' }
        : new Promise((_, reject) => delivery.signal.addEventListener('abort', () => reject(new Error('Aborted.'))));
    });
    await kiosk.say(await kiosk.newCustomer('ann'), 'one');
    const first = kiosk.engine.startWorkers();
    await vi.waitUntil(() => got.length === 1, polling);
    await first.stop();
    const others = createEngine(kiosk.options).startWorkers();
    expect(await kiosk.untilEnded(1)).toMatchObject([{ state: 'delivered' }]);
    const [one, two] = got.map(({ signal: _, ...delivery }) => delivery);
    expect(two).toEqual(one);
    await others.stop();
  });

  it('[TP10] a message with an id, sent by many at once, is stored once', async () => {
    const kiosk = await open(async () => ({ kind: 'delivered' }));
    const send = () => kiosk.hall.send('ann', { message: { type: 'text', message: 'Hi' } }, { id: '17' });
    const [{ customer }] = (await Promise.all(Array.from({ length: 5 }, send))) as [Awaited<ReturnType<typeof send>>];
    expect(await kiosk.acme.conversations.messages(customer.number)).toMatchObject([{ data: { body: 'Hi' } }]);
  });
});
