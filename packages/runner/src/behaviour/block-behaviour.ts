import type { EpochMs, JsonObject } from '@botwright/core/diagram';
import type { EffectOutcome } from '../effect/effect.ts';
import type { Field, Fields } from '../field/field.ts';
import type { RunnerLimits } from '../limits.ts';
import type { VisitorMessage } from '../message/message.ts';
import type { Work } from '../work/work.ts';
import type { Move } from './move.ts';

/**
 * What one kind of block does in a conversation: the other half of its definition. Pure: what it is given says
 * everything, and what it answers is all that happens.
 */
export interface BlockBehaviour {
  /** Name of the definition. */
  readonly block: string;
  /** The conversation comes to the block. */
  enter(visit: Visit): Move;
  /** The visitor wrote while the conversation waited here. */
  answer?(visit: Visit, message: VisitorMessage): Move;
  /** The effect that the block awaited came to this. */
  resolve?(visit: Visit, outcome: EffectOutcome): Move;
}

/** What a block is told. */
export interface Visit {
  /** Id of the block. */
  readonly node: string;
  /** As the author wrote them, with the defaults where nothing was written. Any of them may be of any type. */
  readonly params: JsonObject;
  /** With all that was written earlier in the step. */
  readonly fields: Fields;
  /** What the block left behind when it began to wait; empty when the conversation comes to it. */
  readonly memory: JsonObject;
  readonly conversation: string;
  readonly turn: number;
  /** Number of the bot. */
  readonly bot: number;
  readonly channelFamily: string;
  readonly now: EpochMs;
  readonly limits: RunnerLimits;
  /**
   * The budget of the step. Charge what grows with texts, lists or Fields before it is done; the runner charges for
   * what it does itself, and for what the move holds.
   */
  readonly work: Work;
  /** What a CEL expression comes to over the Fields; `undefined` when it comes to nothing. */
  formula(expression: string): Field | undefined;
}
