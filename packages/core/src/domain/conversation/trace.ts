import type { JsonValue } from '../json/json-value.ts';

/** An event on the way of a step through a bot, for inspection; the step does not contain it. */
export type TraceEvent =
  /** The conversation entered a block. */
  | { readonly kind: 'entered'; readonly bot: number; readonly node: string }
  /** The conversation continued at the waiting block. */
  | { readonly kind: 'resumed'; readonly bot: number; readonly node: string }
  /** A block evaluated one of its conditions. */
  | ({ readonly kind: 'compared'; readonly bot: number; readonly node: string } & ConditionCheck)
  /** The conversation took an output of a block. Without `to` the output is not connected. */
  | {
      readonly kind: 'left';
      readonly bot: number;
      readonly node: string;
      readonly output: string;
      readonly to?: string;
    };

/** A reason for a block's choice of an output. */
export interface ConditionCheck {
  /** Id of the case that the condition belongs to, if it belongs to one. */
  readonly case?: string;
  /** Index of the condition, from 0. */
  readonly condition: number;
  /** The expression, for a condition by formula: `found` is its result. */
  readonly formula?: string;
  /** Absent when the condition names no Field. */
  readonly field?: string;
  /** Such as `starts_with`. */
  readonly operator: string;
  /** The value of the Field; absent if the customer lacks the Field. */
  readonly found?: JsonValue;
  /** The other side of the comparison, references filled in. */
  readonly wanted: JsonValue;
  /** The result of the comparison. */
  readonly holds: boolean;
}
