import {
  type ConversationInput,
  type ConversationRunner,
  conversationRunner as healthyRunner,
  type RunnerOptions,
} from '@botwright/runner';
import { deadlyText } from './deadly-text.ts';

/** Stands in for the runner of `@botwright/runner`: works every step but one as that does. */
export function conversationRunner(options?: RunnerOptions): ConversationRunner {
  const runner = healthyRunner(options);
  return {
    ...runner,
    step(bot, state, input, context) {
      if (isDeadly(input)) process.kill(process.pid, 'SIGKILL');
      return runner.step(bot, state, input, context);
    },
  };
}

function isDeadly(input: ConversationInput): boolean {
  return input.kind === 'message' && input.message.type === 'text' && input.message.text === deadlyText;
}
