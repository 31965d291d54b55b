import {
  type AwaitedEffect,
  type Effect,
  type EffectOutcome,
  type HostedEffect,
  outcomeWithoutHost,
} from '../../domain/conversation/effects.ts';
import type { ConversationRecord } from '../../ports/conversation-store.ts';
import type { EffectHost, EffectPlace } from '../../ports/effect-host.ts';

/** An effect that is carried out after its step is committed. */
export type PendingEffect = AwaitedEffect;

/** The effects that have to be carried out before a conversation goes on. */
export interface PendingEffects {
  readonly channelNumber: number;
  readonly effects: readonly PendingEffect[];
}

/** The result of carrying out effects: the outcome of the awaited one, if there is one. */
export type EffectsResult =
  | { readonly kind: 'done' }
  /** The host hands in the outcome later. */
  | { readonly kind: 'later' }
  | { readonly kind: 'outcome'; readonly outcome: EffectOutcome };

export function pendingOf(effects: readonly Effect[]): readonly PendingEffect[] {
  return effects.filter((effect): effect is PendingEffect => !isNotice(effect));
}

export function encodePending(effects: readonly PendingEffect[]): { readonly effectsJson?: string } {
  return effects.length === 0 ? {} : { effectsJson: JSON.stringify(effects) };
}

export function decodePending(effectsJson: string | undefined): readonly PendingEffect[] {
  return effectsJson === undefined ? [] : (JSON.parse(effectsJson) as readonly PendingEffect[]);
}

/** Whether any of them needs the effect host: a jump does not. */
export function needsHost(effects: readonly PendingEffect[]): boolean {
  return effects.some(({ kind }) => kind !== 'jump');
}

export function withoutPending({ effectsJson: _, ...record }: ConversationRecord): ConversationRecord {
  return record;
}

/** Whether the effect is stored together with its step. */
function isNotice(effect: Effect): boolean {
  return effect.kind === 'assign' || effect.kind === 'close' || effect.kind === 'feedback';
}

/** Carries out every effect. An effect that no host handles fails. */
export interface EffectExecutor {
  carryOut(effect: HostedEffect, place: EffectPlace): Promise<EffectOutcome | 'later'>;
}

/**
 * Tries hosts in order, until one handles the effect.
 *
 * @spec CV39, CV49
 */
export function createEffectExecutor(hosts: readonly EffectHost[]): EffectExecutor {
  return {
    async carryOut(effect, place) {
      for (const host of hosts) {
        const answer = await host.carryOut(effect, place);
        if (answer !== 'unhandled') return answer;
      }
      return outcomeWithoutHost(effect);
    },
  };
}
