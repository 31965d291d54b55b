import type { VersionSummary } from '@botwright/core';
import type { VersionRecord } from '@botwright/core/ports';

export const summaryColumns = ['id', 'name', 'published_at', 'published_by', 'restored_from', 'builder'] as const;

export interface VersionSummaryRow {
  readonly id: string;
  readonly name: string | null;
  readonly published_at: number;
  readonly published_by: number;
  readonly restored_from: string | null;
  readonly builder: VersionRecord['builder'];
}

export function decodeSummary(row: VersionSummaryRow): VersionSummary {
  return {
    id: row.id,
    ...(row.name === null ? undefined : { name: row.name }),
    publishedAt: row.published_at,
    publishedBy: row.published_by,
    ...(row.restored_from === null ? undefined : { restoredFrom: row.restored_from }),
    builder: row.builder,
  };
}

export const versionColumns = ['bot_id', ...summaryColumns, 'channel', 'required_tier', 'diagram_json'] as const;

export function encodeVersion(version: VersionRecord): VersionRow {
  return {
    bot_id: version.botId,
    id: version.id,
    name: version.name ?? null,
    published_at: version.publishedAt,
    published_by: version.publishedBy,
    restored_from: version.restoredFrom ?? null,
    builder: version.builder,
    channel: version.channel === undefined ? null : JSON.stringify(version.channel),
    required_tier: version.requiredTier ?? null,
    diagram_json: version.diagramJson,
  };
}

export interface VersionRow extends VersionSummaryRow {
  readonly bot_id: string;
  /** A JSON object. */
  readonly channel: string | null;
  readonly required_tier: NonNullable<VersionRecord['requiredTier']> | null;
  readonly diagram_json: string;
}

export function decodeVersion(row: VersionRow): VersionRecord {
  return {
    botId: row.bot_id,
    ...decodeSummary(row),
    diagramJson: row.diagram_json,
    ...(row.channel === null ? undefined : { channel: JSON.parse(row.channel) }),
    ...(row.required_tier === null ? undefined : { requiredTier: row.required_tier }),
  };
}
