import type { Diagram } from '@botwright/core/diagram';

/** The kinds of change. */
export type MutantKind =
  | 'wire_removed'
  | 'wire_moved'
  | 'exits_swapped'
  | 'block_skipped'
  | 'jump_moved'
  | 'condition_turned'
  | 'condition_removed'
  | 'value_changed'
  | 'formula_changed'
  | 'text_emptied'
  | 'destination_changed'
  | 'address_changed'
  | 'entry_removed'
  | 'order_swapped'
  | 'param_removed';

/** A bot with one change. */
export interface Mutant {
  /** Which of the possible changes was made. */
  readonly kind: MutantKind;
  /** Id of the changed block. */
  readonly block: string;
  /** The outputs whose conversations the change concerns. Absent: all conversations that come to the block. */
  readonly outputs?: readonly string[];
  /** One sentence about the block. */
  readonly change: string;
  /** JSON pointer into the diagram, to the changed part. */
  readonly pointer: string;
  /** Makes the changed diagram; the given one stays as it was. */
  readonly make: () => Diagram;
}

/** A JSON pointer. */
export function pointerTo(path: readonly (string | number)[]): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

const longest = 60;

/** A value in a sentence. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}
