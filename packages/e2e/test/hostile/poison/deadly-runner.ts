import type { ConversationInput, ConversationRunner } from '@botwright/core/conversation';
import { conversationRunner as healthyRunner, type RunnerOptions } from '@botwright/core/runner';
import { deadlyText } from './deadly-text.ts';

/** Replaces the runner of `@botwright/core/runner`, and passes every step but one to it. */
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
