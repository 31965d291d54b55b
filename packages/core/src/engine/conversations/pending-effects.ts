import type { EffectOutcome, HostedEffect, JumpBlockEffect, RunnerEffect } from '../../ports/conversation-runner.ts';
import type { ConversationRecord } from '../../ports/conversation-store.ts';

/** What has to be done outside the step that asked for it. */
export type PendingEffect = HostedEffect | JumpBlockEffect;

/** What became of them: of the awaited one, if there is one. */
export type CarriedOut =
  | { readonly kind: 'done' }
  | { readonly kind: 'later' }
  | { readonly kind: 'outcome'; readonly outcome: EffectOutcome };

export function pendingOf(effects: readonly RunnerEffect[]): readonly PendingEffect[] {
  return effects.filter((effect): effect is PendingEffect => !isNotice(effect));
}

export function encodePending(effects: readonly PendingEffect[]): { readonly effectsJson?: string } {
  return effects.length === 0 ? {} : { effectsJson: JSON.stringify(effects) };
}

export function decodePending(effectsJson: string | undefined): readonly PendingEffect[] {
  return effectsJson === undefined ? [] : (JSON.parse(effectsJson) as readonly PendingEffect[]);
}

/** Whether any of them takes the world outside. */
export function needsHost(effects: readonly PendingEffect[]): boolean {
  return effects.some(({ kind }) => kind !== 'jump');
}

export function withoutPending({ effectsJson: _, ...record }: ConversationRecord): ConversationRecord {
  return record;
}

/** The last, if the conversation waits for it. */
export function awaitedOf(effects: readonly PendingEffect[]): PendingEffect | undefined {
  const last = effects.at(-1);
  return last?.awaited === true ? last : undefined;
}

function isNotice(effect: RunnerEffect): boolean {
  return effect.kind === 'assign' || effect.kind === 'close' || effect.kind === 'feedback';
}
