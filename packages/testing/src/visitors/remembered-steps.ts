import type { ConversationRunner, ConversationState, Step, TraceEvent } from '@botwright/core/conversation';

/** Visits differ after a few messages: later steps would only take memory. */
const mostTurns = 5;
const mostSteps = 10_000;

interface RememberedStep {
  readonly step: Step;
  readonly events: readonly TraceEvent[];
}

/**
 * Takes each of the first steps once, for all chats of one simulation: many visitors begin with the same messages. The
 * state and the input determine the step, because nothing but steps changes the Fields of such a chat.
 */
export function rememberingRunner(runner: ConversationRunner): ConversationRunner {
  const known = new WeakMap<ConversationState, Map<string, RememberedStep>>();
  let left = mostSteps;
  return {
    ...runner,
    step(bot, state, input, context) {
      if (state.turn > mostTurns) return runner.step(bot, state, input, context);
      const key = `${bot.number} ${context.now} ${JSON.stringify(input)}`;
      const ofState = known.get(state) ?? new Map<string, RememberedStep>();
      let remembered = ofState.get(key);
      if (remembered === undefined) {
        const events: TraceEvent[] = [];
        const step = runner.step(bot, state, input, { ...context, trace: (event) => events.push(event) });
        remembered = { step, events };
        if (left > 0) known.set(state, ofState.set(key, remembered));
        left -= 1;
      }
      for (const event of remembered.events) context.trace?.(event);
      return remembered.step;
    },
  };
}
