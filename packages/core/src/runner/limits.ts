import { defaultFieldBounds, type FieldBounds } from '../domain/field/field-bounds.ts';

/** How much one step may do and write. */
export interface RunnerLimits {
  /** Blocks that the bot may go through without a message of the visitor. Default 500. */
  readonly blocks: number;
  /** Effects that it may await without a message of the visitor. Default 100. */
  readonly effects: number;
  /** UTF-16 units of one text. Default 65,536. */
  readonly textLength: number;
  /** Units of work of one step, of about 50 nanoseconds each, unless the context says otherwise. Default 1,000,000. */
  readonly work: number;
  /** Fields of one customer, unless the context says otherwise. Default 500 Fields, 64 KiB each, 512 KiB in all. */
  readonly fields: FieldBounds;
  /** Bounds of one CEL expression. */
  readonly formula: FormulaLimits;
}

export interface FormulaLimits {
  /** UTF-16 units of the expression. Default 2,000. */
  readonly length: number;
  /** Parts of the parsed expression. Default 1,000. */
  readonly parts: number;
  /** Units of work: about one for each value that is read and for each 16 characters of a text. Default 50,000. */
  readonly work: number;
  /** Characters of the JSON of the result. Default 65,536. */
  readonly resultSize: number;
}

/** The limits that `RunnerOptions.limits` leaves out. */
export const defaultLimits: RunnerLimits = {
  blocks: 500,
  effects: 100,
  textLength: 65_536,
  work: 1_000_000,
  fields: defaultFieldBounds,
  formula: { length: 2_000, parts: 1_000, work: 50_000, resultSize: 65_536 },
};
