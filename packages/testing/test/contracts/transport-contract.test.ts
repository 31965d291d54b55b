import type { TransportDelivery, TransportResult } from '@botwright/core/ports';
import { type TransportSubject, transportContract } from '@botwright/testing/contracts';
import { describe, expect, it } from 'vitest';

interface Kiosk {
  mood: Parameters<TransportSubject['setMood']>[0];
  readonly shown: string[];
}

type Deliver = (kiosk: Kiosk, delivery: TransportDelivery) => Promise<TransportResult>;

const deliver: Deliver = async (kiosk, { message, signal }) => {
  if (kiosk.mood === 'busy') return { kind: 'later', afterMs: 50 };
  if (kiosk.mood === 'refusing') return { kind: 'refused', reason: 'Gone.' };
  if (kiosk.mood === 'silent') {
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('Aborted.'))));
  }
  kiosk.shown.push(message.type === 'text' ? message.data.body : message.type);
  return { kind: 'delivered' };
};

function openWith(own: Deliver): () => TransportSubject {
  return () => {
    const kiosk: Kiosk = { mood: 'well', shown: [] };
    return {
      transport: { deliver: (delivery) => own(kiosk, delivery) },
      token: 'ann',
      shown: () => kiosk.shown,
      setMood: (mood) => {
        kiosk.mood = mood;
      },
    };
  };
}

describe('a transport that follows the rules', () => {
  for (const { title, run } of transportContract({ open: openWith(deliver), secrets: ['s3cret'] })) it(title, run);
});

/** Transports with one fault each, by the rules that they break. */
const mutants: readonly (readonly [broken: string, fault: string, deliver: Deliver])[] = [
  [
    'TP11',
    'shows each message twice',
    async (kiosk, given) => {
      await deliver(kiosk, given);
      return deliver(kiosk, given);
    },
  ],
  [
    'TP11',
    'answers before the customer has the message',
    async (kiosk, given) => {
      if (kiosk.mood !== 'well') return deliver(kiosk, given);
      setTimeout(() => void deliver(kiosk, given), given.message.seq % 2 === 0 ? 30 : 0);
      return { kind: 'delivered' };
    },
  ],
  [
    'TP12',
    'refuses when the platform is busy',
    async (kiosk, given) => (kiosk.mood === 'busy' ? { kind: 'refused', reason: 'Busy.' } : deliver(kiosk, given)),
  ],
  [
    'TP13',
    'refuses a repeated message',
    async (kiosk, given) => (given.attempt > 1 ? { kind: 'refused', reason: 'Known.' } : deliver(kiosk, given)),
  ],
  [
    'TP14',
    'ignores the signal',
    async (kiosk, given) => (kiosk.mood === 'silent' ? new Promise(() => {}) : deliver(kiosk, given)),
  ],
  [
    'TP15',
    'tries again for ever',
    async (kiosk, given) => (kiosk.mood === 'refusing' ? { kind: 'later' } : deliver(kiosk, given)),
  ],
  [
    'TP16',
    'refuses locations',
    async (kiosk, given) =>
      given.message.type === 'location' ? { kind: 'refused', reason: 'Unknown.' } : deliver(kiosk, given),
  ],
  [
    'TP15',
    'has its secret in the reason',
    async (kiosk, given) =>
      kiosk.mood === 'refusing' ? { kind: 'refused', reason: 'POST /bots3cret' } : deliver(kiosk, given),
  ],
];

it.for(mutants)('[%s][TP17] finds a transport that %s', { timeout: 60_000 }, async ([broken, , own]) => {
  const failed = new Set<string>();
  for (const { rule, run } of transportContract({ open: openWith(own), secrets: ['s3cret'], limitMs: 5_000 })) {
    await run().catch(() => failed.add(rule));
  }
  expect([...failed]).toContain(broken);
});
