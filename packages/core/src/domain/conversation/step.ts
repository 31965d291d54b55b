import type { FeedbackConfiguration } from '../feedback.ts';
import type { Fields, FieldWrite } from '../field/field.ts';
import type { FieldBounds } from '../field/field-bounds.ts';
import type { EpochMs } from '../time/epoch-ms.ts';
import type { ConversationState } from './conversation-state.ts';
import type { Effect, EffectOutcome } from './effects.ts';
import type { BotMessage, VisitorInput } from './messages.ts';
import type { PreparedBot } from './prepared-bot.ts';

/** What happened to a conversation. Each input is worked in one step. */
export type ConversationInput =
  /** Begin, wherever the conversation was: at the greeting, or at a block of the bot. */
  | { readonly kind: 'start'; readonly node?: string }
  /** The visitor wrote. */
  | { readonly kind: 'message'; readonly message: VisitorInput }
  /** What became of the awaited effect of this id. */
  | { readonly kind: 'result'; readonly effect: string; readonly outcome: EffectOutcome }
  /** A person took the conversation over. The bot says nothing until it is started again. */
  | { readonly kind: 'taken_over' }
  /** Somebody closed the conversation. */
  | { readonly kind: 'closed' };

/** What a step reads beside the bot, the state and the input. */
export interface StepContext {
  readonly now: EpochMs;
  /** The customer's Fields as they are now. */
  readonly fields: Fields;
  /** The bot's configuration as it is now, also for conversations that began under another one. Absent: nobody is asked. */
  readonly feedback?: FeedbackConfiguration;
  /** How much the step may do and write; absent, the runner's own limits hold. */
  readonly bounds?: StepBounds;
}

export interface StepBounds {
  /** Units of work that the step may take. */
  readonly work: number;
  readonly fields: FieldBounds;
}

/** What one input did to a conversation. */
export interface Step {
  readonly state: ConversationState;
  /** In the order in which the visitor reads them. */
  readonly messages: readonly BotMessage[];
  /** In the order in which they happened. */
  readonly writes: readonly FieldWrite[];
  /** To carry out after the messages, in order. An awaited one is the last. */
  readonly effects: readonly Effect[];
}

/**
 * Runs conversations, one pure step at a time: the same bot, state, input and context always give the same step.
 * Keeps nothing of a conversation between two calls: one runner serves any number of them.
 */
export interface ConversationRunner {
  /**
   * Works one input: all that comes of it is in the result. Never throws, and changes nothing that it is given.
   *
   * @param bot - The bot that the conversation is in, by the number in its state. With another one the conversation
   *   begins anew, except for the outcome of a jump, which comes with the bot that the jump goes to.
   */
  step(bot: PreparedBot, state: ConversationState, input: ConversationInput, context: StepContext): Step;
}
