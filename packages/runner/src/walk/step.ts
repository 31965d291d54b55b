import type { EpochMs, FeedbackConfiguration, FieldBounds } from '@botwright/core/diagram';
import type { ConversationState } from '../conversation/conversation-state.ts';
import type { Effect } from '../effect/effect.ts';
import type { Fields, FieldWrite } from '../field/field.ts';
import type { Message } from '../message/message.ts';

/** What a step is told of the world at this moment. */
export interface StepContext {
  readonly now: EpochMs;
  /** The customer's Fields as they are now. */
  readonly fields: Fields;
  /** The bot's configuration as it is now: it reaches conversations that are running. Absent means not asked. */
  readonly feedback?: FeedbackConfiguration;
  /** How much the step may do and leave behind; absent, the runner's own limits hold. */
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
  readonly messages: readonly Message[];
  /** In the order in which they happened. */
  readonly writes: readonly FieldWrite[];
  /** To carry out after the messages, in order. An awaited one is the last. */
  readonly effects: readonly Effect[];
}
