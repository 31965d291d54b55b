import type { AwaitedEffect, EffectOutcome } from './effect.ts';

/**
 * What becomes of an effect where nobody can carry it out: a booking is taken as done, so that the conversation
 * goes on; anything else fails, by `$failed` or with an error event, as the block has it.
 *
 * @spec RN117
 */
export function resolveWithoutHost(effect: AwaitedEffect): EffectOutcome {
  return effect.kind === 'scheduler' ? { ok: true } : { ok: false, reason: 'no_host' };
}
