import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { createEngine, permissions } from '@botwright/core';
import { memoryStorage } from '@botwright/core/memory';
import type { Transport, TransportDelivery, TransportResult } from '@botwright/core/ports';
import type { TransportSubject } from './transport-subject.ts';

/** One promise of a transport, as data. */
export interface TransportCase {
  /** Id of the rule in `docs/spec`. */
  readonly rule: string;
  readonly title: string;
  run(subject: TransportSubject): Promise<void>;
}

type Content = Pick<TransportDelivery['message'], 'type' | 'data'>;

function textOf(body: string): Content {
  return { type: 'text', data: { body } };
}

function deliveryOf(
  { token }: TransportSubject,
  content: Content,
  { seq = 2, signal = new AbortController().signal }: { readonly seq?: number; readonly signal?: AbortSignal } = {},
): TransportDelivery {
  const place = { uuid: `0199f3a1-7b6e-7d51-a1a0-${String(seq).padStart(12, '0')}`, seq, at: seq };
  return {
    brand: 'acme',
    attempt: 1,
    signal,
    message: { ...content, ...place, sender: { id: 1, name: 'Bot', type: 'bot' } } as TransportDelivery['message'],
    customer: { number: 1, token, name: 'Ann', phone: '', email: '', fields: {} },
    channel: { number: 1, name: 'Hall' },
  };
}

function deliver(subject: TransportSubject, content: Content, seq?: number): Promise<TransportResult> {
  return subject.transport.deliver(deliveryOf(subject, content, { ...(seq !== undefined && { seq }) }));
}

const family = 'tested';

/** An engine that delivers with the transport, and a customer who has written once. */
async function talk(transport: Transport, token: string) {
  const engine = createEngine({ storage: memoryStorage(), transports: { [family]: transport }, retry: { scale: 0 } });
  const caller = engine.as({ brand: 'acme', person: 7, workspaces: [1], permissions });
  await engine.configure([{ name: 'acme', plan: 'professional', workspaces: [1], tokens: [] }]);
  const { channel } = await caller.channels.create({ type: family, name: 'Hall' });
  const visitor = engine.channel({ brand: 'acme', channelNumber: channel.number });
  const { customer } = await visitor.send(token, { message: { type: 'text', message: 'Hi' } });
  const workers = engine.startWorkers();
  return {
    say: (message: string) => caller.messages.send(customer.number, 'text', { message }),
    async ended() {
      for (;;) {
        const { total } = await caller.deliveries.list({ state: 'pending' });
        if (total === 0) return (await caller.deliveries.list()).items;
        await wait(5);
      }
    },
    async close() {
      await workers.stop();
      await engine.close();
    },
  };
}

const address = 'https://files.example.com';

const contents: readonly Content[] = [
  textOf('Hello'),
  textOf('é'.repeat(10_000)),
  textOf('<b>*_`[&]'),
  { type: 'dialog', data: { body: 'Tea?', buttons: ['Yes', 'No'], payloads: ['$yes', '$no'] } },
  {
    type: 'dialog',
    data: {
      body: 'é'.repeat(10_000),
      buttons: Array.from({ length: 40 }, (_, index) => `${index} ${'é'.repeat(300)}`),
      payloads: Array.from({ length: 40 }, (_, index) => `$${index} ${'é'.repeat(300)}`),
    },
  },
  {
    type: 'media_dialog',
    data: { url: `${address}/a.png`, media_type: 'image', buttons: ['Yes'], payloads: ['$yes'] },
  },
  { type: 'image', data: { url: `${address}/a.png`, caption: 'é'.repeat(10_000) } },
  { type: 'video', data: { url: `${address}/a.mp4`, caption: '' } },
  { type: 'audio', data: { url: `${address}/a.mp3`, caption: 'A song' } },
  { type: 'document', data: { url: `${address}/a.pdf`, caption: '' } },
  { type: 'location', data: { latitude: 42.24, longitude: -8.72 } },
];

export const transportCases: readonly TransportCase[] = [
  {
    rule: 'TP11',
    title: 'order: a customer gets every message once and in order, also when the platform was busy',
    async run(subject) {
      let results = 0;
      const talking = await talk(
        {
          async deliver(delivery) {
            results += 1;
            subject.setMood(results === 4 ? 'busy' : 'well');
            const result = await subject.transport.deliver(delivery);
            return result.kind === 'later' ? { ...result, afterMs: 0 } : result;
          },
        },
        subject.token,
      );
      try {
        const texts = Array.from({ length: 12 }, (_, index) => `Message ${index + 1}`);
        for (const text of texts) await talking.say(text);
        const deliveries = await talking.ended();
        assert.deepEqual(subject.shown(), texts);
        assert.deepEqual([...new Set(deliveries.map(({ progress }) => progress.state))], ['delivered']);
      } finally {
        await talking.close();
      }
    },
  },
  {
    rule: 'TP12',
    title: 'retry: a busy platform is tried again later, and then gets the message',
    async run(subject) {
      subject.setMood('busy');
      const result = await deliver(subject, textOf('One'));
      assert.equal(result.kind, 'later', 'A busy platform is no refusal.');
      assert.deepEqual(subject.shown(), []);
      subject.setMood('well');
      assert.deepEqual(await deliver(subject, textOf('One')), { kind: 'delivered' });
      assert.deepEqual(subject.shown(), ['One']);
    },
  },
  {
    rule: 'TP13',
    title: 'duplicate: a message that comes again is delivered, seen once or twice',
    async run(subject) {
      const delivery = deliveryOf(subject, textOf('One'));
      assert.deepEqual(await subject.transport.deliver(delivery), { kind: 'delivered' });
      assert.deepEqual(await subject.transport.deliver({ ...delivery, attempt: 2 }), { kind: 'delivered' });
      assert.deepEqual([...new Set(subject.shown())], ['One']);
      await deliver(subject, textOf('Two'), 3);
      assert.equal(subject.shown().at(-1), 'Two');
    },
  },
  {
    rule: 'TP14',
    title: 'slow: an attempt ends when its signal is aborted, and the next one is delivered',
    async run(subject) {
      subject.setMood('silent');
      const limit = new AbortController();
      const ended = subject.transport.deliver(deliveryOf(subject, textOf('One'), { signal: limit.signal })).then(
        ({ kind }) => kind,
        () => 'thrown',
      );
      assert.equal(await Promise.race([ended, wait(100, 'waiting')]), 'waiting');
      limit.abort();
      assert.notEqual(await Promise.race([ended, wait(2_000, 'waiting')]), 'waiting', 'It ignores the signal.');
      assert.notEqual(await ended, 'delivered');
      subject.setMood('well');
      assert.deepEqual(await deliver(subject, textOf('Two'), 3), { kind: 'delivered' });
    },
  },
  {
    rule: 'TP15',
    title: 'refuse: a final refusal has a reason, and ends nothing else',
    async run(subject) {
      subject.setMood('refusing');
      const result = await deliver(subject, textOf('One'));
      assert.equal(result.kind, 'refused');
      assert.ok(result.kind === 'refused' && result.reason.trim() !== '', 'The reason is empty.');
      subject.setMood('well');
      assert.deepEqual(await deliver(subject, textOf('Two'), 3), { kind: 'delivered' });
      assert.deepEqual(subject.shown(), ['Two']);
    },
  },
  ...contents.map(
    (content, index): TransportCase => ({
      rule: 'TP16',
      title: `content: ${content.type} ${index + 1} is delivered, whatever its size`,
      async run(subject) {
        assert.deepEqual(await deliver(subject, content), { kind: 'delivered' });
        assert.notEqual(subject.shown().length, 0, 'The customer got nothing.');
      },
    }),
  ),
];
