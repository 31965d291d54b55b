import { type ConversationState, createConversation } from './conversation/conversation-state.ts';
import { readConversationState } from './conversation/read-conversation-state.ts';
import { createRunner, type Runner, type RunnerOptions } from './create-runner.ts';

/** A runner as an engine takes it. */
export interface ConversationRunner extends Runner {
  createConversation(conversation: string, bot: number): ConversationState;
  readState(stored: unknown): ConversationState | undefined;
}

/**
 * Makes what an engine works conversations with.
 *
 * @throws {TypeError} As `createRunner`.
 * @spec RN3, RN4
 * @example
 * const engine = createEngine({ storage, runner: conversationRunner() });
 */
export function conversationRunner(options: RunnerOptions = {}): ConversationRunner {
  return { ...createRunner(options), createConversation, readState: readConversationState };
}
