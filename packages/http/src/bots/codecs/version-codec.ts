import type { Publication, Version, VersionSummary } from '@botwright/core';
import type { WireVersionSummary } from '../schemas/version-schema.ts';
import { encodeTimestamp } from './timestamp.ts';

/** @spec AP29 */
export function encodeVersionSummary(version: VersionSummary): WireVersionSummary {
  return { id: version.id, ...encodePublished(version) };
}

/**
 * The publication answer: no id.
 *
 * @returns JSON text.
 * @spec AP30
 */
export function encodePublication(publication: Publication): string {
  const { channel } = publication;
  return JSON.stringify({ data: { ...encodePublished(publication), ...(channel !== undefined && { channel }) } });
}

/**
 * A version with its diagram as it went out, put in as the stored text. Members with no value are `null`.
 *
 * @returns JSON text.
 * @spec AP3, AP33, AP34
 */
export function encodeVersion(version: Version): string {
  const { name = null, restoredFrom = null, channel = null } = version;
  const head = JSON.stringify({ ...encodeVersionSummary(version), name, restored_from: restoredFrom });
  return `{"data":${head.slice(0, -1)},"diagram":${version.diagramJson},"channel":${JSON.stringify(channel)}}}`;
}

function encodePublished(version: VersionSummary): Omit<WireVersionSummary, 'id'> {
  const { name, restoredFrom } = version;
  return {
    ...(name !== undefined && { name }),
    published_at: encodeTimestamp(version.publishedAt),
    published_by: version.publishedBy,
    ...(restoredFrom !== undefined && { restored_from: restoredFrom }),
  };
}
