import { withDiagram } from '../../domain/draft.ts';
import type { Publication, Version, VersionSummary } from '../../domain/version.ts';
import type { VersionRecord } from '../../ports/version-store.ts';

/** @spec VE1 */
export function toSummary(record: VersionSummary): VersionSummary {
  const { id, name, publishedAt, publishedBy, restoredFrom, builder } = record;
  return {
    id,
    ...(name !== undefined && { name }),
    publishedAt,
    publishedBy,
    ...(restoredFrom !== undefined && { restoredFrom }),
    builder,
  };
}

export function toPublication(record: VersionRecord): Publication {
  const { channel } = record;
  return { ...toSummary(record), ...(channel !== undefined && { channel }) };
}

export function toVersion(record: VersionRecord): Version {
  return withDiagram(toPublication(record), record.diagramJson);
}
