import type { Diagram } from '../../domain/diagram/diagram.ts';
import type { BlockKinds } from '../../domain/rules/block-kind.ts';
import { checkDiagram, type DiagramContext } from '../../domain/rules/check-diagram.ts';
import type { CheckResult } from '../../domain/rules/violation.ts';

/** A diagram after an edit, and what is known of it before. */
export interface EditedDiagram {
  /** Of the diagram before the edit. */
  readonly previous: CheckResult;
  readonly diagram: Diagram;
  /** The keys of the entries that were written or removed. */
  readonly changed: { readonly nodes: readonly string[]; readonly connections: readonly string[] };
}

/**
 * Checks a diagram that an edit has changed. The result is that of a check of the whole diagram.
 *
 * @spec DR46
 */
export function recheck({ diagram }: EditedDiagram, context: DiagramContext, kinds: BlockKinds): CheckResult {
  return checkDiagram(diagram, context, kinds);
}
