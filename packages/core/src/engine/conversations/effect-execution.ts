import type { EffectOutcome, HostedEffect } from '../../domain/conversation/effects.ts';
import type { EffectPlace } from '../../ports/effect-host.ts';
import type { ConversationContext, LeasedConversation } from './conversation-context.ts';
import { carryOutEffect, type EffectsResult, type PendingEffects } from './effects.ts';
import { withLateTexts } from './late-texts.ts';

/**
 * Carries out effects in order, except a jump, which the next step carries out.
 *
 * @param abandoning - Aborts the effect under way.
 * @returns `'abandoned'` when the signal came first: the outcome is unknown, and the effects must run again.
 * @spec CV21, CV23, CV24
 */
export async function carryOutEffects(
  context: ConversationContext,
  { brand, customerNumber }: LeasedConversation,
  { channel, effects }: PendingEffects,
  abandoning: AbortSignal,
): Promise<EffectsResult | 'abandoned'> {
  const { number: channelNumber, workspace } = channel;
  const conversation = { brand, workspace, customerNumber, channelNumber, userAgent: context.userAgent };
  let last: EffectsResult = { kind: 'done' };
  for (const effect of effects) {
    if (abandoning.aborted) return 'abandoned';
    const outcome =
      effect.kind === 'jump'
        ? ({ ok: true } as const)
        : await carryOutWithinLimit(context, effect, { ...conversation, signal: abandoning });
    if (outcome === 'abandoned') return outcome;
    if (effect.awaited) last = outcome === 'later' ? { kind: 'later' } : { kind: 'outcome', outcome };
  }
  return last;
}

/** @spec CV23, CV27 */
async function carryOutWithinLimit(
  context: ConversationContext,
  effect: HostedEffect,
  { signal: abandoning, ...conversation }: EffectPlace,
): Promise<EffectOutcome | 'later' | 'abandoned'> {
  const over = new AbortController();
  const limit = new AbortController();
  const place = { ...conversation, signal: AbortSignal.any([abandoning, limit.signal]) };
  const carriedOut = outcomeOf(context, effect, place);
  const late = context.timer.sleep(context.effectLimitMs, over.signal).then(() => 'late' as const);
  const abandoned = untilAborted(AbortSignal.any([abandoning, over.signal])).then(() => 'abandoned' as const);
  const outcome = await Promise.race([carriedOut, late, abandoned]);
  over.abort();
  if (outcome !== 'late') return outcome;
  limit.abort();
  return { ok: false, reason: 'timeout' };
}

async function outcomeOf(
  context: ConversationContext,
  effect: HostedEffect,
  place: EffectPlace,
): Promise<EffectOutcome | 'later' | 'abandoned'> {
  const { effectHosts, onFault } = context;
  try {
    const filled = await withLateTexts(context, effect, place);
    if (filled === undefined) return { ok: false, reason: 'too_large' };
    const outcome = await carryOutEffect(effectHosts, filled, place);
    return place.signal.aborted ? 'abandoned' : outcome;
  } catch (error) {
    if (place.signal.aborted) return 'abandoned';
    const { brand, customerNumber } = place;
    onFault({ conversation: { brand, customerNumber }, error });
    return { ok: false, reason: 'host_failed' };
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal.aborted) resolve();
  signal.addEventListener('abort', () => resolve(), { once: true });
  return promise;
}
