import type { PlanTier } from '../domain/blocks/block-definition.ts';
import type { ChannelSnapshot } from '../domain/channel.ts';
import type { VersionSummary } from '../domain/version.ts';

/**
 * A published version as stored, with its diagram in JSON. `channel` is the one it was published for, absent without
 * one.
 */
export interface VersionRecord extends VersionSummary {
  readonly botId: string;
  readonly diagramJson: string;
  readonly channel?: ChannelSnapshot;
  readonly requiredTier?: PlanTier;
}
