import type { BlockDefinition } from '../blocks/block-definition.ts';
import type { FeedbackConfiguration } from '../feedback.ts';
import type { Fields, FieldWrite } from '../field/field.ts';
import type { FieldBounds } from '../field/field-bounds.ts';
import type { EpochMs } from '../time/epoch-ms.ts';
import type { ConversationState } from './conversation-state.ts';
import type { Effect, EffectOutcome } from './effects.ts';
import type { BotMessage, VisitorInput } from './messages.ts';
import type { PreparedBot } from './prepared-bot.ts';
import type { TraceEvent } from './trace.ts';

/** Something that happened to a conversation. One step processes one input. */
export type ConversationInput =
  /** Begin anew, at the greeting or at the block `node` of the bot. */
  | { readonly kind: 'start'; readonly node?: string }
  /**
   * The visitor wrote. `seq` of a pressed button: the number of this message, or of the dialog that it answers where the
   * client says which.
   */
  | { readonly kind: 'message'; readonly message: VisitorInput; readonly seq?: number }
  /** The awaited effect with this id has ended. */
  | { readonly kind: 'result'; readonly effect: string; readonly outcome: EffectOutcome }
  /** A person took the conversation over. The bot says nothing until it is started again. */
  | { readonly kind: 'taken_over' }
  /** Somebody closed the conversation. */
  | { readonly kind: 'closed' };

/** What a step reads in addition to the bot, the state and the input. */
export interface StepContext {
  readonly now: EpochMs;
  /** The customer's Fields as they are now. */
  readonly fields: Fields;
  /**
   * The bot's current configuration, also for conversations that began with another one. Absent: visitors are not asked
   * for feedback.
   */
  readonly feedback?: FeedbackConfiguration;
  /** Number of the last message before the step. Absent: the host does not number messages. */
  readonly lastSeq?: number;
  /** Bounds of what the step may do and write. Default: those of the runner. */
  readonly bounds?: StepBounds;
  /** Receives what the step did, in order, when the step is done. The step is the same with it and without it. */
  readonly trace?: (event: TraceEvent) => void;
}

export interface StepBounds {
  /** Units of work that the step may use. */
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
   * The blocks that it can run. An engine compares them with its own, and refuses a difference when it is made. Absent:
   * nothing is compared.
   */
  readonly blocks?: readonly BlockDefinition[];
  /**
   * Processes one input and returns everything that follows from it. Never throws, and does not change its arguments.
   *
   * @param bot - The bot that the conversation is in, by the number in its state. With another bot the conversation
   *   begins anew, unless the input is the outcome of a jump to that bot.
   */
  step(bot: PreparedBot, state: ConversationState, input: ConversationInput, context: StepContext): Step;
}
