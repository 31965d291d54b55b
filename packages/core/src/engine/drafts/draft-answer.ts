import type { Draft, DraftRevision, EditedDraft } from '../../domain/draft/draft.ts';
import { withDiagram } from '../../domain/draft/with-diagram.ts';
import type { JsonObject } from '../../domain/json/json-value.ts';
import type { DraftRecord, RevisionRecord } from '../../ports/draft-store.ts';

/** @spec DR3, DR4 */
export function toDraft(record: DraftRecord): Draft {
  const { botId, revision, violations, violationsTotal, editedAt } = record;
  const saveState = violationsTotal === 0 ? 'IS_PRESAVED' : 'IS_NOT_VALID';
  return withDiagram({ botId, revision, saveState, violations, violationsTotal, editedAt }, record.diagramJson);
}

/** @spec DR18 */
export function toEditedDraft(record: DraftRecord, removedConnections: readonly JsonObject[]): EditedDraft {
  const { botId, revision, saveState, violations, violationsTotal, editedAt } = toDraft(record);
  return withDiagram(
    { botId, revision, saveState, violations, violationsTotal, editedAt, removedConnections },
    record.diagramJson,
  );
}

/** @spec DR33 */
export function toRevision({ revision, editedAt, editedBy, diagramJson }: RevisionRecord): DraftRevision {
  return withDiagram({ revision, editedAt, editedBy }, diagramJson);
}
