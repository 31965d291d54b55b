import {
  type AwaitedEffect,
  type Effect,
  type EffectOutcome,
  type HostedEffect,
  outcomeWithoutHost,
} from '../../domain/conversation/effects.ts';
import type { EffectHost, EffectPlace } from '../../ports/effect-host.ts';
import type { ChannelRecord } from '../../records/channels.ts';
import type { ConversationRecord } from '../../records/customers.ts';

/** The effects that have to be carried out before a conversation goes on. */
export interface PendingEffects {
  readonly channel: Pick<ChannelRecord, 'number' | 'workspace'>;
  readonly effects: readonly AwaitedEffect[];
}

/** The result of carrying out effects: the outcome of the awaited one, if there is one. */
export type EffectsResult =
  | { readonly kind: 'done' }
  /** The host hands in the outcome later. */
  | { readonly kind: 'later' }
  | { readonly kind: 'outcome'; readonly outcome: EffectOutcome };

export function pendingOf(effects: readonly Effect[]): readonly AwaitedEffect[] {
  return effects.filter((effect): effect is AwaitedEffect => !isNotice(effect));
}

export function encodePending(effects: readonly AwaitedEffect[]): { readonly effectsJson?: string } {
  return effects.length === 0 ? {} : { effectsJson: JSON.stringify(effects) };
}

export function decodePending(effectsJson: string | undefined): readonly AwaitedEffect[] {
  return effectsJson === undefined ? [] : (JSON.parse(effectsJson) as readonly AwaitedEffect[]);
}

/** Whether any effect needs the effect host. A jump does not. */
export function needsHost(effects: readonly AwaitedEffect[]): boolean {
  return effects.some(({ kind }) => kind !== 'jump');
}

export function withoutPending({ effectsJson: _, ...record }: ConversationRecord): ConversationRecord {
  return record;
}

/** Whether the effect is stored together with its step. */
function isNotice(effect: Effect): boolean {
  return effect.kind === 'assign' || effect.kind === 'close' || effect.kind === 'feedback';
}

/**
 * Tries hosts in order, until one handles the effect. An effect that no host handles fails.
 *
 * @spec CV39, CV49
 */
export async function carryOutEffect(
  hosts: readonly EffectHost[],
  effect: HostedEffect,
  place: EffectPlace,
): Promise<EffectOutcome | 'later'> {
  for (const host of hosts) {
    const answer = await host.carryOut(effect, place);
    if (answer !== 'unhandled') return answer;
  }
  return outcomeWithoutHost(effect);
}
