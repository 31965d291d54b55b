import type { JsonValue } from '../json/json-value.ts';

/** What a step did on its way through a bot, for those who look at one: nothing of it is in the step. */
export type TraceEvent =
  /** The conversation came to a block. */
  | { readonly kind: 'entered'; readonly bot: number; readonly node: string }
  /** The conversation went on at the block that waited. */
  | { readonly kind: 'resumed'; readonly bot: number; readonly node: string }
  /** A block looked at one of its conditions. */
  | ({ readonly kind: 'compared'; readonly bot: number; readonly node: string } & ConditionCheck)
  /** The conversation left a block by an output. Without `to`, nothing is connected there. */
  | {
      readonly kind: 'left';
      readonly bot: number;
      readonly node: string;
      readonly output: string;
      readonly to?: string;
    };

/** Why a block chose one of its outputs. */
export interface ConditionCheck {
  /** Which condition of the block, counted from 0. */
  readonly condition: number;
  /** Absent when the condition names no Field. */
  readonly field?: string;
  readonly operator: string;
  /** The value of the Field; absent when the customer has none. */
  readonly found?: JsonValue;
  /** What the Field was compared with, references filled in. */
  readonly wanted: JsonValue;
  readonly holds: boolean;
}
