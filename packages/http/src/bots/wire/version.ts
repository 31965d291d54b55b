import type { Publication, PublicationPreview, Version, VersionSummary } from '@botwright/core';
import { describedBySpec, describedHere, diagramSchema, integer } from '@botwright/core/inputs';
import * as v from 'valibot';
import { timestamp, uuid } from '../../schemas.ts';
import { encodeTimestamp } from './timestamp.ts';

const label = describedBySpec(v.string(), 'The label.');

const publicationEntries = {
  published_at: describedHere(timestamp, 'When it went out.'),
  published_by: describedHere(integer, 'The person who published it.'),
  finish_days: v.exactOptional(
    describedHere(
      integer,
      'Days for which conversations of earlier versions finish on these. Absent: they continue on this one.',
    ),
  ),
};

const restoredFrom = describedHere(uuid, 'The version that was restored.');

const channelSchema = v.object({ id: uuid, name: v.string(), type: v.string() });

export const versionSummarySchema = v.object({
  id: uuid,
  name: v.exactOptional(label),
  ...publicationEntries,
  restored_from: v.exactOptional(restoredFrom),
});

export type WireVersionSummary = v.InferOutput<typeof versionSummarySchema>;

/** Members with no value are `null` here. @spec AP3 */
export const versionSchema = v.object({
  id: uuid,
  name: v.nullable(label),
  ...publicationEntries,
  restored_from: v.nullable(restoredFrom),
  diagram: diagramSchema,
  channel: describedHere(v.nullable(channelSchema), 'The channel at the time of the publication.'),
});

export const publicationSchema = v.object({
  name: v.exactOptional(label),
  ...publicationEntries,
  restored_from: v.exactOptional(restoredFrom),
  channel: v.exactOptional(describedHere(channelSchema, 'The channel that it went out on.')),
});

export const publicationPreviewSchema = v.object({
  waiting: v.object({
    total: describedHere(integer, 'The conversations that begin again with their next message; at most 1,000.'),
    is_exact: describedHere(v.boolean(), 'If false, there are that many or more.'),
  }),
});

/** @spec AP51 */
export function encodePublicationPreview({
  waiting,
}: PublicationPreview): v.InferOutput<typeof publicationPreviewSchema> {
  return { waiting: { total: waiting.total, is_exact: waiting.isExact } };
}

/** @spec AP29 */
export function encodeVersionSummary(version: VersionSummary): WireVersionSummary {
  return { id: version.id, ...encodePublished(version) };
}

/**
 * The response to a publication. It has no version id.
 *
 * @returns JSON text.
 * @spec AP30
 */
export function encodePublication(publication: Publication): string {
  const { channel } = publication;
  return JSON.stringify({ data: { ...encodePublished(publication), ...(channel !== undefined && { channel }) } });
}

/**
 * A version with its diagram, inserted as the stored text. Members with no value are `null`.
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
  const { name, restoredFrom, finishDays } = version;
  return {
    ...(name !== undefined && { name }),
    published_at: encodeTimestamp(version.publishedAt),
    published_by: version.publishedBy,
    ...(finishDays !== undefined && { finish_days: finishDays }),
    ...(restoredFrom !== undefined && { restored_from: restoredFrom }),
  };
}
