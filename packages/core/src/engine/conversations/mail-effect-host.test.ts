import { expect, it } from 'vitest';
import type { EmailEffect } from '../../domain/conversation/effects.ts';
import { memoryStorage } from '../../memory/index.ts';
import type { MailResult } from '../../ports/mailer.ts';
import { deterministicIds, simulatedClock } from '../../testing/index.ts';
import { createEngineStorage } from '../events/engine-storage.ts';
import { createEventBus } from '../events/event-bus.ts';
import { resolveLimits } from '../limits.ts';
import { createStorageOutages } from '../storage-outages.ts';
import { createWorkSignals } from '../work-signal.ts';
import { mailEffectHost } from './mail-effect-host.ts';

const effect: EmailEffect = { kind: 'email', id: 'c/1/1', awaited: true, to: ['a@x.org'], subject: 's', text: 't' };
const place = { brand: 'acme', workspace: 1, customerNumber: 1, channelNumber: 1, userAgent: 'x' };

function hostOf(results: readonly MailResult[], maxConversationMails = 5) {
  const clock = simulatedClock();
  const parts = { clock, timer: clock, events: createEventBus({ clock, timer: clock }), signals: createWorkSignals() };
  const outages = createStorageOutages({ clock, onChange: undefined });
  const storage = createEngineStorage({ ...parts, outages, storage: memoryStorage(), onKept: undefined });
  const ids: string[] = [];
  const mailer = {
    async send(_: unknown, { id }: { readonly id: string }) {
      ids.push(id);
      return results[ids.length - 1] ?? ({ kind: 'sent' } as const);
    },
  };
  const given = { storage, clock, ids: deterministicIds(), limits: resolveLimits({ maxConversationMails }) };
  const host = mailEffectHost(given, { mailer, mailFrom: 'bots@example.com' });
  const carryOut = (id: string) =>
    host?.carryOut({ ...effect, id }, { ...place, signal: new AbortController().signal });
  return { carryOut, ids };
}

it('[EM11] a mail that was sent is not sent again', async () => {
  const { carryOut, ids } = hostOf([]);
  expect([await carryOut('c/1/1'), await carryOut('c/1/1'), await carryOut('c/2/1')]).toEqual(
    Array(3).fill({ ok: true }),
  );
  expect(ids).toEqual(['c/1/1', 'c/2/1']);
});

it('[EM9] repetitions of a mail count once', async () => {
  const refused = { kind: 'refused', reason: 'unreachable' } as const;
  const { carryOut } = hostOf([refused, refused], 2);
  const failed = { ok: false, reason: 'unreachable' };
  expect([await carryOut('c/1/1'), await carryOut('c/1/1'), await carryOut('c/1/1')]).toEqual([
    failed,
    failed,
    { ok: true },
  ]);
  expect([await carryOut('c/2/1'), await carryOut('c/3/1')]).toEqual([
    { ok: true },
    { ok: false, reason: 'too_many_in_conversation' },
  ]);
});

it.for([undefined, '', 'nobody', 'a@x.org\n'])('[EM6] the sender %j is refused', (mailFrom) => {
  const mailer = { send: async () => ({ kind: 'sent' }) as const };
  const parts = {} as Parameters<typeof mailEffectHost>[0];
  expect(() => mailEffectHost(parts, { mailer, ...(mailFrom !== undefined && { mailFrom }) })).toThrow(TypeError);
});
