import { defaultFieldBounds, type FieldBounds } from '../field/field-bounds.ts';
import type { TextBounds } from '../input/member-reader.ts';

/** How much one message may be, whoever sends it. */
export interface SendBounds {
  /** Unicode code points of a text, and of a caption. */
  readonly textLength: number;
  /** Combining marks in a row, in whatever people read. */
  readonly marksInRow: number;
  /** UTF-8 bytes of a payload. */
  readonly payloadBytes: number;
  /** Of the customer that a send tells of. */
  readonly fields: FieldBounds;
}

export const defaultSendBounds: SendBounds = {
  textLength: 10_000,
  marksInRow: 64,
  payloadBytes: 4_096,
  fields: defaultFieldBounds,
};

/** Bounds of a text or a caption. @spec MS46 */
export function textBoundsOf({ textLength, marksInRow }: SendBounds): TextBounds {
  return { max: textLength, marks: marksInRow };
}
