import type { HostedEffect } from '../../domain/conversation/effects.ts';
import { fillLateReferences, type LateTexts } from '../../domain/conversation/fill-late-references.ts';
import type { EffectPlace } from '../../ports/effect-host.ts';
import type { EngineParts } from '../engine-parts.ts';
import { messagesRead, saidIn, transcriptOf } from './transcript.ts';

/**
 * Fills the late references of an effect.
 *
 * @returns `undefined` when a text grows too large.
 * @spec LM20, LM21
 */
export async function withLateTexts<TEffect extends HostedEffect>(
  parts: Pick<EngineParts, 'storage'>,
  effect: TEffect,
  place: EffectPlace,
): Promise<TEffect | undefined> {
  if (!('late' in effect) || effect.late === undefined) return effect;
  return fillLateReferences(effect, await lateTexts(parts, effect.late, place));
}

async function lateTexts(parts: Pick<EngineParts, 'storage'>, late: LateTexts, place: EffectPlace): Promise<LateTexts> {
  return {
    ...(late['#last'] !== undefined && { '#last': await lastText(parts, place) }),
    ...(late['#transcript'] !== undefined && { '#transcript': await transcriptOf(parts, place) }),
  };
}

async function lastText(parts: Pick<EngineParts, 'storage'>, place: EffectPlace): Promise<string> {
  for await (const message of messagesRead(parts, place)) {
    if (message.sender.type === 'customer') return saidIn(message) ?? '';
  }
  return '';
}
