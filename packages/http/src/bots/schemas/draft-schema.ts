import * as v from 'valibot';
import { decided, shown } from '../../schemas/marks.ts';
import { safeInteger, timestamp } from '../../schemas/scalars.ts';
import { diagramSchema } from './diagram-schema.ts';
import { violationSchema, violationsTotal } from './violation-schema.ts';

const connectionSchema = v.pipe(v.looseObject({}), v.metadata({ additionalProperties: true }));

const draftEntries = {
  save_state: shown(v.picklist(['IS_PRESAVED', 'IS_NOT_VALID']), 'IS_NOT_VALID while any violation stands.'),
  violations: shown(v.array(violationSchema), 'Those that the last write recorded, not a fresh check.'),
  violations_total: v.exactOptional(violationsTotal),
  edited_at: decided(timestamp, 'When the draft was last written.'),
};

export const draftSchema = v.object({ diagram: diagramSchema, ...draftEntries });

/** The answer of a write: `diagram` is left out when the caller prefers it short. @spec HT45 */
export const writtenDraftSchema = v.object({ diagram: v.exactOptional(diagramSchema), ...draftEntries });

export const editedDraftSchema = v.object({
  diagram: v.exactOptional(diagramSchema),
  ...draftEntries,
  removed_connections: shown(v.array(connectionSchema), 'The connections that the edit took away, whole.'),
});

export const validationSchema = v.object({
  violations: v.array(violationSchema),
  violations_total: v.exactOptional(violationsTotal),
});

export const revisionSchema = v.object({
  revision: safeInteger,
  edited_at: timestamp,
  edited_by: safeInteger,
  diagram: diagramSchema,
});
