import type { ChannelCapabilities } from '../../domain/channel.ts';
import type { ExpectedInput } from '../../domain/conversation/conversation-state.ts';
import type { EffectOutcome } from '../../domain/conversation/effects.ts';
import type { VisitorInput } from '../../domain/conversation/messages.ts';
import type { ConditionCheck } from '../../domain/conversation/trace.ts';
import type { Field, Fields } from '../../domain/field/field.ts';
import type { JsonObject } from '../../domain/json/json-value.ts';
import type { EpochMs } from '../../domain/time/epoch-ms.ts';
import type { StepBudget } from '../budget/step-budget.ts';
import type { RunnerLimits } from '../limits.ts';
import type { Transition } from './transition.ts';

/**
 * The behaviour of one kind of block in a conversation: the other half of its definition. Its functions are pure: they
 * read nothing but their arguments, and change nothing.
 */
export interface BlockBehaviour {
  /** Name of the definition. */
  readonly block: string;
  /** Called when the conversation arrives at the block. */
  enter(context: ExecutionContext): Transition;
  /**
   * Called in place of `enter` when the conversation comes back after words that work anywhere, with the memory that the
   * block had while it waited.
   *
   * @spec KW10
   */
  comeBack?(context: ExecutionContext): Transition;
  /** Called when the visitor writes while the conversation waits at the block. */
  answer?(context: ExecutionContext, message: VisitorInput): Transition;
  /** Called when the effect that the block waits for has an outcome. */
  resolve?(context: ExecutionContext, outcome: EffectOutcome): Transition;
  /**
   * How the block that waits expects the answer, for a page that helps to give it.
   *
   * @spec QN20
   */
  expects?(context: ExecutionContext): ExpectedInput | undefined;
  /** Called when the moment has come until which the block waits. */
  timeOut?(context: ExecutionContext): Transition;
  /**
   * Answers that the block probably accepts, the most probable first: for tests that invent a conversation.
   *
   * @param output - By which the block should be left, if its answers decide that.
   */
  samples?(params: JsonObject, output?: string): readonly SampleAnswer[];
}

/** A text that a visitor types, or another message. */
export type SampleAnswer = string | { readonly image: string };

/** The data that a block reads when it is executed. */
export interface ExecutionContext {
  /** Id of the block. */
  readonly node: string;
  /** As the author wrote them, with the defaults where nothing was written. Any of them may be of any type. */
  readonly params: JsonObject;
  /** The customer's Fields, with all that was written earlier in the step. */
  readonly fields: Fields;
  /** The `memory` that the block returned when it began to wait; empty in `enter`. */
  readonly memory: JsonObject;
  /** Keys that blocks have remembered since the conversation began, oldest first; at most 100. */
  readonly remembered: readonly string[];
  /** Id of the conversation, chosen by the host. */
  readonly conversation: string;
  /** Number of the step: 1, 2, … in each conversation. */
  readonly step: number;
  /** Number of the bot. */
  readonly bot: number;
  /** The family of the bot, such as `native`. */
  readonly channelFamily: string;
  /** The features of the channel family. A block sends texts, dialogs and media in place of the other ones. */
  readonly can: ChannelCapabilities;
  /** The moment of the step; the same in a repeated step. */
  readonly now: EpochMs;
  /** The conversation ends with an error event when a step exceeds one. */
  readonly limits: RunnerLimits;
  /**
   * Charge work that grows with texts, lists or Fields before it is done. The runner charges for its own work, and for
   * the content of the transition.
   */
  readonly budget: StepBudget;
  /** Evaluates a CEL expression over the Fields; `undefined` when it has no result. */
  formula(expression: string): Field | undefined;
  /**
   * Chooses one of `count` wordings of the block, from 0: the same in a repeated step, and not the one that the block
   * chose last.
   *
   * @spec QN11
   */
  vary(count: number): number;
  /**
   * Whether an RE2 pattern matches a text or a part of it, in linear time; `false` for a faulty pattern and for one of
   * more than 500 UTF-16 units.
   */
  matches(text: string, pattern: string): boolean;
  /** Tells the trace of the step why the block chooses an output; absent when nobody asked for the trace. */
  readonly explain?: (check: ConditionCheck) => void;
}
