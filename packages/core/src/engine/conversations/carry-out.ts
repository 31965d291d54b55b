import type { EffectOutcome, HostedEffect } from '../../ports/conversation-runner.ts';
import type { ConversationKey } from '../../ports/conversation-store.ts';
import type { Desk } from './desk.ts';
import type { CarriedOut, PendingEffect } from './pending-effects.ts';

export interface CarryOutRequest extends ConversationKey {
  readonly channelNumber: number;
  readonly effects: readonly PendingEffect[];
  /** Gives up what is under way. */
  readonly signal: AbortSignal;
}

/**
 * Carries out effects in their order. A jump is left to the step that follows.
 *
 * @returns `'abandoned'` when the signal came first: nothing is known, and they are to be carried out again.
 * @spec CV21, CV23, CV24
 */
export async function carryOut(desk: Desk, request: CarryOutRequest): Promise<CarriedOut | 'abandoned'> {
  let last: CarriedOut = { kind: 'done' };
  for (const effect of request.effects) {
    if (request.signal.aborted) return 'abandoned';
    const answer = effect.kind === 'jump' ? ({ ok: true } as const) : await carryOutOne(desk, request, effect);
    if (answer === 'abandoned') return answer;
    if (effect.awaited) last = answer === 'later' ? { kind: 'later' } : { kind: 'outcome', outcome: answer };
  }
  return last;
}

/** @spec CV23, CV27 */
async function carryOutOne(
  desk: Desk,
  { brand, customerNumber, channelNumber, signal }: CarryOutRequest,
  effect: HostedEffect,
): Promise<EffectOutcome | 'later' | 'abandoned'> {
  const over = new AbortController();
  const limit = new AbortController();
  const place = { brand, customerNumber, channelNumber, signal: AbortSignal.any([signal, limit.signal]) };
  const carried = hostedOutcome(desk, effect, place);
  const late = desk.alarm.sleep(desk.effectLimitMs, over.signal).then(() => 'late' as const);
  const given = untilAborted(AbortSignal.any([signal, over.signal])).then(() => 'abandoned' as const);
  const answer = await Promise.race([carried, late, given]);
  over.abort();
  if (answer !== 'late') return answer;
  limit.abort();
  return { ok: false, reason: 'timeout' };
}

async function hostedOutcome(
  desk: Desk,
  effect: HostedEffect,
  place: Parameters<Desk['effects']['carryOut']>[1],
): Promise<EffectOutcome | 'later' | 'abandoned'> {
  try {
    const answer = await desk.effects.carryOut(effect, place);
    return place.signal.aborted ? 'abandoned' : answer;
  } catch (error) {
    if (place.signal.aborted) return 'abandoned';
    const { brand, customerNumber } = place;
    desk.onFault({ conversation: { brand, customerNumber }, error });
    return { ok: false, reason: 'host_failed' };
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal.aborted) resolve();
  signal.addEventListener('abort', () => resolve(), { once: true });
  return promise;
}
