import { expect, it } from 'vitest';
import type { EffectOutcome, HostedEffect } from '../../domain/conversation/effects.ts';
import type { EffectHost, EffectPlace } from '../../ports/effect-host.ts';
import { carryOutEffect } from './effects.ts';

const place: EffectPlace = {
  brand: 'acme',
  workspace: 1,
  customerNumber: 1,
  channelNumber: 1,
  userAgent: 'acme/webhooks',
  signal: new AbortController().signal,
};
const code: HostedEffect = { kind: 'code', id: 'e', awaited: true, source: '1' };
const booking: HostedEffect = {
  kind: 'scheduler',
  id: 'e',
  awaited: true,
  authId: 'a',
  schedulingUrl: 'https://example.org/',
};
const answering = (answer: EffectOutcome | 'later' | 'unhandled'): EffectHost => ({ carryOut: async () => answer });

it.for<readonly [HostedEffect, EffectOutcome]>([
  [code, { ok: false, reason: 'no_host' }],
  [booking, { ok: true }],
])('[CV39] without a host for it the outcome of %o is %o', async ([effect, outcome]) => {
  expect(await carryOutEffect([], effect, place)).toEqual(outcome);
  expect(await carryOutEffect([answering('unhandled')], effect, place)).toEqual(outcome);
});

it.for<EffectOutcome | 'later'>([{ ok: true, value: 1 }, { ok: false, reason: 'closed' }, 'later'])(
  '[CV49] when a host returns %o, the next one is not called',
  async (answer) => {
    const never: EffectHost = { carryOut: () => Promise.reject(new Error('Not asked here.')) };
    const hosts = [answering('unhandled'), answering(answer), never];
    expect(await carryOutEffect(hosts, code, place)).toEqual(answer);
  },
);
