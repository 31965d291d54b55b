import type { CheckResult, Draft, DraftRevision, EditedDraft, Page } from '@botwright/core';
import { encodeMeta } from './page-codec.ts';
import { encodeTimestamp } from './timestamp.ts';
import { encodeViolations } from './violation-codec.ts';

/**
 * Puts the stored diagram text into the answer as it is: nothing parses it, so nothing can change it.
 *
 * @returns JSON text.
 * @spec AP17, HT45
 */
export function encodeDraft(
  draft: Draft | EditedDraft,
  { withDiagram = true }: { readonly withDiagram?: boolean } = {},
): string {
  const rest = JSON.stringify({
    save_state: draft.saveState,
    ...encodeViolations(draft.violations, draft.violationsTotal),
    edited_at: encodeTimestamp(draft.editedAt),
    ...('removedConnections' in draft && { removed_connections: draft.removedConnections }),
  });
  return withDiagram ? `{"data":{"diagram":${draft.diagramJson},${rest.slice(1)}}` : `{"data":${rest}}`;
}

/** @returns JSON text. */
export function encodeCheck({ violations, total }: CheckResult): string {
  return JSON.stringify({ data: encodeViolations(violations, total) });
}

/** @returns JSON text, the stored diagrams in it as they are. */
export function encodeRevisions(page: Page<DraftRevision>): string {
  const items = page.items.map(({ revision, editedAt, editedBy, diagramJson }) => {
    const head = JSON.stringify({ revision, edited_at: encodeTimestamp(editedAt), edited_by: editedBy });
    return `${head.slice(0, -1)},"diagram":${diagramJson}}`;
  });
  return `{"data":[${items.join()}],"meta":${JSON.stringify(encodeMeta(page))}}`;
}
