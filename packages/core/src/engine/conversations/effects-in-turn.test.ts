import { expect, it } from 'vitest';
import type { EffectOutcome, HostedEffect } from '../../ports/conversation-runner.ts';
import type { EffectHost, EffectPlace } from '../../ports/effect-host.ts';
import { effectsInTurn } from './effects-in-turn.ts';

const place: EffectPlace = { brand: 'acme', customerNumber: 1, channelNumber: 1, signal: new AbortController().signal };
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
])('[CV39] where nobody carries out %o it comes to %o', async ([effect, outcome]) => {
  expect(await effectsInTurn([]).carryOut(effect, place)).toEqual(outcome);
  expect(await effectsInTurn([answering('unhandled')]).carryOut(effect, place)).toEqual(outcome);
});

it.for<EffectOutcome | 'later'>([{ ok: true, value: 1 }, { ok: false, reason: 'closed' }, 'later'])(
  '[CV49] once a host answers %o, the next one is not asked',
  async (answer) => {
    const never: EffectHost = { carryOut: () => Promise.reject(new Error('Not asked here.')) };
    const effects = effectsInTurn([answering('unhandled'), answering(answer), never]);
    expect(await effects.carryOut(code, place)).toEqual(answer);
  },
);
