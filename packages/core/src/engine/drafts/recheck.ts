import type { BlockKinds } from '../../domain/rules/block-kind.ts';
import { checkDiagram, type DiagramContext } from '../../domain/rules/check-diagram.ts';
import type { ChangedEntries } from '../../domain/rules/editable-index.ts';
import { type FollowedCheck, followCheck } from '../../domain/rules/followed-check.ts';
import type { CheckResult } from '../../domain/rules/violation.ts';
import type { ParsedDraft } from './draft-cache.ts';

export interface Rechecked {
  readonly check: CheckResult;
  readonly followed: FollowedCheck | undefined;
}

/**
 * Checks a diagram that an edit has changed. The result is that of a check of the whole diagram.
 *
 * @returns `undefined` when only a check of the whole could find it.
 * @spec DR46
 */
export function recheck(
  { followed }: ParsedDraft,
  changed: ChangedEntries,
  context: DiagramContext,
): Rechecked | undefined {
  return followed?.follow(changed, context) === true ? { check: followed.result(), followed } : undefined;
}

/** The same by a check of the whole. */
export function recheckWhole({ editable }: ParsedDraft, context: DiagramContext, kinds: BlockKinds): Rechecked {
  const followed = followCheck(editable.diagram, context, kinds);
  return { check: followed?.result() ?? checkDiagram(editable.diagram, context, kinds), followed };
}
