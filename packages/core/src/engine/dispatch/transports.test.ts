import { expect, it } from 'vitest';
import { brand, dispatchSetup } from '../../../test/dispatch-setup.ts';
import { engineFixture } from '../../../test/engine-fixture.ts';
import { platformFixture } from '../../../test/platform-fixture.ts';
import type { TransportResult } from '../../domain/delivery/transport-outcome.ts';
import type { Transport, TransportDelivery } from '../../ports/transport.ts';
import type { DispatchFault } from './dispatcher.ts';

type Answer = (delivery: TransportDelivery) => Promise<TransportResult>;

async function kioskSetup(answer: Answer = async () => ({ kind: 'delivered' })) {
  const got: TransportDelivery[] = [];
  const setup = { answer };
  const deliver: Transport['deliver'] = (delivery) => {
    got.push(delivery);
    return setup.answer(delivery);
  };
  const platform = await platformFixture({ transports: { kiosk: { deliver } } });
  const { acme, engine, clock } = platform;
  const channelNumber = await platform.newChannel({ type: 'kiosk', name: 'Hall', workspace: 1 });
  const send = (token: string, message: string, id?: string) =>
    engine.channel({ brand, channelNumber }).send(token, { message: { type: 'text', message } }, { ...(id && { id }) });
  const { customer } = await send('ann', 'Hi');
  const faults: DispatchFault[] = [];
  const workers = engine.startWorkers({ deliveries: { onFault: (fault) => void faults.push(fault) } });
  const pass = async (ms: number) => {
    for (let passed = 0; passed <= ms; passed += 1_000) {
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      if (passed < ms) clock.advance(1_000);
    }
  };
  const progress = async () => (await acme.deliveries.list()).items.map((each) => each.progress);
  const texts = () => got.map(({ message }) => (message.type === 'text' ? message.data.body : message.type));
  const say = (message: string) => acme.messages.send(customer.number, 'text', { message });
  return { ...platform, setup, got, texts, faults, workers, pass, progress, say, send, channelNumber, customer };
}

it('[TP1][TP3][TP4] delivers an agent’s message with the customer, and lists it', async () => {
  const { got, say, pass, acme, channelNumber, customer, workers, clock } = await kioskSetup();
  const { uuid } = await say('Hello');
  await pass(0);
  expect(got).toEqual([
    {
      brand,
      attempt: 1,
      signal: expect.any(AbortSignal),
      message: {
        type: 'text',
        data: { body: 'Hello' },
        uuid,
        seq: 2,
        sender: { id: 7, name: 'Ada', type: 'agent' },
        at: expect.any(Number),
      },
      customer: { number: customer.number, token: 'ann', name: '', phone: '', email: '', fields: {} },
      channel: { number: channelNumber, name: 'Hall' },
    },
  ]);
  const { items } = await acme.deliveries.list();
  expect(items).toEqual([
    {
      id: expect.any(String),
      target: { kind: 'channel', number: channelNumber },
      messageUuid: uuid,
      customerNumber: customer.number,
      origin: 'transport:kiosk',
      createdAt: clock.now(),
      ordered: true,
      progress: { state: 'delivered', attempts: [{ at: clock.now(), durationMs: 0 }], finishedAt: clock.now() },
    },
  ]);
  await acme.deliveries.replay(items[0]?.id ?? '');
  await pass(0);
  expect(got.map(({ message }) => message.uuid)).toEqual([uuid, uuid]);
  await workers.stop();
});

it('[TP4][TP5] later is tried again when the asked time is over, and the customer’s next message waits', async () => {
  const kiosk = await kioskSetup(async ({ attempt }) =>
    attempt === 1 ? { kind: 'later', afterMs: 30_000 } : { kind: 'delivered' },
  );
  await kiosk.say('one');
  await kiosk.say('two');
  await kiosk.pass(29_000);
  expect(kiosk.texts()).toEqual(['one']);
  await kiosk.pass(1_000);
  expect(kiosk.texts()).toEqual(['one', 'one', 'two']);
  await kiosk.pass(30_000);
  expect(kiosk.texts()).toEqual(['one', 'one', 'two', 'two']);
  expect((await kiosk.progress()).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
  await kiosk.workers.stop();
});

it.for([
  [{ kind: 'later' }, 'later'],
  [undefined, 'thrown'],
  [{ kind: 'later', afterMs: Number.NaN }, 'thrown'],
  [{ kind: 'refused' }, 'thrown'],
] as const)('[TP5][TP7] %o is tried again after the gaps, six times', async ([result, error]) => {
  const kiosk = await kioskSetup(async () => result as never);
  await kiosk.say('one');
  await kiosk.pass(80_000);
  expect(await kiosk.progress()).toMatchObject([{ state: 'dead', reason: 'exhausted' }]);
  const [{ attempts } = { attempts: [] }] = await kiosk.progress();
  const start = attempts[0]?.at ?? 0;
  expect(attempts.map(({ at }) => at - start)).toEqual([0, 5_000, 15_000, 30_000, 50_000, 75_000]);
  expect(new Set(attempts.map((each) => each.error))).toEqual(new Set([error]));
  expect(kiosk.faults).toHaveLength(error === 'thrown' ? 6 : 0);
  await kiosk.workers.stop();
});

it('[TP5] waits for a day at most', async () => {
  const kiosk = await kioskSetup(async () => ({ kind: 'later', afterMs: Number.POSITIVE_INFINITY }));
  await kiosk.say('one');
  await kiosk.pass(0);
  expect(await kiosk.progress()).toMatchObject([{ state: 'pending', dueAt: kiosk.clock.now() + 86_400_000 }]);
  await kiosk.workers.stop();
});

it('[TP6] a refusal ends the delivery, with its reason', async () => {
  const kiosk = await kioskSetup(async () => ({ kind: 'refused', reason: `Blocked. ${'é'.repeat(300)}` }));
  await kiosk.say('one');
  await kiosk.pass(0);
  const detail = `Blocked. ${'é'.repeat(246)}`;
  expect(await kiosk.progress()).toMatchObject([
    { state: 'dead', reason: 'refused', attempts: [{ error: 'refused', detail }] },
  ]);
  await kiosk.workers.stop();
});

it('[TP7] a rejection is reported to the host, and stored without its text', async () => {
  const error = new Error('The token is s3cret.');
  const kiosk = await kioskSetup(() => {
    throw error;
  });
  await kiosk.say('one');
  await kiosk.pass(0);
  expect(kiosk.faults).toMatchObject([{ error, delivery: { brand, origin: 'transport:kiosk' } }]);
  expect(JSON.stringify(await kiosk.progress())).not.toContain('s3cret');
  expect(await kiosk.progress()).toMatchObject([{ state: 'pending', attempts: [{ error: 'thrown' }] }]);
  await kiosk.workers.stop();
});

it('[TP8] after 60 seconds the signal is aborted and the delivery ends', async () => {
  const kiosk = await kioskSetup(({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', reject)));
  await kiosk.say('one');
  await kiosk.pass(59_000);
  expect([kiosk.got[0]?.signal.aborted, (await kiosk.progress())[0]?.state]).toEqual([false, 'pending']);
  await kiosk.pass(1_000);
  expect(kiosk.got[0]?.signal.aborted).toBe(true);
  expect(await kiosk.progress()).toMatchObject([
    { state: 'dead', reason: 'timeout', attempts: [{ error: 'timeout' }] },
  ]);
  expect(kiosk.faults).toEqual([]);
  await kiosk.workers.stop();
});

it('[TP8] a worker that stops aborts the signal, and the attempt does not count', async () => {
  const kiosk = await kioskSetup(() => new Promise(() => {}));
  await kiosk.say('one');
  await kiosk.pass(0);
  const stopped = kiosk.workers.stop();
  await kiosk.pass(6_000);
  await stopped;
  expect(kiosk.got[0]?.signal.aborted).toBe(true);
  expect(await kiosk.progress()).toMatchObject([{ state: 'pending', attempts: [] }]);
});

it('[TP9] an engine without the transport or the sender leaves the delivery', async () => {
  const setup = dispatchSetup();
  await setup.commit({
    kind: 'insertChannel',
    channel: {
      ...{ number: 900, id: '00000000-0000-4000-8000-000000000900', name: 'Hall', type: 'kiosk', workspace: 1 },
      ...{ purpose: 'live', active: true, configured: false, createdAt: 1 },
    },
  });
  const ofKiosk = await setup.add({ kind: 'channel', number: 900 }, { origin: 'transport:kiosk' });
  const ofHook = await setup.add(await setup.addHook());
  const dispatcher = setup.start({}, { sender: undefined });
  await setup.pass(1_000);
  expect(setup.faults.map(({ error }) => String(error)).toSorted()).toEqual([
    'Error: This engine has no sender for webhooks.',
    'Error: This engine has no transport for channels of type kiosk.',
  ]);
  for (const id of [ofKiosk, ofHook]) {
    expect(await setup.progressOf(id)).toMatchObject({ state: 'pending', attempts: [], dueAt: 1_005_000 });
  }
  await dispatcher.stop();
});

it('[DI6][TP9] a delivery whose channel is gone ends as disabled', async () => {
  const setup = dispatchSetup();
  const id = await setup.add({ kind: 'channel', number: 900 }, { origin: 'transport:kiosk' });
  const dispatcher = setup.start();
  await setup.pass(250);
  expect(await setup.progressOf(id)).toMatchObject({ state: 'dead', reason: 'disabled', attempts: [] });
  await dispatcher.stop();
});

it.for([
  [
    { native: { deliver: async () => ({ kind: 'delivered' }) } },
    'Channels of the family native cannot have a transport.',
  ],
  [
    { apichat: { deliver: async () => ({ kind: 'delivered' }) } },
    'Channels of the family apichat cannot have a transport.',
  ],
  [{ kiosk: {} }, 'The transport of "kiosk" needs a function "deliver".'],
  [{ ' ': { deliver: async () => ({ kind: 'delivered' }) } }, 'Channel family " ": it needs a name.'],
] as const)('[TP2] %o is refused', ([transports, message]) => {
  expect(() => engineFixture({ transports: transports as never })).toThrow(new TypeError(message));
});

it('[TP2] a transport declares its family, unless it is declared or shipped', async () => {
  const transport: Transport = { deliver: async () => ({ kind: 'delivered' }) };
  const { acme } = engineFixture({
    transports: { kiosk: transport, till: transport, facebook: transport },
    channelFamilies: [{ name: 'till', greetingSlot: 'hello' }],
  });
  for (const type of ['kiosk', 'till', 'facebook']) {
    expect((await acme.channels.create({ type, name: type })).channel.type).toBe(type);
  }
});

it('[TP10] a message with an id is stored once for its customer', async () => {
  const { send, acme, customer, workers } = await kioskSetup();
  const first = await send('ann', 'Again', '17');
  expect(await send('ann', 'Again', '17')).toEqual(first);
  const other = await send('bob', 'Again', '17');
  expect(other.messageUuid).not.toBe(first.messageUuid);
  expect(await acme.conversations.messages(customer.number)).toHaveLength(2);
  await expect(send('ann', 'Hi', 'x'.repeat(256))).rejects.toMatchObject({ code: 'invalid_parameters', field: 'id' });
  await workers.stop();
});
