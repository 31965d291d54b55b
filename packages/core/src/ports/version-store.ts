import type { PlanTier } from '../domain/blocks/block-definition.ts';
import type { ChannelSnapshot } from '../domain/channel.ts';
import type { VersionSummary } from '../domain/version.ts';

export interface VersionRecord extends VersionSummary {
  readonly botId: string;
  readonly diagramJson: string;
  readonly channel?: ChannelSnapshot;
  readonly requiredTier?: PlanTier;
}
