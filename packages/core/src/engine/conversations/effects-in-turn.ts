import type { EffectOutcome, HostedEffect } from '../../ports/conversation-runner.ts';
import type { EffectHost, EffectPlace } from '../../ports/effect-host.ts';

/** Carries out every effect, if only by failing it. */
export interface EffectCarrier {
  carryOut(effect: HostedEffect, place: EffectPlace): Promise<EffectOutcome | 'later'>;
}

/**
 * Asks hosts in their order, until one does not leave the effect.
 *
 * @spec CV39, CV49
 */
export function effectsInTurn(hosts: readonly EffectHost[]): EffectCarrier {
  return {
    async carryOut(effect, place) {
      for (const host of hosts) {
        const answer = await host.carryOut(effect, place);
        if (answer !== 'unhandled') return answer;
      }
      return effect.kind === 'scheduler' ? { ok: true } : { ok: false, reason: 'no_host' };
    },
  };
}
