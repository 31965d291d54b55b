import type { Draft, DraftRevision, EditedDraft } from '@botwright/core';
import type { CheckResult } from '@botwright/core/diagram';
import { describedBySpec, describedHere, diagramSchema, integer } from '@botwright/core/inputs';
import { type Page, pageEnvelope } from '@botwright/core/paging';
import * as v from 'valibot';
import type { SuccessDescription } from '../../pipeline/operation.ts';
import { revisionTag } from '../../request/headers.ts';
import { type ApiResponse, jsonResponse } from '../../response/response.ts';
import { timestamp } from '../../schemas.ts';
import { encodeViolations, violationSchema, violationsTotal } from './error.ts';
import { oneOf } from './page.ts';
import { encodeTimestamp } from './timestamp.ts';

const connectionSchema = v.pipe(v.looseObject({}), v.metadata({ additionalProperties: true }));

const draftEntries = {
  save_state: describedBySpec(v.picklist(['IS_PRESAVED', 'IS_NOT_VALID']), 'IS_NOT_VALID while any violation stands.'),
  violations: describedBySpec(
    v.array(violationSchema),
    'The violations that the last write recorded, not a fresh check.',
  ),
  violations_total: v.exactOptional(violationsTotal),
  edited_at: describedHere(timestamp, 'When the draft was last written.'),
};

export const draftSchema = v.object({ diagram: diagramSchema, ...draftEntries });

/** The response to a write: `diagram` is left out for a caller that prefers a minimal response. @spec HT45 */
export const writtenDraftSchema = v.object({ diagram: v.exactOptional(diagramSchema), ...draftEntries });

export const editedDraftSchema = v.object({
  diagram: v.exactOptional(diagramSchema),
  ...draftEntries,
  removed_connections: describedBySpec(v.array(connectionSchema), 'The connections that the edit took away, whole.'),
});

export const validationSchema = v.object({
  violations: v.array(violationSchema),
  violations_total: v.exactOptional(violationsTotal),
});

export const revisionSchema = v.object({
  revision: integer,
  edited_at: timestamp,
  edited_by: integer,
  by: v.optional(describedHere(v.string(), 'The program that wrote it for the person.')),
  diagram: diagramSchema,
});

/**
 * Encodes a draft. Inserts the stored diagram text without parsing it.
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

/** @returns JSON text with the stored diagram texts, unparsed. */
export function encodeRevisions(page: Page<DraftRevision>): string {
  const items = page.items.map(({ revision, editedAt, editedBy, by, diagramJson }) => {
    const head = JSON.stringify({ revision, edited_at: encodeTimestamp(editedAt), edited_by: editedBy, by });
    return `${head.slice(0, -1)},"diagram":${diagramJson}}`;
  });
  const { meta } = pageEnvelope(page, () => undefined);
  return `{"data":[${items.join()}],"meta":${JSON.stringify(meta)}}`;
}

/**
 * The response with a draft; `ETag` is its revision.
 *
 * @param input - The operation's input; `isMinimal` leaves the diagram out, and is never set for a read.
 * @spec HT42, HT45
 */
export function draftResponse(draft: Draft | EditedDraft, input: { readonly isMinimal: boolean }): ApiResponse {
  return jsonResponse(200, encodeDraft(draft, { withDiagram: !input.isMinimal }), {
    etag: revisionTag(draft.revision),
  });
}

/** Errors that every write to a draft can respond with. */
export const draftWriteErrors = ['unsupported_builder', 'channel_family_unreadable'] as const;

/** Describes the response of `draftResponse`. */
export function draftAs(schema: v.GenericSchema, description: string): SuccessDescription {
  return { status: 200, description, schema: oneOf(schema), headers: { ETag: 'The revision of the draft.' } };
}
