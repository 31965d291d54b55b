import type { Desk } from './desk.ts';
import { giveUp } from './give-up.ts';
import type { CarriedOut } from './pending-effects.ts';
import { stepConversation } from './step-conversation.ts';
import type { HeldConversation, StepResult } from './step-result.ts';
import { tryAlone } from './try-alone.ts';

/** After so many deaths a step is not tried any more. */
const maxDeaths = 3;

/** What may have ended two processes waits until this one has lived so long, in milliseconds. */
const secondTrialAfterMs = 1_000;

/**
 * Brings a conversation one step on: as ever, or with care where processes died over the step.
 *
 * @param stopping - Ends a wait.
 * @returns `'left'`: it is held, and nothing was done.
 * @throws What kept the step from being worked; nothing of it is stored.
 * @spec CV20, CV50, CV51, CV52
 */
export async function advance(
  desk: Desk,
  held: HeldConversation,
  carried: CarriedOut | undefined,
  stopping: AbortSignal,
): Promise<StepResult | { readonly kind: 'left' }> {
  const { deaths } = held;
  if (deaths >= maxDeaths) {
    await giveUp(desk, held);
    const { brand, customerNumber } = held;
    const error = new Error(`A step was given up: the process died ${deaths} times of it.`);
    desk.onFault({ conversation: { brand, customerNumber }, error });
    return { kind: 'stepped' };
  }
  if (deaths > 1) await desk.alarm.sleep(secondTrialAfterMs, stopping);
  if (deaths > 0) {
    if (stopping.aborted && carried === undefined) return { kind: 'left' };
    if ((await tryAlone(desk, held, carried)) === 'lost') return { kind: 'lost' };
  }
  return desk.steps.gate.together(() => stepConversation(desk, held, carried));
}
