import type { EffectOutcome } from '../../ports/conversation-runner.ts';
import { awaitedOf, type CarriedOut, type PendingEffect } from './pending-effects.ts';
import { findRunnable, findRunnableByNumber } from './runnable-version.ts';
import { type Scene, type Turn, turnOn } from './turn.ts';

/**
 * Tells what it comes to that effects were carried out. Where the customer was given to somebody else meanwhile,
 * or the bot answers nobody any more, it is nothing, and the conversation does not wait any longer.
 *
 * @spec CV24, CV34, CV35, CV38
 */
export async function turnOfOutcome(
  scene: Scene,
  effects: readonly PendingEffect[],
  carried: CarriedOut,
): Promise<Turn> {
  const awaited = awaitedOf(effects);
  if (awaited === undefined || carried.kind !== 'outcome') return { kind: 'wait' };
  const version = await findRunnable(scene.tx, scene.channel, scene.customer.botId);
  if (version === undefined || version.bot.number !== scene.state?.bot) return { kind: 'reset' };

  const handIn = (outcome: EffectOutcome) => ({ kind: 'result', effect: awaited.id, outcome }) as const;
  if (awaited.kind !== 'jump') return turnOn(scene, version, handIn(carried.outcome));
  const target = await findRunnableByNumber(scene.tx, scene.channel, awaited.bot);
  return target === undefined
    ? turnOn(scene, version, handIn({ ok: false, reason: 'bot_not_found' }))
    : turnOn(scene, target, handIn({ ok: true }));
}
