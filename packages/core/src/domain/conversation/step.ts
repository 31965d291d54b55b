import type { BlockDefinition } from '../blocks/block-definition.ts';
import type { FeedbackConfiguration } from '../feedback.ts';
import type { Fields, FieldWrite } from '../field/field.ts';
import type { FieldBounds } from '../field/field-bounds.ts';
import type { EpochMs } from '../time/epoch-ms.ts';
import type { ConversationState, ExpectedInput } from './conversation-state.ts';
import type { Effect, EffectOutcome } from './effects.ts';
import type { BotMessage, VisitorInput } from './messages.ts';
import type { PreparedBot } from './prepared-bot.ts';
import type { TraceEvent } from './trace.ts';

/** The input of one step. */
export type ConversationInput =
  /** Begin again, at the greeting or at the block `node`. */
  | { readonly kind: 'start'; readonly node?: string }
  /**
   * The visitor wrote. `seq` of a pressed button: the number of this message, or of the answered dialog if the client
   * gives it.
   */
  | { readonly kind: 'message'; readonly message: VisitorInput; readonly seq?: number }
  /** The awaited effect with this id has ended. */
  | { readonly kind: 'result'; readonly effect: string; readonly outcome: EffectOutcome }
  /** The wait of the state with this `turn` is over. Changes nothing in another state, and before its `until`. */
  | { readonly kind: 'timeout'; readonly turn: number }
  /** An agent took the conversation over. The bot is silent until it is started again. */
  | { readonly kind: 'taken_over' }
  /** Somebody closed the conversation. */
  | { readonly kind: 'closed' };

/** The input of a step besides bot, state and input. */
export interface StepContext {
  /** The moment of the step. A repeated step with the same moment has the same result. */
  readonly now: EpochMs;
  /** The customer's present Fields. */
  readonly fields: Fields;
  /** The bot's current configuration, also for older conversations. Absent: no feedback questions. */
  readonly feedback?: FeedbackConfiguration;
  /** Number of the last message before the step. Absent: the host does not number messages. */
  readonly lastSeq?: number;
  /** Bounds of the work and the writes of the step. Default: the bounds of the runner. */
  readonly bounds?: StepBounds;
  /** Receives the trace of the step, in order, after the step. Does not change the step. */
  readonly trace?: (event: TraceEvent) => void;
}

export interface StepBounds {
  /** Units of work for the step. */
  readonly work: number;
  /** Number and size of the customer's Fields after the step. */
  readonly fields: FieldBounds;
}

/** The result of one input. */
export interface Step {
  /** Store it, and pass it to the next step. */
  readonly state: ConversationState;
  /** In reading order. */
  readonly messages: readonly BotMessage[];
  /** In order of occurrence. */
  readonly writes: readonly FieldWrite[];
  /** For execution after the messages, in order. An awaited effect is the last. */
  readonly effects: readonly Effect[];
}

/**
 * Runs conversations, one pure step at a time: the same bot, state, input and context always give the same step. Stores
 * nothing between two calls: one runner serves any number of conversations.
 */
export interface ConversationRunner {
  /**
   * The blocks that it can run. `createEngine` compares them with the engine's catalog, and refuses a difference.
   * Absent: no comparison.
   */
  readonly blocks?: readonly BlockDefinition[];
  /**
   * Processes one input and returns all results. Never throws, and does not change its arguments.
   *
   * @param bot - The bot with the number in the state. With another bot the conversation begins again, unless the input
   *   is the outcome of a jump to this bot.
   */
  step(bot: PreparedBot, state: ConversationState, input: ConversationInput, context: StepContext): Step;
  /**
   * How the block at which the conversation waits expects the answer, for a page that helps to give it. Never throws.
   *
   * @returns `undefined`: it waits at no such block of this bot.
   */
  expects?(bot: PreparedBot, state: ConversationState, context: StepContext): ExpectedInput | undefined;
  /** The words, at most 20, that a page offers because the bot understands them at this moment. Never throws. */
  quickWords?(bot: PreparedBot, state: ConversationState): readonly string[];
}
