import { carryOut } from './carry-out.ts';
import type { Desk } from './desk.ts';
import type { CarriedOut } from './pending-effects.ts';
import { type HeldConversation, stepConversation } from './step-conversation.ts';

export interface WorkSignals {
  /** Ends the work between two steps. */
  readonly stopping: AbortSignal;
  /** Gives up an effect that is being carried out. */
  readonly abandoning: AbortSignal;
  /** Told of every step that was committed. */
  onStep?(): void;
}

/**
 * Works a conversation until there is nothing to work: entries in their order, each with the effects that it
 * asks for. The hold is the caller's to give up.
 *
 * @returns `'lost'`: the hold is gone already.
 * @throws What kept a step from being worked; nothing of that step is stored.
 * @spec CV17, CV18, CV21, CV22, CV28
 */
export async function workConversation(
  desk: Desk,
  held: HeldConversation,
  { stopping, abandoning, onStep }: WorkSignals,
): Promise<'at_rest' | 'lost' | 'stopped'> {
  let carried: CarriedOut | undefined;
  for (;;) {
    if (stopping.aborted && carried === undefined) return 'stopped';
    const result = await stepConversation(desk, held, carried);
    carried = undefined;
    if (result.kind === 'lost') return 'lost';
    if (result.kind === 'idle') return 'at_rest';
    if (result.kind === 'stepped') {
      onStep?.();
      continue;
    }
    const { effects, channelNumber } = result;
    const { brand, customerNumber } = held;
    const answer = await carryOut(desk, { brand, customerNumber, channelNumber, effects, signal: abandoning });
    if (answer === 'abandoned') return 'stopped';
    carried = answer;
  }
}
