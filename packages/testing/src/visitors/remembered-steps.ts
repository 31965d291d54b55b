import type { ConversationRunner, ConversationState, Step, TraceEvent } from '@botwright/core/conversation';

/** Visits differ after a few messages: later steps would only take memory. */
const mostTurns = 5;
const mostSteps = 10_000;

interface RememberedStep {
  readonly step: Step;
  readonly events: readonly TraceEvent[];
}

interface StepsOfState {
  readonly byInput: Map<string, RememberedStep>;
  /** By the JSON text of a result: different inputs with one result, such as refused answers, go on as one. */
  readonly states: Map<string, ConversationState>;
}

/**
 * Takes each of the first steps once, for all chats of one simulation: many visitors begin with the same messages. The
 * state and the input determine the step, because nothing but steps changes the Fields of such a chat.
 */
export function rememberingRunner(runner: ConversationRunner): ConversationRunner {
  const known = new WeakMap<ConversationState, StepsOfState>();
  let left = mostSteps;
  return {
    ...runner,
    step(bot, state, input, context) {
      if (state.turn > mostTurns) return runner.step(bot, state, input, context);
      const key = `${bot.number} ${context.now} ${JSON.stringify(input)}`;
      const ofState: StepsOfState = known.get(state) ?? { byInput: new Map(), states: new Map() };
      let remembered = ofState.byInput.get(key);
      if (remembered === undefined) {
        const events: TraceEvent[] = [];
        const step = runner.step(bot, state, input, { ...context, trace: (event) => events.push(event) });
        const result = JSON.stringify([step.state, step.writes]);
        const next = ofState.states.get(result) ?? step.state;
        remembered = { step: { ...step, state: next }, events };
        if (left > 0) {
          known.set(state, ofState);
          ofState.byInput.set(key, remembered);
          ofState.states.set(result, next);
        }
        left -= 1;
      }
      for (const event of remembered.events) context.trace?.(event);
      return remembered.step;
    },
  };
}
